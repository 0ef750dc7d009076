import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { sleep } from '../common/timing.ts';
import { getBackoffMs } from '../domain/kernel/exponential-backoff.ts';
import {
  acquireLeases,
  insertMissingCheckpoints,
  RENEWAL_MS,
  releaseLeases,
} from '../projections/engine/leases.ts';
import { MAX_FAILURE_PAUSE_MS } from './run-repeatedly.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** Work that only the lease holder executes. */
export interface LeasedWork {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
  /** Name of the lease, and subject of its failure reports. */
  readonly lease: string;
  /** Called repeatedly while this process holds the lease. Should wait when nothing is due. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Logged after a failure. The work is retried after a pause that grows exponentially up to 5 s. */
  readonly failureMessage: string;
}

const INITIAL_FAILURE_PAUSE_MS = 1_000;

/** Runs work while this process holds the lease. If the process ends, another one takes over within seconds. */
export function runWithLease({ pool, logger, lease, work, failureMessage }: LeasedWork): Worker {
  const holder = randomUUID();
  const closeController = new AbortController();
  const { signal } = closeController;
  let failures = 0;

  /** Renews the lease while the work runs. */
  async function workAndRenew(): Promise<void> {
    const renewal = setInterval(() => acquireLeases(pool, holder, [lease]).catch(() => {}), RENEWAL_MS);
    try {
      await work(signal);
      if (failures > 0) logger.recovered?.(lease);
      failures = 0;
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
        failures += 1;
        logger.error({ err: error }, failureMessage, lease);
        await sleep(getBackoffMs(INITIAL_FAILURE_PAUSE_MS, MAX_FAILURE_PAUSE_MS, failures), signal);
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
