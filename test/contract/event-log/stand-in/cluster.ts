import { setTimeout as delay } from 'node:timers/promises';
import { type AppendResult, createStandInLog, type ProposedEvent, type ReadableRecords } from './log.ts';

export interface ClusterOptions {
  /**
   * Time until a majority of the nodes has stored an event, in milliseconds. Until then, the leader includes the event
   * in revision checks, but does not return it or acknowledge its append.
   */
  readonly replicationMs: number;
}

/** A simulated cluster: its log and the records that are readable on each node. */
export interface Cluster {
  readonly log: ReturnType<typeof createStandInLog>;
  /** Returns the number of the leader, or null during an election. */
  readonly getLeader: () => number | null;
  readonly elect: (node: number | null) => void;
  /** Suspends or resumes replication to the followers. While it is suspended, followers do not return new events. */
  readonly holdFollowers: (areHeld: boolean) => void;
  readonly getReadableRecords: (node: number) => ReadableRecords;
  /** Appends events on the leader. Resolves when a majority of the nodes has stored them. */
  readonly append: (
    stream: string,
    expected: number,
    events: readonly ProposedEvent[],
  ) => Promise<AppendResult>;
  /** Adds a listener that is called when a node may have new readable records. Returns a function that removes it. */
  readonly onRecordsVisible: (listener: () => void) => () => void;
  readonly truncate: (after: number) => void;
  /** Makes all records readable, including those that the log itself created. */
  readonly revealAll: () => void;
}

/** Creates a cluster with an empty log. The first node is the leader. */
export function createCluster({ replicationMs }: ClusterOptions): Cluster {
  const log = createStandInLog();
  const listeners = new Set<() => void>();
  let leader: number | null = 0;
  let replicatedCount = 0;
  let followersHeldAt: number | null = null;

  function revealRecords(count: number): void {
    replicatedCount = Math.max(replicatedCount, count);
    for (const listener of [...listeners]) listener();
  }

  return {
    log,
    getLeader: () => leader,
    elect: (node) => {
      leader = node;
    },
    holdFollowers: (areHeld) => {
      followersHeldAt = areHeld ? replicatedCount : null;
      revealRecords(replicatedCount);
    },
    getReadableRecords: (node) => {
      const visibleEnd = node === leader ? replicatedCount : (followersHeldAt ?? replicatedCount);
      return log.all.slice(0, visibleEnd);
    },
    append: async (stream, expected, events) => {
      const result = log.append(stream, expected, events);
      const count = log.all.length;
      if ('conflictAt' in result) return result;
      if (replicationMs > 0) await delay(replicationMs);
      revealRecords(count);
      return result;
    },
    onRecordsVisible: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    truncate: (after) => {
      log.truncate(after);
      replicatedCount = Math.min(replicatedCount, log.all.length);
    },
    revealAll: () => revealRecords(log.all.length),
  };
}
