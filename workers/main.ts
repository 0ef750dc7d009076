import { StartupError } from '../adapters/startup-error.ts';
import { projectionNames } from '../projections/registry.ts';
import { createHeartbeat } from './heartbeat.ts';
import { type PartSystem, partNames, parts, SUBSCRIPTION } from './parts.ts';
import { type ProjectorSystem, startProjector } from './projector.ts';
import type { Worker } from './worker.ts';

/** Dependencies of the workers. */
export type WorkerSystem = ProjectorSystem & PartSystem;

const ALL_PROJECTIONS = 'projections';

/** Names that can be selected: all projections, single ones, and the other parts. */
export const workerNames: readonly string[] = [ALL_PROJECTIONS, ...projectionNames, ...partNames];

/**
 * Starts all workers, or the selected ones.
 * @throws StartupError for an unknown name
 */
export async function startWorkers(
  system: WorkerSystem,
  { only }: { readonly only?: readonly string[] | undefined } = {},
): Promise<Worker> {
  const unknown = only?.find((name) => !workerNames.includes(name));
  if (unknown)
    throw new StartupError(`There is no worker named ${unknown}. There are: ${workerNames.join(', ')}.`);
  const isSelected = (name: string): boolean => !only || only.includes(name);
  const projected = projectionNames.filter((name) => isSelected(ALL_PROJECTIONS) || isSelected(name));
  const heartbeat = createHeartbeat(system);
  const workers: Worker[] = [];
  const beating: string[] = [];
  if (projected.length > 0) {
    workers.push(await startProjector(system, projected, heartbeat.getLogger(SUBSCRIPTION)));
    beating.push(SUBSCRIPTION);
  }
  const wanted = parts.filter(({ name }) => isSelected(name));
  for (const { name, start } of wanted) workers.push(start({ ...system, logger: heartbeat.getLogger(name) }));
  beating.push(...wanted.map(({ name }) => name));
  if (beating.length > 0) workers.push(heartbeat.start(beating));
  return {
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
