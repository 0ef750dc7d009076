import { withTimeout } from '../../common/timing.ts';
import * as contract from '../../contract/health.ts';
import { notReady } from '../../contract/problems.ts';
import { createLogView, getProjectionStatuses } from '../../projections/engine/query.ts';
import { projections as allProjections } from '../../projections/registry.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

const DOWN_STATUS = { status: 'down', ...notReady } as const;

/** Maximum response time of a part that is up, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 2_000;

/** Returns the result of a promise, or null if it rejects or times out. */
const getResultOrNull = async <Result>(work: Promise<Result>): Promise<Result | null> =>
  (await withTimeout(
    work.catch(() => null),
    RESPONSE_TIMEOUT_MS,
  )) ?? null;

const formatAheadMessage = (names: readonly string[]): string =>
  `Read models are ahead of the log: ${names.join(', ')}. Repair: npx kindra replay ${names.join(' ')}`;

/** Combines concurrent calls: calls during a run receive its result. */
function shareConcurrentCalls<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Reads the state of the event log and the projections; null for those that are down. */
async function inspect({ pool, rawLog }: Pick<ApiSystem, 'pool' | 'rawLog'>) {
  const view = await getResultOrNull(createLogView(rawLog));
  const viewLogAgain = async () => view && createLogView(rawLog).catch(() => null);
  return {
    head: view?.head ?? null,
    statuses: await getResultOrNull(getProjectionStatuses(pool, allProjections, viewLogAgain)),
  };
}

/**
 * Liveness and readiness routes. They are not throttled, and concurrent readiness checks share one
 * inspection.
 */
export function healthRoutes(system: ApiSystem): readonly AnyRoute[] {
  const inspectOnce = shareConcurrentCalls(() => inspect(system));
  return [
    route(contract.healthLive, async () => ({ status: 'live' as const })),

    route(contract.healthReady, async ({ http }) => {
      const { head, statuses } = await inspectOnce();
      const projections = (statuses ?? []).map(({ name, position, lag, secondsBehind, state, isServed }) => ({
        name,
        position,
        lag,
        secondsBehind,
        state,
        healthy: isServed,
      }));
      const ahead = projections.filter(({ state }) => state === 'ahead of the log').map(({ name }) => name);
      const ready = head !== null && statuses !== null && projections.every((one) => one.healthy);
      if (!ready) {
        http.set('Retry-After', '2');
        http.status = 503;
      }
      return {
        ...(ready ? { status: 'ready' as const } : DOWN_STATUS),
        ...(ahead.length > 0 && { message: formatAheadMessage(ahead) }),
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
