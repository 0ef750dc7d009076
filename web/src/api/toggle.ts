import type { FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import { createIdempotencyKey } from './base.ts';
import type { ApiFailure } from './failure.ts';

type ToggleResult<Result> = QueryReturnValue<Result, ApiFailure, FetchBaseQueryMeta>;

/** Sends a toggle request. Repeats it if the result is not desired, because another tab had already toggled. */
export async function sendToggle<Result>(
  send: (key: string) => ToggleResult<unknown> | PromiseLike<ToggleResult<unknown>>,
  key: string,
  isDesired: (response: Result) => boolean,
): Promise<ToggleResult<Result>> {
  const firstResult = (await send(key)) as ToggleResult<Result>;
  if (firstResult.error || isDesired(firstResult.data)) return firstResult;
  return (await send(createIdempotencyKey())) as ToggleResult<Result>;
}
