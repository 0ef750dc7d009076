import { useState } from 'react';
import type { Thread } from '../../state/messaging.ts';

/** Says aloud what the other writes while the chat is open; its list would say the older pages too. */
export function Arrival({ thread: { withId, messages } }: { readonly thread: Thread }) {
  const newest = messages.at(-1);
  const [known] = useState(newest?.id);
  const isNews = newest !== undefined && newest.id !== known && newest.profileId === withId;
  return (
    <div role="status" className="visually-hidden">
      {isNews && <span key={newest.id}>{newest.content}</span>}
    </div>
  );
}
