import { CannotStart } from '../adapters/cannot-start.ts';
import { projectionNames } from '../projections/registry.ts';
import { type ProjectorSystem, startProjector } from './projector.ts';
import type { Worker } from './worker.ts';

/** What the workers are built on; the composed system has all of it. */
export type WorkerSystem = ProjectorSystem;

/** The name under which all projections are asked for at once. */
const ALL_PROJECTIONS = 'projections';

/**
 * Starts the background work, or only the parts that are named: `projections`, or single projections by their names.
 * @throws CannotStart when a part is named that does not exist
 */
export async function startWorkers(
  system: WorkerSystem,
  { only }: { readonly only?: readonly string[] | undefined } = {},
): Promise<Worker> {
  const known = [ALL_PROJECTIONS, ...projectionNames];
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown) throw new CannotStart(`There is no worker named ${unknown}. There are: ${known.join(', ')}.`);
  const wanted = !only || only.includes(ALL_PROJECTIONS) ? projectionNames : only;
  return startProjector(system, wanted);
}
