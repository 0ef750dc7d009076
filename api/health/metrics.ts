import type { Registry } from 'prom-client';
import type { ProjectionStatus } from '../../projections/engine/query.ts';
import { registerMeasuredGauge } from '../http/measured-gauge.ts';
import type { ApiSystem } from '../http/system.ts';
import { createDependencyCheck } from './dependencies.ts';

/** Registers gauges for the state of each projection, as `kindra status` shows it. A scrape checks all of them once. */
export function registerProjectionMetrics(
  system: Pick<ApiSystem, 'pool' | 'rawLog' | 'logger'>,
  registry: Registry,
): void {
  const checkDependencies = createDependencyCheck(system);

  /** `getValue` returns null if the value is unknown. */
  function registerGauge(
    name: string,
    help: string,
    getValue: (status: ProjectionStatus) => number | null,
  ): void {
    registerMeasuredGauge(system, registry, {
      name,
      help,
      labelNames: ['projection'],
      measure: async () => {
        const { statuses } = await checkDependencies();
        if (!statuses) throw new Error('the database is unavailable');
        return statuses.flatMap((status) => {
          const value = getValue(status);
          return value === null ? [] : [{ labels: { projection: status.name }, value }];
        });
      },
    });
  }

  registerGauge(
    'kindra_projection_lag_events',
    'Events of the log that are not in the read model yet; absent with EventStoreDB',
    ({ lag }) => lag,
  );
  registerGauge(
    'kindra_projection_lag_seconds',
    'Age of the oldest event that is not in the read model yet, in seconds',
    ({ secondsBehind }) => secondsBehind,
  );
  registerGauge(
    'kindra_projection_failing',
    '1 if the read model is not kept up to date: the projection fails, is stalled, stopped or ahead of the log',
    ({ isServed }) => (isServed ? 0 : 1),
  );
}
