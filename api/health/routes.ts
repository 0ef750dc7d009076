import { withTimeout } from '../../common/timing.ts';
import * as contract from '../../contract/health.ts';
import { notReady } from '../../contract/problems.ts';
import { createLogView, getProjectionStatuses } from '../../projections/engine/query.ts';
import { projections as allProjections } from '../../projections/registry.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

const DOWN_STATUS = { status: 'down', ...notReady } as const;

const RESPONSE_TIMEOUT_MS = 2_000;

/** Returns the result of a promise, or null if it rejects or times out. */
const getResultOrNull = async <Result>(promise: Promise<Result>): Promise<Result | null> =>
  (await withTimeout(
    promise.catch(() => null),
    RESPONSE_TIMEOUT_MS,
  )) ?? null;

const formatAheadMessage = (names: readonly string[]): string =>
  `Read models are ahead of the log: ${names.join(', ')}. Repair: npx kindra replay ${names.join(' ')}`;

function shareConcurrentCalls<Result>(operation: () => Promise<Result>): () => Promise<Result> {
  let pendingResult: Promise<Result> | null = null;
  return () => {
    pendingResult ??= operation().finally(() => {
      pendingResult = null;
    });
    return pendingResult;
  };
}

/** The head of the event log and the statuses of the projections are null if they are unavailable. */
async function checkDependencies({ pool, rawLog }: Pick<ApiSystem, 'pool' | 'rawLog'>) {
  const logView = await getResultOrNull(createLogView(rawLog));
  const createNewLogView = async () => logView && createLogView(rawLog).catch(() => null);
  return {
    head: logView?.head ?? null,
    statuses: await getResultOrNull(getProjectionStatuses(pool, allProjections, createNewLogView)),
  };
}

/** Creates the liveness and readiness routes. Concurrent readiness checks share one check of the dependencies. */
export function createHealthRoutes(system: ApiSystem): readonly Route[] {
  const getDependencyStatus = shareConcurrentCalls(() => checkDependencies(system));
  return [
    defineRoute(contract.healthLive, async () => ({ status: 'live' as const })),

    defineRoute(contract.healthReady, async ({ http }) => {
      const { head, statuses } = await getDependencyStatus();
      const projections = (statuses ?? []).map(({ name, position, lag, secondsBehind, state, isServed }) => ({
        name,
        position,
        lag,
        secondsBehind,
        state,
        healthy: isServed,
      }));
      const aheadNames = projections
        .filter(({ state }) => state === 'ahead of the log')
        .map(({ name }) => name);
      const isReady =
        head !== null && statuses !== null && projections.every((projection) => projection.healthy);
      if (!isReady) {
        http.set('Retry-After', '2');
        http.status = 503;
      }
      return {
        ...(isReady ? { status: 'ready' as const } : DOWN_STATUS),
        ...(aheadNames.length > 0 && { message: formatAheadMessage(aheadNames) }),
        parts: [
          { name: 'event log', up: head !== null },
          { name: 'database', up: statuses !== null },
        ],
        head: head ?? 0,
        projections,
      };
    }),
  ];
}
