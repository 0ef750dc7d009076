import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sleep } from '../common/timing.ts';
import type { Peers } from '../domain/ports/peers.ts';
import type { ReadModelChanges } from '../domain/ports/read-models.ts';
import { parseCheckpoints, SELECT_CHECKPOINTS } from './checkpoints.ts';

/** Durations in milliseconds. */
interface PeerTiming {
  readonly renewalIntervalMs: number;
  /** Time from the start of a renewal that found no peers, for which a process can assume that it has none. */
  readonly exclusiveMs: number;
  /**
   * Time from the start of a renewal, for which a process can assume that it is registered. `engine.register_peer`
   * ignores a process after 10 s, and stores only every renewal that is 3 s newer.
   */
  readonly registeredMs: number;
}

const TIMING: PeerTiming = { renewalIntervalMs: 500, exclusiveMs: 1_000, registeredMs: 5_000 };

interface PeersOptions {
  readonly pool: Pool;
  /** Called with the checkpoints at the start of each exclusive period, because peers may have written before it. */
  readonly observe: ReadModelChanges['observe'];
  readonly timing?: PeerTiming;
}

/** Registers this process in the database, and renews the registration until `unregister` is called. */
export function createPeers({ pool, observe, timing = TIMING }: PeersOptions): Peers {
  const { renewalIntervalMs, exclusiveMs, registeredMs } = timing;
  const id = randomUUID();
  const closeController = new AbortController();
  let currentRenewal: Promise<void> | null = null;
  let period = 0;
  let exclusiveUntil = Number.NEGATIVE_INFINITY;
  let registeredUntil = Number.NEGATIVE_INFINITY;

  const isRegistered = (): boolean => performance.now() < registeredUntil;

  async function observeCheckpoints(): Promise<void> {
    const { rows } = await pool.query<{ checkpoints: string | null }>({
      name: 'peer-checkpoints',
      text: `SELECT ${SELECT_CHECKPOINTS} AS checkpoints`,
    });
    observe(parseCheckpoints(rows[0]?.checkpoints));
  }

  /**
   * Extends the exclusive period, or starts another one if the last one has ended. A peer waits `exclusiveMs` between its
   * registration and its first change, so it cannot make a change between two renewals of the same period.
   */
  async function extendExclusivePeriod(startedAt: number): Promise<void> {
    if (performance.now() >= exclusiveUntil) {
      await observeCheckpoints();
      period += 1;
    }
    exclusiveUntil = startedAt + exclusiveMs;
  }

  async function renew(): Promise<void> {
    const startedAt = performance.now();
    const { rows } = await pool.query<{ exclusive: boolean }>({
      name: 'register-peer',
      text: 'SELECT engine.register_peer($1) AS exclusive',
      values: [id],
    });
    if (rows[0]?.exclusive) await extendExclusivePeriod(startedAt);
    else {
      exclusiveUntil = Number.NEGATIVE_INFINITY;
      // Until then, a peer that has not read the new registration can be in an exclusive period.
      if (!isRegistered()) await delay(exclusiveMs);
    }
    registeredUntil = startedAt + registeredMs;
  }

  /** Concurrent calls share a renewal. */
  const renewOnce = (): Promise<void> => {
    currentRenewal ??= renew().finally(() => {
      currentRenewal = null;
    });
    return currentRenewal;
  };

  async function renewRepeatedly(): Promise<void> {
    while (!closeController.signal.aborted) {
      // Requests fail with the same error when the registration expires.
      await renewOnce().catch(() => {});
      await sleep(renewalIntervalMs, closeController.signal);
    }
  }

  const renewals = renewRepeatedly();
  return {
    getExclusivePeriod: () => (performance.now() < exclusiveUntil ? period : null),
    isRegistered,
    register: async () => {
      while (!isRegistered()) await renewOnce();
    },
    unregister: async () => {
      closeController.abort();
      await renewals;
      exclusiveUntil = Number.NEGATIVE_INFINITY;
      // Peers ignore the registration after 10 s.
      await pool.query('DELETE FROM engine.peers WHERE id = $1', [id]).catch(() => {});
    },
  };
}

/** Runs work that ends sessions in a process that answers no requests. Meanwhile, peers read sessions from the database. */
export async function runAsPeer<Result>(
  { pool, progress }: { readonly pool: Pool; readonly progress: Pick<ReadModelChanges, 'observe'> },
  work: () => Promise<Result>,
): Promise<Result> {
  const peers = createPeers({ pool, observe: progress.observe });
  try {
    await peers.register();
    return await work();
  } finally {
    await peers.unregister();
  }
}
