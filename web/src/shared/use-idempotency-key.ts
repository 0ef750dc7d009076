import { useRef } from 'react';
import { newIdempotencyKey } from '../api/base.ts';
import { failureOf } from '../api/failure.ts';
import { draftAt, keepDraft } from '../state/draft-storage.ts';
import { useUser } from '../state/session.ts';

interface Sent {
  readonly content: string;
  readonly key: string;
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
      const sent = before?.content === content ? before : { content, key: newIdempotencyKey() };
      keep(sent);
      return sent.key;
    },
    done: (error) => {
      const status = error ? failureOf(error)?.status : 200;
      if (status && status < 500) keep(null);
    },
  };
}
