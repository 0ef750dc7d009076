import { inTime } from '../../common/waiting.ts';
import { projectionStatuses } from '../../projections/engine/query.ts';
import * as contract from '../contract/health.ts';
import { type AnyRoute, READ_MODELS, route } from '../http/route.ts';
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

/** Routes that tell whether the process runs, and whether it can do its work. */
export const healthRoutes = ({ pool, rawLog }: ApiSystem): readonly AnyRoute[] => [
  route(contract.healthLive, async () => ({ status: 'live' as const })),

  route(contract.healthReady, async ({ http }) => {
    const head = await answerOf(rawLog.head());
    const statuses = await answerOf(projectionStatuses(pool, READ_MODELS, head ?? 0));
    const projections = (statuses ?? []).map(({ name, position, lag, state }) => ({
      name,
      position,
      lag,
      state,
      healthy: state === 'live' || state === 'catching-up',
    }));
    const ready = head !== null && statuses !== null && projections.every((one) => one.healthy);
    if (!ready) {
      http.set('Retry-After', '2');
      http.status = 503;
    }
    return {
      ...(ready ? { status: 'ready' as const } : DOWN),
      parts: [
        { name: 'event log', up: head !== null },
        { name: 'database', up: statuses !== null },
      ],
      head: head ?? 0,
      projections,
    };
  }),
];
