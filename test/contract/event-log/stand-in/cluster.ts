import { setTimeout as delay } from 'node:timers/promises';
import { type Appended, createStandInLog, type Proposed, type View } from './log.ts';

export interface ClusterOptions {
  /**
   * Time until a majority of the nodes has stored an event, in ms. Until then the leader compares revisions with it,
   * but neither returns it nor confirms its append.
   */
  readonly replicationMs: number;
}

/** The log of a cluster, and the part that each node returns. */
export interface Cluster {
  readonly log: ReturnType<typeof createStandInLog>;
  /** Number of the leader; null during an election. */
  readonly getLeader: () => number | null;
  readonly elect: (node: number | null) => void;
  /** Followers do not return later appends until they are released. */
  readonly holdFollowers: (areHeld: boolean) => void;
  readonly viewOf: (node: number) => View;
  /** Appends on the leader. Resolves once a majority has the events. */
  readonly append: (
    stream: string,
    expected: number | 'any',
    events: readonly Proposed[],
  ) => Promise<Appended>;
  /** Calls back whenever a node may return more. */
  readonly onShown: (listener: () => void) => () => void;
  readonly truncate: (after: number) => void;
  /** Makes a record visible that the log wrote itself. */
  readonly showAll: () => void;
}

/** Creates a cluster with an empty log, whose first node is the leader. */
export function createCluster({ replicationMs }: ClusterOptions): Cluster {
  const log = createStandInLog();
  const listeners = new Set<() => void>();
  let leader: number | null = 0;
  let replicated = 0;
  let followersHeldAt: number | null = null;

  function show(count: number): void {
    replicated = Math.max(replicated, count);
    for (const listener of [...listeners]) listener();
  }

  return {
    log,
    getLeader: () => leader,
    elect: (node) => {
      leader = node;
    },
    holdFollowers: (areHeld) => {
      followersHeldAt = areHeld ? replicated : null;
      show(replicated);
    },
    viewOf: (node) => {
      const visibleEnd = node === leader ? replicated : (followersHeldAt ?? replicated);
      return log.all.slice(0, visibleEnd);
    },
    append: async (stream, expected, events) => {
      const result = log.append(stream, expected, events);
      const count = log.all.length;
      if ('conflictAt' in result) return result;
      if (replicationMs > 0) await delay(replicationMs);
      show(count);
      return result;
    },
    onShown: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    truncate: (after) => {
      log.truncate(after);
      replicated = Math.min(replicated, log.all.length);
    },
    showAll: () => show(log.all.length),
  };
}
