import { memo, type UIEvent, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Message } from '../../../../api/contract/conversations.ts';
import { loadOlder, type MessagingDispatch } from '../../api/conversations.ts';
import { useTranslation } from '../../i18n/index.ts';
import type { Thread } from '../../state/messaging.ts';
import { EmptyState, ErrorState, InfiniteEnd } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import { Bubble } from './bubble.tsx';
import styles from './conversations.module.css';
import { messageTime } from './times.ts';
import { UnsentMessages, useUnsent } from './unsent-messages.tsx';

/** Messages that are drawn anew together; as many as come at once from the server. */
const TOGETHER = 50;

interface PartProps {
  readonly messages: readonly Message[];
  readonly withId: string;
  /** The day that it is, since times depend on nothing else. */
  readonly today: number;
}

const same = (one: PartProps, other: PartProps): boolean =>
  one.today === other.today &&
  one.withId === other.withId &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, n) => message === other.messages[n]);

/** Where the newest two parts begin, or a little before: the rest of a long chat is drawn when the reader gets there. */
const newestStart = (count: number): number => Math.max(0, (Math.floor(count / TOGETHER) - 2) * TOGETHER);

/** How far from the lower edge a reader still follows what comes, in pixels. */
const AT_EDGE = 80;

/** A part of a long chat, so that a message that comes does not draw all the others anew. */
const Part = memo(
  ({ messages, withId, today }: PartProps) =>
    messages.map(({ id, content, timestamp, profileId }) => (
      <Bubble
        key={id}
        content={content}
        mine={profileId !== withId}
        foot={<time dateTime={timestamp}>{messageTime(timestamp, today)}</time>}
      />
    )),
  same,
);

function partsOf(messages: readonly Message[], start: number): readonly (readonly Message[])[] {
  const parts: (readonly Message[])[] = [];
  for (let from = start; from < messages.length; from += TOGETHER)
    parts.push(messages.slice(from, from + TOGETHER));
  return parts;
}

export interface MessageListProps {
  readonly thread: Thread;
  /** Called when a refused message is taken back, with what of it the reader wants to write anew. */
  readonly onTakenBack: (text: string) => void;
}

/** The messages of a chat, the newest at the lower edge; older ones come when the reader scrolls up. */
export function MessageList({ thread, onTakenBack }: MessageListProps) {
  const { t } = useTranslation('conversations');
  const { withId, messages, older } = thread;
  const dispatch = useDispatch<MessagingDispatch>();
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  // Where the reader has scrolled up to; null while they follow the newest.
  const [scrolledTo, setScrolledTo] = useState<number | null>(null);
  const start = scrolledTo ?? newestStart(messages.length);
  const parts = useMemo(() => partsOf(messages, start), [messages, start]);
  const [looking, setLooking] = useState<'loading' | 'failed' | null>(null);
  const unsent = useUnsent(thread);

  // The list is reversed: its lower edge is at 0, and what is above it is negative.
  const scrolled = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setScrolledTo(currentTarget.scrollTop > -AT_EDGE ? null : start);

  const reachOlder = () => {
    setScrolledTo(Math.max(0, start - TOGETHER));
    if (start > 0) return;
    setLooking('loading');
    dispatch(loadOlder()).then(
      () => setLooking(null),
      () => setLooking('failed'),
    );
  };

  return (
    <div
      className={styles.scroll}
      role="log"
      aria-label={t('title')}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must get here.
      tabIndex={0}
      onScroll={scrolled}
    >
      <div>
        {looking === 'failed' ? (
          <ErrorState compact onRetry={reachOlder}>
            {t('failure')}
          </ErrorState>
        ) : (
          (start > 0 || older) && (
            <InfiniteEnd key={start} loading={looking === 'loading'} onReach={reachOlder} />
          )
        )}
        {messages.length + unsent.length === 0 && <EmptyState>{t('none')}</EmptyState>}
        <ol className={styles.messages}>
          {parts.map((part) => (
            <Part key={part[0]?.id} messages={part} withId={withId} today={today} />
          ))}
          <UnsentMessages unsent={unsent} onTakenBack={onTakenBack} />
        </ol>
      </div>
    </div>
  );
}
