import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../api/contract/conversations.ts';
import type { Thread } from '../../state/messaging.ts';

/** What is said stands in the page a second time, where whoever reads the page must not come upon it. */
const SAID_MS = 1_500;

/** What has come since the last time, from the other one; older pages come before what was there. */
function newsIn(messages: readonly Message[], known: ReadonlySet<string>, from: string): readonly Message[] {
  const first = messages.findIndex(({ id }) => known.has(id));
  return messages.slice(first + 1).filter(({ id, profileId }) => !known.has(id) && profileId === from);
}

/** Says aloud what the other writes while the chat is open; its list would say the older pages too. */
export function Arrival({ thread: { withId, messages } }: { readonly thread: Thread }) {
  const known = useRef(new Set(messages.map(({ id }) => id)));
  const [said, setSaid] = useState<readonly Message[]>([]);

  useEffect(() => {
    const news = newsIn(messages, known.current, withId);
    known.current = new Set(messages.map(({ id }) => id));
    if (news.length > 0) setSaid(news);
  }, [messages, withId]);

  useEffect(() => {
    if (said.length === 0) return;
    const timer = setTimeout(setSaid, SAID_MS, []);
    return () => clearTimeout(timer);
  }, [said]);

  return (
    <div role="status" className="visually-hidden">
      {said.map(({ id, content }) => (
        <p key={id}>{content}</p>
      ))}
    </div>
  );
}
