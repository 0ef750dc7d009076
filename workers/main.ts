import { CannotStart } from '../adapters/cannot-start.ts';
import { projectionNames } from '../projections/registry.ts';
import { type CoinTrailSystem, startCoinTrails } from './crowdfunding/extend-coin-trails.ts';
import { type SettlementSystem, startSettlement } from './crowdfunding/settlement.ts';
import { type JobsSystem, startJobs } from './jobs/worker.ts';
import { type JournalCheckSystem, startJournalCheck } from './ledger/check-journal.ts';
import { startPaymentsWorker } from './payments/worker.ts';
import { type ProjectorSystem, startProjector } from './projector.ts';
import { startPulse } from './pulse.ts';
import type { Worker } from './worker.ts';

/** What the workers are built on; the composed system has all of it. */
export type WorkerSystem = ProjectorSystem &
  JobsSystem &
  SettlementSystem &
  CoinTrailSystem &
  JournalCheckSystem;

/** The name under which all projections are asked for at once. */
const ALL_PROJECTIONS = 'projections';

/** What runs beside the projections, by the name under which operators ask for it: the settlement is `refunds` to them. */
const PARTS: Readonly<Record<string, (system: WorkerSystem) => Worker>> = {
  payments: startPaymentsWorker,
  jobs: startJobs,
  refunds: startSettlement,
  'coin-trails': startCoinTrails,
  'journal-check': startJournalCheck,
};

/** Names of what runs beside the projections. */
export const partNames: readonly string[] = Object.keys(PARTS);

/** What can be asked for: all projections, single ones, and what runs beside them. */
export const workerNames: readonly string[] = [ALL_PROJECTIONS, ...projectionNames, ...partNames];

/**
 * Starts the background work, or only the parts that are named, out of `workerNames`.
 * @throws CannotStart when a part is named that does not exist
 */
export async function startWorkers(
  system: WorkerSystem,
  { only }: { readonly only?: readonly string[] | undefined } = {},
): Promise<Worker> {
  const unknown = only?.find((name) => !workerNames.includes(name));
  if (unknown)
    throw new CannotStart(`There is no worker named ${unknown}. There are: ${workerNames.join(', ')}.`);
  const isWanted = (name: string): boolean => !only || only.includes(name);
  const projected = projectionNames.filter((name) => isWanted(ALL_PROJECTIONS) || isWanted(name));
  const workers = projected.length > 0 ? [await startProjector(system, projected)] : [];
  const parts = partNames.filter(isWanted);
  for (const name of parts) workers.push((PARTS[name] as (typeof PARTS)[string])(system));
  if (parts.length > 0) workers.push(startPulse(system, parts));
  return {
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
