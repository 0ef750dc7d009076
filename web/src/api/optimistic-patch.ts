import type { UnknownAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import { type Entities, type EntityRef, getReadPosition } from './entities.ts';
import { entityPatched, patchSettled } from './stored-entities.ts';

/** The parts of RTK Query's mutation lifecycle that are used here. */
interface MutationLifecycle<Answer> {
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly requestId: string;
  readonly queryFulfilled: Promise<{ readonly data: Answer; readonly meta: FetchBaseQueryMeta | undefined }>;
}

/** A change by the reader, before and after the response. */
interface OptimisticChange<Name extends EntityName, Answer> extends EntityRef {
  readonly entity: Name;
  readonly change: Partial<Entities[Name]>;
  readonly getResult: (answer: Answer) => Partial<Entities[Name]>;
}

/**
 * Applies a change by the reader immediately, and keeps it until a read at or after the position of its
 * write. Reverts it if the server rejects it.
 */
export async function applyOptimisticPatch<Name extends EntityName, Answer>(
  { entity, id, change, getResult }: OptimisticChange<Name, Answer>,
  { dispatch, requestId, queryFulfilled }: MutationLifecycle<Answer>,
): Promise<void> {
  const key = { entity, id, patchId: requestId };
  dispatch(entityPatched({ ...key, change }));
  const answer = await queryFulfilled.catch(() => null);
  const result = answer && { change: getResult(answer.data), position: getReadPosition(answer.meta) };
  dispatch(patchSettled({ ...key, ...(result && { result }) }));
}
