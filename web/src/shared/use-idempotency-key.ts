import { useCallback, useRef } from 'react';
import { newIdempotencyKey } from '../api/base.ts';

/**
 * Keys for a form that creates something. Sending the same content again, because no answer came, keeps the key, so that
 * nothing is created twice. Call `done` once the answer is there.
 */
export function useIdempotencyKey(): { keyFor: (content: string) => string; done: () => void } {
  const last = useRef<{ content: string; key: string } | null>(null);
  const keyFor = useCallback((content: string) => {
    if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() };
    return last.current.key;
  }, []);
  const done = useCallback(() => {
    last.current = null;
  }, []);
  return { keyFor, done };
}
