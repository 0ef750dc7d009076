import { StartupError } from '../adapters/startup-error.ts';
import { projectionNames } from '../projections/registry.ts';
import { createHeartbeat } from './heartbeat.ts';
import { limitRepeatedErrors } from './limit-repeated-errors.ts';
import { type PartSystem, partNames, parts, SUBSCRIPTION } from './parts.ts';
import { type ProjectorSystem, startProjector } from './projector.ts';
import type { Worker } from './worker.ts';

/** The parts of the system that workers use. */
export type WorkerSystem = ProjectorSystem & PartSystem;

const ALL_PROJECTIONS = 'projections';

/** Names that operators can select: all projections, individual projections, and other parts. */
export const workerNames: readonly string[] = [ALL_PROJECTIONS, ...projectionNames, ...partNames];

/**
 * Starts all workers, or only the selected ones.
 * @throws StartupError for an unknown name and for an empty selection
 */
export async function startWorkers(
  system: WorkerSystem,
  { only }: { readonly only?: readonly string[] | undefined } = {},
): Promise<Worker> {
  const unknownName = only?.find((name) => !workerNames.includes(name));
  if (unknownName)
    throw new StartupError(`There is no worker named ${unknownName}. Available: ${workerNames.join(', ')}.`);
  if (only?.length === 0)
    throw new StartupError(`--only selects no worker. Available: ${workerNames.join(', ')}.`);
  const isSelected = (name: string): boolean => !only || only.includes(name);
  const selectedProjections = projectionNames.filter(
    (name) => isSelected(ALL_PROJECTIONS) || isSelected(name),
  );
  const logger = limitRepeatedErrors(system.logger);
  const heartbeat = createHeartbeat({ ...system, logger });
  const workers: Worker[] = [];
  const reportedParts: string[] = [];
  if (selectedProjections.length > 0) {
    workers.push(
      await startProjector({ ...system, logger }, selectedProjections, heartbeat.getLogger(SUBSCRIPTION)),
    );
    reportedParts.push(SUBSCRIPTION);
  }
  const selectedParts = parts.filter(({ name }) => isSelected(name));
  for (const { name, start } of selectedParts)
    workers.push(start({ ...system, logger: heartbeat.getLogger(name) }));
  reportedParts.push(...selectedParts.map(({ name }) => name));
  if (reportedParts.length > 0) workers.push(heartbeat.start(reportedParts));
  return {
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      logger.close();
    },
  };
}
