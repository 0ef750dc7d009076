import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { sleep } from '../common/timing.ts';
import {
  acquireLeases,
  insertMissingCheckpoints,
  RENEWAL_MS,
  releaseLeases,
} from '../projections/engine/leases.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** Work that only the lease holder executes. */
export interface LeasedWork {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
  /** Name of the lease, and subject of its failure reports. */
  readonly lease: string;
  /** Called repeatedly while this process holds the lease. Should wait when nothing is due. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Logged after a failure. The work is retried after a pause. */
  readonly failureMessage: string;
}

const PAUSE_AFTER_FAILURE_MS = 1_000;

/** Runs work while this process holds the lease. If the process ends, another one takes over within seconds. */
export function runWithLease({ pool, logger, lease, work, failureMessage }: LeasedWork): Worker {
  const holder = randomUUID();
  const closeController = new AbortController();
  const { signal } = closeController;
  let hasFailed = false;

  /** Renews the lease while the work runs. */
  async function workAndRenew(): Promise<void> {
    const renewal = setInterval(() => acquireLeases(pool, holder, [lease]).catch(() => {}), RENEWAL_MS);
    try {
      await work(signal);
      if (hasFailed) logger.recovered?.(lease);
      hasFailed = false;
    } finally {
      clearInterval(renewal);
    }
  }

  async function continueWork(): Promise<void> {
    await insertMissingCheckpoints(pool, [lease]);
    while (!signal.aborted) {
      const heldLeases = await acquireLeases(pool, holder, [lease]);
      await (heldLeases.length > 0 ? workAndRenew() : sleep(RENEWAL_MS, signal));
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await continueWork();
      } catch (error) {
        hasFailed = true;
        logger.error({ err: error }, failureMessage, lease);
        await sleep(PAUSE_AFTER_FAILURE_MS, signal);
      }
    }
  }

  const runPromise = run();
  return {
    close: async () => {
      closeController.abort();
      await runPromise;
      await releaseLeases(pool, holder).catch(() => {});
    },
  };
}
