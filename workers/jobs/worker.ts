import type { JobFailure, JobKind, Jobs } from '../../domain/ports/jobs.ts';
import { sweepPayments } from '../payments/sweep.ts';
import type { PaymentsSystem } from '../payments/system.ts';
import type { Worker } from '../worker.ts';
import { type HousekeepingSystem, housekeeping } from './housekeeping.ts';

/** Dependencies of the jobs. */
export type JobsSystem = HousekeepingSystem & PaymentsSystem & { readonly jobs: Jobs };

const SWEEP_EVERY_MS = 5 * 60_000;
/** Period covered by each sweep, in milliseconds: longer than any expected outage. */
const SWEEP_BACK_MS = 3 * 24 * 60 * 60_000;

/** Subject of failures of the queue itself. */
const QUEUE = 'looking for jobs';

/** Books payments whose webhooks were lost. */
const paymentSweep = (system: PaymentsSystem): JobKind => ({
  name: 'sweep-payments',
  everyMs: SWEEP_EVERY_MS,
  run: () => sweepPayments(system, new Date(Date.parse(system.clock.now()) - SWEEP_BACK_MS).toISOString()),
});

const kindsOf = (system: JobsSystem): readonly JobKind[] => [paymentSweep(system), ...housekeeping(system)];

/** Number of jobs that are due but not started. */
export const countJobs = ({ jobs }: Pick<JobsSystem, 'jobs'>): Promise<number> => jobs.waiting();

/** Runs jobs, in competition with all other workers. */
export function startJobs(system: JobsSystem): Worker {
  const { logger } = system;
  const report = ({ name, id, error, attempt }: JobFailure): void =>
    logger.error({ err: error, job: name, id, attempt }, 'a job did not succeed', id ? name : QUEUE);
  const kinds = kindsOf(system).map(({ name, everyMs, run }) => ({
    name,
    everyMs,
    run: async () => {
      await run();
      logger.recovered?.(name);
    },
  }));
  return system.jobs.work(kinds, report, () => logger.recovered?.(QUEUE));
}
