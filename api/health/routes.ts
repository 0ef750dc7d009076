import { inTime } from '../../common/waiting.ts';
import { projectionStatuses, viewLog } from '../../projections/engine/query.ts';
import { projections as allProjections } from '../../projections/registry.ts';
import * as contract from '../contract/health.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

const DOWN = {
  status: 'down',
  message: 'Kindra is not ready to serve everything.',
  code: 'NOT_READY',
} as const;

/** How long a part may take to show that it is up, in milliseconds. */
const PATIENCE_MS = 2_000;

/** What the promise resolves with, or null when it fails or takes too long. */
const answerOf = async <Result>(work: Promise<Result>): Promise<Result | null> =>
  (await inTime(
    work.catch(() => null),
    PATIENCE_MS,
  )) ?? null;

const aheadMessage = (names: readonly string[]): string =>
  `Read models are ahead of the log: ${names.join(', ')}. Repair: npx kindra replay ${names.join(' ')}`;

/** Shares the result of work that is under way with everybody who asks meanwhile. */
function sharedWhileRunning<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Looks at the event log and the projections; null for what is down. */
async function inspect({ pool, rawLog }: Pick<ApiSystem, 'pool' | 'rawLog'>) {
  const view = await answerOf(viewLog(rawLog));
  const look = async () => view && viewLog(rawLog).catch(() => null);
  return {
    head: view?.head ?? null,
    statuses: await answerOf(projectionStatuses(pool, allProjections, look)),
  };
}

/** Routes that tell whether the process runs, and whether it can do its work. Both are answered however much is asked. */
export function healthRoutes(system: ApiSystem): readonly AnyRoute[] {
  const inspectOnce = sharedWhileRunning(() => inspect(system));
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
        ...(ready ? { status: 'ready' as const } : DOWN),
        ...(ahead.length > 0 && { message: aheadMessage(ahead) }),
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
