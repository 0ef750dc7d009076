import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sleep } from '../common/timing.ts';
import type { Peers } from '../domain/ports/peers.ts';
import type { ReadModelChanges } from '../domain/ports/read-models.ts';
import { parseCheckpoints, SELECT_CHECKPOINTS } from './checkpoints.ts';

/** Durations in milliseconds. */
interface PeerTiming {
  readonly announceIntervalMs: number;
  /** Time from the sending of a check that found no peers, for which a process may assume that it has none. */
  readonly aloneMs: number;
  /**
   * Time from an announcement, for which a process may assume that peers know of it. Must be shorter than the 10 s
   * after which `engine.announce_peer` forgets a process, less the 3 s for which it does not renew a row.
   */
  readonly knownMs: number;
}

const TIMING: PeerTiming = { announceIntervalMs: 500, aloneMs: 1_000, knownMs: 5_000 };

interface PeersOptions {
  readonly pool: Pool;
  /** Receives the checkpoints as they are at the start of a period alone, because peers may have written before it. */
  readonly observe: ReadModelChanges['observe'];
  readonly timing?: PeerTiming;
}

/** Announces this process to its peers repeatedly, until `leave` is called. */
export function joinPeers({ pool, observe, timing = TIMING }: PeersOptions): Peers {
  const { announceIntervalMs, aloneMs, knownMs } = timing;
  const id = randomUUID();
  const leaveController = new AbortController();
  let currentAnnouncement: Promise<void> | null = null;
  let period = 0;
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let knownUntil = Number.NEGATIVE_INFINITY;

  const isKnown = (): boolean => performance.now() < knownUntil;

  async function observeCheckpoints(): Promise<void> {
    const { rows } = await pool.query<{ checkpoints: string | null }>({
      name: 'checkpoints-without-peers',
      text: `SELECT ${SELECT_CHECKPOINTS} AS checkpoints`,
    });
    observe(parseCheckpoints(rows[0]?.checkpoints));
  }

  /** A peer needs longer than `aloneMs` to join and to change anything, so it cannot do so between two timely checks. */
  async function extendPeriod(sentAt: number): Promise<void> {
    if (performance.now() >= aloneUntil) {
      await observeCheckpoints();
      period += 1;
    }
    aloneUntil = sentAt + aloneMs;
  }

  async function announce(): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await pool.query<{ alone: boolean }>({
      name: 'announce-peer',
      text: 'SELECT engine.announce_peer($1) AS alone',
      values: [id],
    });
    if (rows[0]?.alone) await extendPeriod(sentAt);
    else {
      aloneUntil = Number.NEGATIVE_INFINITY;
      // After this time, no peer can assume to be alone because of a check before this announcement.
      if (!isKnown()) await delay(aloneMs);
    }
    knownUntil = sentAt + knownMs;
  }

  /** Concurrent calls share an announcement. */
  const announceOnce = (): Promise<void> => {
    currentAnnouncement ??= announce().finally(() => {
      currentAnnouncement = null;
    });
    return currentAnnouncement;
  };

  async function becomeKnown(): Promise<void> {
    while (!isKnown()) await announceOnce();
  }

  async function repeatAnnouncement(): Promise<void> {
    while (!leaveController.signal.aborted) {
      // A failure is noticed by the requests, which then announce the process themselves.
      await announceOnce().catch(() => {});
      await sleep(announceIntervalMs, leaveController.signal);
    }
  }

  const repetition = repeatAnnouncement();
  return {
    getPeriodAlone: () => (performance.now() < aloneUntil ? period : null),
    isKnown,
    becomeKnown,
    leave: async () => {
      leaveController.abort();
      await repetition;
      aloneUntil = Number.NEGATIVE_INFINITY;
      await pool.query('DELETE FROM engine.peers WHERE id = $1', [id]).catch(() => {});
    },
  };
}

/** Runs work that ends sessions in a process that answers no requests. Meanwhile, no peer finds sessions in memory. */
export async function runAsPeer<Result>(
  { pool, progress }: { readonly pool: Pool; readonly progress: Pick<ReadModelChanges, 'observe'> },
  work: () => Promise<Result>,
): Promise<Result> {
  const peers = joinPeers({ pool, observe: progress.observe });
  try {
    await peers.becomeKnown();
    return await work();
  } finally {
    await peers.leave();
  }
}
