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
 * The FNV-1a hash of a content and its length: what is sent may hold a picture, for which drafts have no room. Should two
 * contents ever have the same one, the server refuses the second, as it does with each other content under a used key.
 */
function digestOf(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at += 1) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return `${hash} ${content.length}`;
}

const read = (kept: string): Sent | null => (kept ? (JSON.parse(kept) as Sent) : null);

/**
 * Keys for a form that creates something. Sending the same content again, because no answer came, keeps the key, so that
 * nothing is created twice. Call `done` with the error of the answer, if it has one: whoever is refused under a key is
 * refused again, so that the key is dropped unless it is unknown what became of it. A form whose content outlives its
 * page, as a draft does, says by its place where the key is kept as long.
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
