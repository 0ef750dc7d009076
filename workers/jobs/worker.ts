import { addMs } from '../../domain/kernel/ids.ts';
import type { JobFailure, Jobs } from '../../domain/ports/jobs.ts';
import { sweepPayments } from '../payments/sweep.ts';
import type { PaymentsSystem } from '../payments/system.ts';
import type { Worker } from '../worker.ts';
import { createHousekeepingJobs, type HousekeepingSystem } from './housekeeping.ts';

/** Dependencies of the jobs. */
export type JobsSystem = HousekeepingSystem & PaymentsSystem & { readonly jobs: Jobs };

const SWEEP_INTERVAL_MS = 5 * 60_000;
/** Period covered by each sweep, in milliseconds. It is longer than any expected outage. */
const SWEEP_PERIOD_MS = 3 * 24 * 60 * 60_000;

/** Subject for failure reports about the queue itself. */
const QUEUE_SUBJECT = 'looking for jobs';

/** Starts a worker that runs jobs from the queue shared by all processes. */
export function startJobs(system: JobsSystem): Worker {
  const { logger, clock } = system;
  const paymentSweep = {
    name: 'sweep-payments',
    everyMs: SWEEP_INTERVAL_MS,
    run: () => sweepPayments(system, addMs(clock.now(), -SWEEP_PERIOD_MS)),
  };
  const logFailure = ({ name, id, error, attempt }: JobFailure): void =>
    logger.error({ err: error, job: name, id, attempt }, 'job failed', id ? name : QUEUE_SUBJECT);
  const kinds = [paymentSweep, ...createHousekeepingJobs(system)].map(({ name, everyMs, run }) => ({
    name,
    everyMs,
    run: async () => {
      await run();
      logger.recovered?.(name);
    },
  }));
  return system.jobs.work(kinds, logFailure, () => logger.recovered?.(QUEUE_SUBJECT));
}
