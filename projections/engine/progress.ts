import type pg from 'pg';
import { sleep } from '../../common/timing.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { Checkpoint, ReadModelChanges, ReadModelProgress } from '../../domain/ports/read-models.ts';
import type { Statement } from '../queryable.ts';

/** Progress that projections of this process report and that is published to other processes. */
export interface SharedProgress extends ReadModelProgress, ReadModelChanges {
  /**
   * Creates statements that publish a position with the transaction that writes its rows. None if messages do not pass
   * through the database; then `report` publishes it.
   */
  readonly createMessage: (projection: string, position: Position) => readonly Statement[];
  /**
   * Reports that a projection has reached a position, and whether it may have changed rows on the way.
   * @param isPublished whether the statements of `createMessage` were part of the transaction
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
/** Delay before publishing, in which positions of other projections are collected. */
const COLLECT_DELAY_MS = 3;
/** Minimum pause between two messages to other processes. */
const PUBLISH_PAUSE_MS = 8;
/** The same pause if transactions publish their positions: the other positions changed no rows. */
const LONG_PUBLISH_PAUSE_MS = 50;
/** Interval of reading the checkpoints while writers wait, in case a message was lost. */
const POLL_INTERVAL_MS = 250;

/** Maximum age of the checkpoints that `refresh` accepts. */
const MAX_AGE_MS = 1_000;

/** A projection, its position, and the last position at which it may have changed rows. */
type Report = readonly [projection: string, position: Position, changedAt: Position];

interface Waiter {
  readonly projections: readonly string[];
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/**
 * Tracks the positions of read models: directly for projections of this process, by messages from other processes, and
 * by reading the checkpoints. Drops all positions when the past of the log changes.
 */
export function createReadModelProgress(
  pool: pg.Pool,
  fanOut: FanOut,
  history?: Pick<LogHistory, 'onChanged'>,
): SharedProgress {
  const { createStatement } = fanOut;
  const known = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  const closing = new AbortController();
  /** Last position at which a projection may have changed rows. */
  const changed = new Map<string, Position>();
  const epochs = new Map<string, number>();
  let resets = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;
  const unpublished = new Set<string>();
  let publishing: Promise<void> | null = null;
  let pollTimer: NodeJS.Timeout | null = null;

  const hasReached = ({ projections, position }: Waiter): boolean =>
    projections.every((name) => (known.get(name) ?? -1) >= position);

  function update(reports: Iterable<Report>): void {
    for (const [name, position, changedAt] of reports) {
      known.set(name, position);
      changed.set(name, Math.max(changedAt, changed.get(name) ?? 0));
    }
    for (const waiter of [...waiters]) if (hasReached(waiter)) waiter.done(true);
  }

  /** Messages on different connections may overtake each other. */
  function receive(reports: readonly Report[]): void {
    update(
      reports.map(([name, position, changedAt]) => [
        name,
        Math.max(position, known.get(name) ?? 0),
        changedAt,
      ]),
    );
  }

  function reset(): void {
    known.clear();
    changed.clear();
    resets += 1;
  }

  /** A checkpoint may be stored slightly after its position was published. */
  function observe(checkpoints: readonly Checkpoint[]): void {
    for (const { projection, epoch } of checkpoints) {
      if ((epochs.get(projection) ?? epoch) !== epoch) resets += 1;
      epochs.set(projection, epoch);
    }
    const isNews = ({ projection, position }: Checkpoint) => position > (known.get(projection) ?? -1);
    update(checkpoints.filter(isNews).map(({ projection, position }) => [projection, position, position]));
    refreshedAt = performance.now();
  }

  async function publish(): Promise<void> {
    while (unpublished.size > 0 && !closing.signal.aborted) {
      await sleep(COLLECT_DELAY_MS, closing.signal);
      if (unpublished.size === 0) continue;
      const reports = [...unpublished].map((name) => [name, known.get(name), changed.get(name)]);
      unpublished.clear();
      const payload = JSON.stringify(reports);
      await fanOut.publish(TOPIC, payload);
      await sleep(createStatement ? LONG_PUBLISH_PAUSE_MS : PUBLISH_PAUSE_MS, closing.signal);
    }
    publishing = null;
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
          if (waiters.size > 0 && !closing.signal.aborted) schedulePoll();
        });
    }, POLL_INTERVAL_MS);
  }

  const stopWatching = history?.onChanged(() => {
    reset();
    unpublished.clear();
  });
  const listener = fanOut.subscribe(TOPIC, { onMessage: (payload) => receive(JSON.parse(payload)) });

  return {
    waitFor: (projections, position, waitMs) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          projections,
          position,
          done: (result) => {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(result);
          },
        };
        const timer = setTimeout(() => waiter.done(false), waitMs);
        waiters.add(waiter);
        if (hasReached(waiter)) return waiter.done(true);
        schedulePoll();
      }),
    observe,
    refresh: async () => {
      if (performance.now() - refreshedAt < MAX_AGE_MS) return;
      refreshing ??= readCheckpoints().finally(() => {
        refreshing = null;
      });
      await refreshing;
    },
    getVersion: () => ({ positions: new Map(known), resets }),
    isUnchanged: (names, since) => {
      if (since.resets !== resets) return false;
      for (const name of names)
        if ((changed.get(name) ?? Number.POSITIVE_INFINITY) > (since.positions.get(name) ?? -1)) return false;
      return true;
    },
    createMessage: (projection, position) =>
      createStatement ? [createStatement(TOPIC, JSON.stringify([[projection, position, position]]))] : [],
    report: (projection, position, hasChanged, isPublished = false) => {
      update([[projection, position, hasChanged ? position : 0]]);
      if (isPublished && createStatement) {
        unpublished.delete(projection);
        return;
      }
      unpublished.add(projection);
      publishing ??= publish();
    },
    close: async () => {
      closing.abort();
      stopWatching?.();
      if (pollTimer) clearTimeout(pollTimer);
      for (const waiter of [...waiters]) waiter.done(false);
      await publishing;
      await listener.close();
    },
  };
}
