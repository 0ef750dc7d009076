import type { UnknownAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import { type Entities, type EntityRef, getReadPosition } from './entities.ts';
import { entityPatched, patchSettled } from './stored-entities.ts';

interface MutationLifecycle<Result> {
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly requestId: string;
  readonly queryFulfilled: Promise<{ readonly data: Result; readonly meta: FetchBaseQueryMeta | undefined }>;
}

/** A change by the current user, with the state before and after the response. */
interface OptimisticChange<Name extends EntityName, Result> extends EntityRef {
  readonly entity: Name;
  readonly change: Partial<Entities[Name]>;
  readonly getResult: (response: Result) => Partial<Entities[Name]>;
}

/** Shows a change by the current user until a read that includes its write arrives, or the server rejects it. */
export async function applyOptimisticPatch<Name extends EntityName, Result>(
  { entity, id, change, getResult }: OptimisticChange<Name, Result>,
  { dispatch, requestId, queryFulfilled }: MutationLifecycle<Result>,
): Promise<void> {
  const key = { entity, id, patchId: requestId };
  dispatch(entityPatched({ ...key, change }));
  const response = await queryFulfilled.catch(() => null);
  const result = response && { change: getResult(response.data), position: getReadPosition(response.meta) };
  dispatch(patchSettled({ ...key, ...(result && { result }) }));
}
