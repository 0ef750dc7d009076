import { useRef } from 'react';
import { newIdempotencyKey } from '../api/base.ts';
import { failureOf } from '../api/failure.ts';
import { draftAt, keepDraft } from '../state/draft-storage.ts';
import { useUser } from '../state/session.ts';

interface Sent {
  readonly digest: string;
  readonly key: string;
}

/**
 * FNV-1a hash and length of a content. The content itself may include a picture, which is too large for
 * drafts. On a collision the server rejects the second content, as it does for any other content under a used
 * key.
 */
function digestOf(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at += 1) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return `${hash} ${content.length}`;
}

const read = (kept: string): Sent | null => (kept ? (JSON.parse(kept) as Sent) : null);

/**
 * Idempotency keys for a form that creates something. Sending the same content again keeps the key, so that a
 * retry after a missing response creates nothing twice. Call `done` with the error of the response, if any: a
 * rejection would be repeated for the same key, so the key is dropped unless the outcome is unknown. A form
 * whose content outlives its page, such as a draft, passes its `place` so that the key is stored with it.
 */
export function useIdempotencyKey(place?: string): {
  keyFor: (content: string) => string;
  done: (error?: unknown) => void;
} {
  const account = useUser()?.id ?? null;
  const last = useRef<Sent | null>(null);

  const keep = (sent: Sent | null) => {
    last.current = sent;
    if (place) keepDraft(account, `key:${place}`, sent ? JSON.stringify(sent) : '');
  };

  return {
    keyFor: (content) => {
      const before = last.current ?? read(place ? draftAt(account, `key:${place}`) : '');
      const digest = digestOf(content);
      const sent = before?.digest === digest ? before : { digest, key: newIdempotencyKey() };
      keep(sent);
      return sent.key;
    },
    done: (error) => {
      const status = error ? failureOf(error)?.status : 200;
      if (status && status < 500) keep(null);
    },
  };
}
