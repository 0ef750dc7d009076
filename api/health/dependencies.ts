import { withTimeout } from '../../common/timing.ts';
import type { Position } from '../../domain/kernel/event.ts';
import {
  createLogView,
  getProjectionStatuses,
  type ProjectionStatus,
} from '../../projections/engine/query.ts';
import { projections } from '../../projections/registry.ts';
import type { ApiSystem } from '../http/system.ts';

/** The head of the event log and the statuses of the projections. Each is null if it is unavailable. */
export interface DependencyStatus {
  readonly head: Position | null;
  readonly statuses: readonly ProjectionStatus[] | null;
}

const RESPONSE_TIMEOUT_MS = 2_000;

/** Returns the result of a promise, or null if it rejects or times out. */
const getResultOrNull = async <Result>(promise: Promise<Result>): Promise<Result | null> =>
  (await withTimeout(
    promise.catch(() => null),
    RESPONSE_TIMEOUT_MS,
  )) ?? null;

function shareConcurrentCalls<Result>(operation: () => Promise<Result>): () => Promise<Result> {
  let pendingResult: Promise<Result> | null = null;
  return () => {
    pendingResult ??= operation().finally(() => {
      pendingResult = null;
    });
    return pendingResult;
  };
}

/** Creates a function that checks the event log and the projections. Concurrent calls share one check. */
export const createDependencyCheck = ({
  pool,
  rawLog,
}: Pick<ApiSystem, 'pool' | 'rawLog'>): (() => Promise<DependencyStatus>) =>
  shareConcurrentCalls(async () => {
    const logView = await getResultOrNull(createLogView(rawLog));
    const createNewLogView = async () => logView && createLogView(rawLog).catch(() => null);
    return {
      head: logView?.head ?? null,
      statuses: await getResultOrNull(getProjectionStatuses(pool, projections, createNewLogView)),
    };
  });
