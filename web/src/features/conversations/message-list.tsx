import { memo, type UIEvent, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Message } from '../../../../contract/conversations.ts';
import { loadOlder, type MessagingDispatch } from '../../api/conversations.ts';
import { useTranslation } from '../../i18n/index.ts';
import type { Thread } from '../../state/messaging.ts';
import { EmptyState, ErrorState, InfiniteEnd } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import { Bubble } from './bubble.tsx';
import styles from './conversations.module.css';
import { messageTime } from './times.ts';
import { UnsentMessages, useUnsent } from './unsent-messages.tsx';

/** Number of messages that are rendered as one memoized part; the server's page size. */
const TOGETHER = 50;

interface PartProps {
  readonly messages: readonly Message[];
  readonly withId: string;
  /** Start of the current day; the displayed times depend on nothing else. */
  readonly today: number;
}

const same = (one: PartProps, other: PartProps): boolean =>
  one.today === other.today &&
  one.withId === other.withId &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, n) => message === other.messages[n]);

/**
 * Index at which the newest two or three parts start. The rest of a long chat is rendered when the reader
 * scrolls up.
 */
const newestStart = (count: number): number => Math.max(0, (Math.floor(count / TOGETHER) - 2) * TOGETHER);

/** Distance from the lower edge, in pixels, within which new messages are followed. */
const AT_EDGE = 80;

/** A memoized part of a long chat, so that a new message does not render all others again. */
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
  /** Called when a rejected message is withdrawn, with the text to edit, or an empty one. */
  readonly onTakenBack: (text: string) => void;
}

/** Messages of a chat, newest at the bottom; scrolling up loads older ones. */
export function MessageList({ thread, onTakenBack }: MessageListProps) {
  const { t } = useTranslation('conversations');
  const { withId, messages, older } = thread;
  const dispatch = useDispatch<MessagingDispatch>();
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  // Index of the oldest rendered message after scrolling up; null while following the newest.
  const [scrolledTo, setScrolledTo] = useState<number | null>(null);
  const start = scrolledTo ?? newestStart(messages.length);
  const parts = useMemo(() => partsOf(messages, start), [messages, start]);
  const [looking, setLooking] = useState<'loading' | 'failed' | null>(null);
  const unsent = useUnsent(thread);

  // The list is reversed: scrollTop is 0 at the lower edge and negative above it.
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
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
