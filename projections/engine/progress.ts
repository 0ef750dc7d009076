import type pg from 'pg';
import { sleep } from '../../common/timing.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type {
  Checkpoint,
  ReadModelChanges,
  ReadModelProgress,
  ReadVersion,
} from '../../domain/ports/read-models.ts';
import type { CreatePublishStatements } from './batch-writer.ts';

/** Progress of read models, reported by the projections of this process and published to other processes. */
export interface SharedProgress extends ReadModelProgress, ReadModelChanges {
  /** If it returns no statements, `report` publishes the position. */
  readonly createPublishStatements: CreatePublishStatements;
  /**
   * Reports that a projection has reached a position. `hasChanged` is whether it may have changed rows since
   * its last position.
   * @param isPublished whether the transaction contained the statements from `createPublishStatements`
   */
  readonly report: (
    projection: string,
    position: Position,
    hasChanged: boolean,
    isPublished?: boolean,
  ) => void;
  readonly close: () => Promise<void>;
}

const TOPIC = 'kindra_read_models';
/** Delay before publishing, in milliseconds, during which positions of other projections are collected. */
const COLLECT_DELAY_MS = 3;
/** Minimum pause between two messages to other processes, in milliseconds. */
const PUBLISH_PAUSE_MS = 8;
/**
 * Minimum pause in milliseconds if transactions publish their own positions. Messages then contain only positions of
 * batches that changed no rows.
 */
const LONG_PUBLISH_PAUSE_MS = 50;
/** Interval at which checkpoints are read while callers wait, in milliseconds, in case a message was lost. */
const POLL_INTERVAL_MS = 250;

/** Maximum age of checkpoints that `refresh` accepts, in milliseconds. */
const MAX_AGE_MS = 1_000;

/** A projection, its position, and the last position at which it may have changed rows. */
type Report = readonly [projection: string, position: Position, changedAt: Position];

interface Waiter {
  readonly projections: readonly string[];
  readonly position: Position;
  readonly settle: (isReached: boolean) => void;
}

/**
 * Tracks the positions of read models, based on reports from projections in this process, messages from other
 * processes, and stored checkpoints. Discards all positions when the log history changes.
 */
