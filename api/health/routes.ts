import * as contract from '../../contract/health.ts';
import { notReady } from '../../contract/problems.ts';
import type { ProjectionStatus } from '../../projections/engine/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createDependencyCheck } from './dependencies.ts';

const DOWN_STATUS = { status: 'down', ...notReady } as const;

/**
 * States of a projection that affect only its read model. The API continues to serve calls, so load balancers should not
 * remove it.
 */
const TOLERATED_STATES: ReadonlySet<string> = new Set<ProjectionStatus['state']>(['failing', 'stalled']);

const formatAheadMessage = (names: readonly string[]): string =>
  `Read models are ahead of the log: ${names.join(', ')}. Repair: npx kindra replay ${names.join(' ')}`;

/** Creates the liveness and readiness routes. Concurrent readiness checks share one check of the dependencies. */
export function createHealthRoutes(system: ApiSystem): readonly Route[] {
  const getDependencyStatus = createDependencyCheck(system);
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
        head !== null &&
        statuses !== null &&
        projections.every(({ healthy, state }) => healthy || TOLERATED_STATES.has(state));
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
