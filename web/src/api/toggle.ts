import type { FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import { newIdempotencyKey } from './base.ts';
import type { ApiFailure } from './failure.ts';

type Sent<Answer> = QueryReturnValue<Answer, ApiFailure, FetchBaseQueryMeta>;

/**
 * Sends a call that toggles. If the result is the opposite of the wanted state, because another tab had
 * already toggled it, sends the call again. Returns the last result.
 */
export async function toggle<Answer>(
  send: (key: string) => Sent<unknown> | PromiseLike<Sent<unknown>>,
  key: string,
  isMeant: (answer: Answer) => boolean,
): Promise<Sent<Answer>> {
  const first = (await send(key)) as Sent<Answer>;
  if (first.error || isMeant(first.data)) return first;
  return (await send(newIdempotencyKey())) as Sent<Answer>;
}
