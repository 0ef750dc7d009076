import type pg from 'pg';
import type { Position } from '../../domain/kernel/event.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { Checkpoint, ReadModelChanges, ReadModelProgress } from '../../domain/ports/read-models.ts';
import type { CreatePublishStatements } from './batch-writer.ts';
import { createProgressPublisher, PROGRESS_TOPIC } from './progress-publisher.ts';
import { createReadModelPositions, type Report } from './read-model-positions.ts';

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

/** Interval at which checkpoints are read while callers wait, in milliseconds, in case a message was lost. */
const POLL_INTERVAL_MS = 250;

/** Maximum age of checkpoints that `refresh` accepts, in milliseconds. */
const MAX_AGE_MS = 1_000;

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
  const positions = createReadModelPositions();
  const publisher = createProgressPublisher(fanOut, positions.toReport);
  const waiters = new Set<Waiter>();
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let currentRefresh: Promise<void> | null = null;
  let pollTimer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const hasReached = ({ projections, position }: Waiter): boolean =>
    projections.every((name) => (positions.find(name) ?? -1) >= position);

  function update(reports: Iterable<Report>): void {
    positions.update(reports);
    for (const waiter of [...waiters]) if (hasReached(waiter)) waiter.settle(true);
  }

  /** Applies reports from other processes. Positions never decrease, because messages can overtake each other. */
  function receive(reports: readonly Report[]): void {
    update(
      reports.map(([name, position, changedAt]) => [
        name,
        Math.max(position, positions.find(name) ?? 0),
        changedAt,
      ]),
    );
  }

  /** Applies stored checkpoints. Ignores older positions: a checkpoint can be stored after its publication. */
  function observe(checkpoints: readonly Checkpoint[]): void {
    positions.observeEpochs(checkpoints);
    const isNewer = ({ projection, position }: Checkpoint) => position > (positions.find(projection) ?? -1);
    update(checkpoints.filter(isNewer).map(({ projection, position }) => [projection, position, position]));
    refreshedAt = performance.now();
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
          if (waiters.size > 0 && !isClosed) schedulePoll();
        });
    }, POLL_INTERVAL_MS);
  }

  const stopWatching = history?.onChanged(() => {
    positions.clear();
    publisher.clear();
  });
  const listener = fanOut.subscribe(PROGRESS_TOPIC, { onMessage: (payload) => receive(JSON.parse(payload)) });

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
    getVersion: positions.getVersion,
    isUnchanged: positions.isUnchanged,
    createPublishStatements: publisher.createPublishStatements,
    report: (projection, position, hasChanged, isPublished = false) => {
      update([[projection, position, hasChanged ? position : 0]]);
      publisher.publish(projection, isPublished);
    },
    close: async () => {
      isClosed = true;
      const publishEnd = publisher.close();
      stopWatching?.();
      if (pollTimer) clearTimeout(pollTimer);
      for (const waiter of [...waiters]) waiter.settle(false);
      await publishEnd;
      await listener.close();
    },
  };
}
