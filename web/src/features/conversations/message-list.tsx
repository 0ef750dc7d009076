import { memo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { loadOlder, type MessagingDispatch } from '../../api/conversations.ts';
import { selectUnsent, type Thread } from '../../state/messaging.ts';
import { classNames, EmptyState, InfiniteEnd } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './conversations.module.css';
import { messageTime } from './times.ts';

interface BubbleProps {
  readonly content: string;
  readonly timestamp: string;
  readonly mine: boolean;
  readonly time: string;
  readonly waiting?: boolean;
}

const Bubble = memo(function Bubble({ content, timestamp, mine, time, waiting = false }: BubbleProps) {
  return (
    <li className={classNames(styles.message, mine && styles.mine, waiting && styles.waiting)}>
      {mine && <span className="visually-hidden">You: </span>}
      <span className={styles.content}>{content}</span>
      <span className={styles.time}>{waiting ? 'Sending…' : <time dateTime={timestamp}>{time}</time>}</span>
    </li>
  );
});

/** The messages of a chat, the newest at the lower edge; older ones come when the reader scrolls up. */
export function MessageList({ thread }: { readonly thread: Thread }) {
  const { withId, messages, older } = thread;
  const dispatch = useDispatch<MessagingDispatch>();
  const now = useNow();
  const [loading, setLoading] = useState(false);
  const unsent = useSelector(selectUnsent).filter(({ receiverId }) => receiverId === withId);

  const reachOlder = () => {
    setLoading(true);
    dispatch(loadOlder())
      .catch(() => {})
      .finally(() => setLoading(false));
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must get here.
    <div className={styles.scroll} role="log" aria-label="Messages" tabIndex={0}>
      <div>
        {older && <InfiniteEnd loading={loading} onReach={reachOlder} />}
        {messages.length + unsent.length === 0 && (
          <EmptyState>Maybe you should start the conversation!</EmptyState>
        )}
        <ol className={styles.messages}>
          {messages.map(({ id, content, timestamp, profileId }) => (
            <Bubble
              key={id}
              content={content}
              timestamp={timestamp}
              mine={profileId !== withId}
              time={messageTime(timestamp, now)}
            />
          ))}
          {unsent.map(({ clientId, content, timestamp }) => (
            <Bubble key={clientId} content={content} timestamp={timestamp} mine time="" waiting />
          ))}
        </ol>
      </div>
    </div>
  );
}
