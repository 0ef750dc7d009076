import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { sleep } from '../common/timing.ts';
import {
  acquireLeases,
  insertMissingCheckpoints,
  RENEWAL_MS,
  releaseLeases,
} from '../projections/engine/leases.ts';
import type { Worker } from './worker.ts';

/** Work that only the lease holder executes. */
export interface LeasedWork {
  readonly pool: Pool;
  /** Name of the lease. */
  readonly lease: string;
  /** Called repeatedly while this process holds the lease. Should wait when nothing is due. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Called after a failure. The work is retried after a pause. */
  readonly onFailure: (error: unknown) => void;
  /** Called after the first success following a failure. */
  readonly onRecovered: () => void;
}

const PAUSE_AFTER_FAILURE_MS = 1_000;

/** Runs work while this process holds the lease. If the process ends, another one takes over within seconds. */
export function runWithLease({ pool, lease, work, onFailure, onRecovered }: LeasedWork): Worker {
  const holder = randomUUID();
  const closeController = new AbortController();
  const { signal } = closeController;
  let hasFailed = false;

  /** Renews the lease while the work runs. */
  async function workAndRenew(): Promise<void> {
    const renewal = setInterval(() => acquireLeases(pool, holder, [lease]).catch(() => {}), RENEWAL_MS);
    try {
      await work(signal);
      if (hasFailed) onRecovered();
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
        onFailure(error);
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
