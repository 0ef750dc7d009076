import type { FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import { createIdempotencyKey } from './base.ts';
import type { ApiFailure } from './failure.ts';

type ToggleResult<Answer> = QueryReturnValue<Answer, ApiFailure, FetchBaseQueryMeta>;

/**
 * Sends a call that toggles. Sends it again if the result is not the desired state, because another tab had
 * already toggled it. Returns the last result.
 */
export async function sendToggle<Answer>(
  send: (key: string) => ToggleResult<unknown> | PromiseLike<ToggleResult<unknown>>,
  key: string,
  isDesired: (answer: Answer) => boolean,
): Promise<ToggleResult<Answer>> {
  const firstResult = (await send(key)) as ToggleResult<Answer>;
  if (firstResult.error || isDesired(firstResult.data)) return firstResult;
  return (await send(createIdempotencyKey())) as ToggleResult<Answer>;
}
