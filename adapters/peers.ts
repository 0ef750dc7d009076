import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sleep } from '../common/timing.ts';
import { type Peers, RegistrationFailed } from '../domain/ports/peers.ts';
import type { ReadModelChanges } from '../domain/ports/read-models.ts';
import { parseCheckpoints } from './checkpoints.ts';

/** Durations in milliseconds. */
interface PeerTiming {
  readonly renewalIntervalMs: number;
  /** Duration of an exclusive period, from the start of a renewal that found no peers. */
  readonly exclusiveMs: number;
  /** Time that a new process with peers waits. It is longer than an exclusive period, because timers are inexact. */
  readonly waitMs: number;
  /** Duration of a registration, from the start of a renewal. Shorter than the 10 s after which peers ignore it. */
  readonly registeredMs: number;
}

const TIMING: PeerTiming = { renewalIntervalMs: 500, exclusiveMs: 1_000, waitMs: 1_200, registeredMs: 5_000 };

interface PeersOptions {
  readonly pool: Pool;
  /** Called with the checkpoints by each renewal that finds no peers. */
  readonly observe: ReadModelChanges['observe'];
  readonly timing?: PeerTiming;
}

/** A moment on both clocks. One stops while the machine is suspended, the other one can be set back. */
interface Moment {
  readonly monotonicMs: number;
  readonly unixMs: number;
}

const getMoment = (): Moment => ({ monotonicMs: performance.now(), unixMs: Date.now() });

const getElapsedMs = ({ monotonicMs, unixMs }: Moment): number =>
  Math.max(performance.now() - monotonicMs, Date.now() - unixMs);

/** Registers this process in the database, and renews the registration until `unregister` is called. */
export function createPeers({ pool, observe, timing = TIMING }: PeersOptions): Peers {
  const { renewalIntervalMs, exclusiveMs, waitMs, registeredMs } = timing;
  const id = randomUUID();
  const closeController = new AbortController();
  let currentRenewal: Promise<void> | null = null;
  let period = 0;
  /** Start of the last renewal that found no peers, unless a later one found some. */
  let exclusiveSince: Moment | null = null;
  let registeredSince: Moment | null = null;

  const isExclusive = (): boolean => exclusiveSince !== null && getElapsedMs(exclusiveSince) < exclusiveMs;
  const isRegistered = (): boolean =>
    registeredSince !== null && getElapsedMs(registeredSince) < registeredMs;

  async function renew(): Promise<void> {
    closeController.signal.throwIfAborted();
    const startedAt = getMoment();
    const { rows } = await pool.query<{ checkpoints: string | null }>({
      name: 'register-peer',
      text: 'SELECT engine.register_peer($1) AS checkpoints',
      values: [id],
    });
    const checkpoints = rows[0]?.checkpoints ?? null;
    if (checkpoints === null) {
      exclusiveSince = null;
      // Until then, a peer that has not read the new registration can be in an exclusive period.
      if (!isRegistered()) await delay(waitMs);
    } else {
      observe(parseCheckpoints(checkpoints));
      // A peer waits before its first change, so it cannot make one between two renewals of the same period.
      if (!isExclusive()) period += 1;
      exclusiveSince = startedAt;
    }
    registeredSince = startedAt;
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
    getExclusivePeriod: () => (isExclusive() ? period : null),
    isRegistered,
    register: async () => {
      if (!isRegistered()) await renewOnce();
      // The renewal may have started long before this call.
      if (!isRegistered()) await renewOnce();
      if (!isRegistered()) throw new RegistrationFailed();
    },
    unregister: async () => {
      closeController.abort();
      await renewals;
      exclusiveSince = null;
      registeredSince = null;
      // If it fails, peers ignore the registration after 10 s.
      await pool.query('DELETE FROM engine.peers WHERE id = $1', [id]).catch(() => {});
    },
  };
}

/** Runs work that ends sessions in a process that answers no requests. Peers read sessions from the database meanwhile. */
export async function runAsPeer<Result>(
  { pool, progress }: { readonly pool: Pool; readonly progress: Pick<ReadModelChanges, 'observe'> },
  work: () => Promise<Result>,
  timing?: PeerTiming,
): Promise<Result> {
  const peers = createPeers({ pool, observe: progress.observe, ...(timing && { timing }) });
  try {
    await peers.register();
    const result = await work();
    // If the registration has expired during the work, a peer may have cached a session before it ended.
    await peers.register();
    return result;
  } finally {
    await peers.unregister();
  }
}