export function createReadModelProgress(
  pool: pg.Pool,
  fanOut: FanOut,
  history?: Pick<LogHistory, 'onChanged'>,
): SharedProgress {
  const { createStatement } = fanOut;
  const positions = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  const closeController = new AbortController();
  /** Last position at which each projection may have changed rows. */
  const changePositions = new Map<string, Position>();
  const epochs = new Map<string, number>();
  let resetCount = 0;
  /** Discarded by each report, which is less frequent than reads. */
  let currentVersion: ReadVersion | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let currentRefresh: Promise<void> | null = null;
  const unpublishedNames = new Set<string>();
  /** Projections whose transactions in progress do not publish their positions, because no other process listens. */
  const silentNames = new Set<string>();
  let currentPublish: Promise<void> | null = null;
  let pollTimer: NodeJS.Timeout | null = null;

  const hasReached = ({ projections, position }: Waiter): boolean =>
    projections.every((name) => (positions.get(name) ?? -1) >= position);

  function invalidateVersions(): void {
    resetCount += 1;
    currentVersion = null;
  }

  function update(reports: Iterable<Report>): void {
    for (const [name, position, changedAt] of reports) {
      currentVersion = null;
      positions.set(name, position);
      changePositions.set(name, Math.max(changedAt, changePositions.get(name) ?? 0));
    }
    for (const waiter of [...waiters]) if (hasReached(waiter)) waiter.settle(true);
  }

  /** Applies reports from other processes. Positions never decrease, because messages can overtake each other. */
  function receive(reports: readonly Report[]): void {
    update(
      reports.map(([name, position, changedAt]) => [
        name,
        Math.max(position, positions.get(name) ?? 0),
        changedAt,
      ]),
    );
  }

  /** Applies stored checkpoints. Ignores older positions: a checkpoint can be stored after its publication. */
  function observe(checkpoints: readonly Checkpoint[]): void {
    for (const { projection, epoch } of checkpoints) {
      if ((epochs.get(projection) ?? epoch) !== epoch) invalidateVersions();
      epochs.set(projection, epoch);
    }
    const isNewer = ({ projection, position }: Checkpoint) => position > (positions.get(projection) ?? -1);
    update(checkpoints.filter(isNewer).map(({ projection, position }) => [projection, position, position]));
    refreshedAt = performance.now();
  }

  async function publish(): Promise<void> {
    while (unpublishedNames.size > 0 && !closeController.signal.aborted) {
      await sleep(COLLECT_DELAY_MS, closeController.signal);
      if (unpublishedNames.size === 0) continue;
      const reports = [...unpublishedNames].map((name) => [
        name,
        positions.get(name),
        changePositions.get(name),
      ]);
      unpublishedNames.clear();
      await fanOut.publish(TOPIC, JSON.stringify(reports));
      await sleep(createStatement ? LONG_PUBLISH_PAUSE_MS : PUBLISH_PAUSE_MS, closeController.signal);
    }
    currentPublish = null;
  }

  async function readCheckpoints(): Promise<void> {
    const { rows } = await pool.query<Checkpoint>({
      name: 'checkpoints',
      text: 'SELECT projection, position::float8 AS position, epoch::float8 AS epoch FROM engine.checkpoints',
    });
    observe(rows);
  }

  function schedulePoll(): void {
    pollTimer ??= setTimeout(() => {
      pollTimer = null;
      readCheckpoints()
        .catch(() => {})
        .finally(() => {
          if (waiters.size > 0 && !closeController.signal.aborted) schedulePoll();
        });
    }, POLL_INTERVAL_MS);
  }

  const stopWatching = history?.onChanged(() => {
    positions.clear();
    changePositions.clear();
    invalidateVersions();
    unpublishedNames.clear();
  });
  const listener = fanOut.subscribe(TOPIC, { onMessage: (payload) => receive(JSON.parse(payload)) });

  return {
    waitFor: (projections, position, waitMs) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          projections,
          position,
          settle: (result) => {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(result);
          },
        };
        const timer = setTimeout(() => waiter.settle(false), waitMs);
        waiters.add(waiter);
        if (hasReached(waiter)) return waiter.settle(true);
        schedulePoll();
      }),
    observe,
    refresh: async () => {
      if (performance.now() - refreshedAt < MAX_AGE_MS) return;
      currentRefresh ??= readCheckpoints().finally(() => {
        currentRefresh = null;
      });
      await currentRefresh;
    },
    getVersion: () => {
      currentVersion ??= { positions: new Map(positions), resets: resetCount };
      return currentVersion;
    },
    isUnchanged: (names, since) => {
      if (since.resets !== resetCount) return false;
      for (const name of names)
        if ((changePositions.get(name) ?? Number.POSITIVE_INFINITY) > (since.positions.get(name) ?? -1))
          return false;
      return true;
    },
    createPublishStatements: (positions) => {
      if (!createStatement) return [];
      const reports = positions.map(({ projection, position }): Report => [projection, position, position]);
      const statement = createStatement(TOPIC, JSON.stringify(reports));
      for (const { projection } of positions)
        if (statement) silentNames.delete(projection);
        else silentNames.add(projection);
      return statement ? [statement] : [];
    },
    report: (projection, position, hasChanged, isPublished = false) => {
      update([[projection, position, hasChanged ? position : 0]]);
      // A process may have begun to listen since the transaction was sent.
      const isSilent = silentNames.delete(projection);
      if (isPublished && createStatement && !isSilent) {
        unpublishedNames.delete(projection);
        return;
      }
      unpublishedNames.add(projection);
      currentPublish ??= publish();
    },
    close: async () => {
      closeController.abort();
      stopWatching?.();
      if (pollTimer) clearTimeout(pollTimer);
      for (const waiter of [...waiters]) waiter.settle(false);
      await currentPublish;
      await listener.close();
    },
  };
}
