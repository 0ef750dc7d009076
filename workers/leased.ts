import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pause } from '../common/waiting.ts';
import { prepareCheckpoints, RENEWAL_MS, releaseLeases, takeLeases } from '../projections/engine/leases.ts';
import type { Worker } from './worker.ts';

/** Work that one process at a time does: the one that holds the lease. */
export interface LeasedWork {
  readonly pool: Pool;
  /** Name of the lease. */
  readonly lease: string;
  /** Done again and again while the lease is held; it waits by itself when there is nothing to do. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Told of work that failed; it is tried again after a while. */
  readonly onFailure: (error: unknown) => void;
  /** Called after the first success that follows a failure. */
  readonly onRecovered: () => void;
}

const PAUSE_AFTER_FAILURE_MS = 1_000;

/** Does some work whenever this process holds its lease. Another one takes over within seconds of this one's end. */
export function leased({ pool, lease, work, onFailure, onRecovered }: LeasedWork): Worker {
  const holder = randomUUID();
  const closing = new AbortController();
  const { signal } = closing;
  let hasFailed = false;

  /** Keeps the lease while the work goes on. */
  async function workAndRenew(): Promise<void> {
    const renewal = setInterval(() => takeLeases(pool, holder, [lease]).catch(() => {}), RENEWAL_MS);
    try {
      await work(signal);
      if (hasFailed) onRecovered();
      hasFailed = false;
    } finally {
      clearInterval(renewal);
    }
  }

  async function goOn(): Promise<void> {
    await prepareCheckpoints(pool, [lease]);
    while (!signal.aborted) {
      const held = await takeLeases(pool, holder, [lease]);
      await (held.length > 0 ? workAndRenew() : pause(RENEWAL_MS, signal));
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await goOn();
      } catch (error) {
        hasFailed = true;
        onFailure(error);
        await pause(PAUSE_AFTER_FAILURE_MS, signal);
      }
    }
  }

  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
      await releaseLeases(pool, holder).catch(() => {});
    },
  };
}
