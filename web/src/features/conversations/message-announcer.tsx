import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../contract/conversations.ts';
import type { Thread } from '../../state/messaging.ts';

/**
 * Time for which the announced text stays in the page, in milliseconds. The text duplicates the message, so screen
 * reader users must not find it later while browsing.
 */
const ANNOUNCEMENT_MS = 1_500;

/** Returns new messages from the other participant, without older pages, which precede the known messages. */
function findNewMessages(
  messages: readonly Message[],
  knownIds: ReadonlySet<string>,
  from: string,
): readonly Message[] {
  const firstKnown = messages.findIndex(({ id }) => knownIds.has(id));
  return messages
    .slice(firstKnown + 1)
    .filter(({ id, profileId }) => !knownIds.has(id) && profileId === from);
}

/** Announces the other participant's new messages. A live region on the list would also announce older pages. */
export function MessageAnnouncer({ thread: { withId, messages } }: { readonly thread: Thread }) {
  const knownIds = useRef(new Set(messages.map(({ id }) => id)));
  const [announced, setAnnounced] = useState<readonly Message[]>([]);

  useEffect(() => {
    const newMessages = findNewMessages(messages, knownIds.current, withId);
    knownIds.current = new Set(messages.map(({ id }) => id));
    if (newMessages.length > 0) setAnnounced(newMessages);
  }, [messages, withId]);

  useEffect(() => {
    if (announced.length === 0) return;
    const timer = setTimeout(setAnnounced, ANNOUNCEMENT_MS, []);
    return () => clearTimeout(timer);
  }, [announced]);

  return (
    <div role="status" className="visually-hidden">
      {announced.map(({ id, content }) => (
        <p key={id}>{content}</p>
      ))}
    </div>
  );
}
