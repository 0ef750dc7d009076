import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '../api/base.ts';
import { failureOf } from '../api/failure.ts';

/**
 * Keys for a form that creates something. Sending the same content again, because no answer came, keeps the key, so that
 * nothing is created twice. Call `done` with the error of the answer, if it has one: whoever is refused under a key is
 * refused again, so that the key is dropped unless it is unknown what became of it.
 */
export function useIdempotencyKey(): {
  keyFor: (content: string) => string;
  done: (error?: unknown) => void;
} {
  const last = useRef<{ content: string; key: string } | null>(null);
  const keyFor = useCallback((content: string) => {
    if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() };
    return last.current.key;
  }, []);
  const done = useCallback((error?: unknown) => {
    const status = error ? failureOf(error)?.status : 200;
    if (status && status < 500) last.current = null;
  }, []);
  return { keyFor, done };
}
