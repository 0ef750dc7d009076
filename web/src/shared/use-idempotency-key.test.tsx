import { renderHook } from '@testing-library/react';
import { useIdempotencyKey } from './use-idempotency-key.ts';

const failure = (status: number | null) => ({ status, code: 'REFUSED', message: 'No.' });

test.each([
  ['an answer', undefined, false],
  ['a refusal', failure(400), false],
  ['no answer', failure(null), true],
  ['a failure of the server', failure(503), true],
])('after %s the same content has the same key: %s', (_what, error, same) => {
  const { result } = renderHook(() => useIdempotencyKey());
  const key = result.current.keyFor('content');
  result.current.done(error);
  expect(result.current.keyFor('content') === key).toBe(same);
});
