import { memo, type UIEvent, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Message } from '../../../../contract/conversations.ts';
import { loadOlderMessages } from '../../api/conversations.ts';
import type { AppDispatch } from '../../api/state.ts';
import { useTranslation } from '../../i18n/index.ts';
import type { Thread } from '../../state/messaging.ts';
import { EmptyState, ErrorState, InfiniteScrollTrigger } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import { Bubble } from './bubble.tsx';
import styles from './conversations.module.css';
import { formatMessageTime } from './format-message-time.ts';
import { UnsentMessages, useUnsentMessages } from './unsent-messages.tsx';

/** Number of messages rendered as one memoized batch. It equals the server's page size. */
const BATCH_SIZE = 50;

interface MessageBatchProps {
  readonly messages: readonly Message[];
  readonly withId: string;
  /** Start of the current day, which determines how times are displayed. */
  readonly today: number;
  /** Id of the current user's newest message that the other participant has read, if the message is in this batch. */
  readonly seenId: string | undefined;
}

const areBatchesEqual = (one: MessageBatchProps, other: MessageBatchProps): boolean =>
  one.today === other.today &&
  one.withId === other.withId &&
  one.seenId === other.seenId &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, n) => message === other.messages[n]);

/** Returns the start of the newest two or three batches. The rest of a long chat is rendered on scrolling up. */
const getNewestStart = (count: number): number =>
  Math.max(0, (Math.floor(count / BATCH_SIZE) - 2) * BATCH_SIZE);

/** Distance from the bottom, in pixels, within which the list scrolls to new messages. */
const EDGE_DISTANCE = 80;

/** Returns the id if the list contains a message with this id, otherwise undefined. */
const findIn = (messages: readonly Message[], id: string | undefined): string | undefined =>
  id && messages.some((message) => message.id === id) ? id : undefined;

/** A memoized batch of a long chat, so that a new message does not rerender all other batches. */
const MessageBatch = memo(({ messages, withId, today, seenId }: MessageBatchProps) => {
  const { t } = useTranslation('conversations');
  return messages.map(({ id, content, timestamp, profileId }) => (
    <Bubble
      key={id}
      content={content}
      isOwn={profileId !== withId}
      footer={
        <>
          <time dateTime={timestamp}>{formatMessageTime(timestamp, today)}</time>
          {id === seenId && <span className={styles.seen}>{t('seen')}</span>}
        </>
      }
    />
  ));
}, areBatchesEqual);

function splitIntoBatches(messages: readonly Message[], start: number): readonly (readonly Message[])[] {
  const parts: (readonly Message[])[] = [];
  for (let from = start; from < messages.length; from += BATCH_SIZE)
    parts.push(messages.slice(from, from + BATCH_SIZE));
  return parts;
}

interface MessageListProps {
  readonly thread: Thread;
  /** Called when the user withdraws a rejected message, with the text to edit or an empty string. */
  readonly onWithdraw: (text: string) => void;
}

/** Messages of a chat, newest at the bottom. Scrolling up loads older messages. */
export function MessageList({ thread, onWithdraw }: MessageListProps) {
  const { t } = useTranslation('conversations', 'shared');
  const { withId, messages, older, seenId } = thread;
  const dispatch = useDispatch<AppDispatch>();
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  // Index of the oldest rendered message after scrolling up; null while the newest messages are shown.
  const [scrolledTo, setScrolledTo] = useState<number | null>(null);
  const start = scrolledTo ?? getNewestStart(messages.length);
  const parts = useMemo(() => splitIntoBatches(messages, start), [messages, start]);
  const [olderState, setOlderState] = useState<'loading' | 'failed' | null>(null);
  const unsentMessages = useUnsentMessages(thread);
  const isEmpty = messages.length + unsentMessages.length === 0;

  // The list is reversed: scrollTop is 0 at the bottom and negative above it.
  const handleScroll = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setScrolledTo(currentTarget.scrollTop > -EDGE_DISTANCE ? null : start);

  const showOlder = () => {
    setScrolledTo(Math.max(0, start - BATCH_SIZE));
    if (start > 0) return;
    setOlderState('loading');
    dispatch(loadOlderMessages()).then(
      () => setOlderState(null),
      () => setOlderState('failed'),
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
      onScroll={handleScroll}
    >
      <div className={isEmpty ? styles.noMessages : undefined}>
        {olderState === 'failed' ? (
          <ErrorState compact onRetry={showOlder}>
            {t('shared:failures.loadConversation')}
          </ErrorState>
        ) : (
          (start > 0 || older) && (
            <InfiniteScrollTrigger key={start} loading={olderState === 'loading'} onReach={showOlder} />
          )
        )}
        {isEmpty && <EmptyState>{t('none')}</EmptyState>}
        <ol className={styles.messages}>
          {parts.map((part) => (
            <MessageBatch
              key={part[0]?.id}
              messages={part}
              withId={withId}
              today={today}
              seenId={findIn(part, seenId)}
            />
          ))}
          <UnsentMessages unsent={unsentMessages} onWithdraw={onWithdraw} />
        </ol>
      </div>
    </div>
  );
}
