import type pg from 'pg';
import { sleep } from '../../common/timing.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';

/** Progress that projections of this process report and that is published to other processes. */
export interface SharedProgress extends ReadModelProgress {
  /** Reports that a projection has reached a position. */
  readonly report: (projection: string, position: Position) => void;
  readonly close: () => Promise<void>;
}

const TOPIC = 'kindra_read_models';
/** Delay before publishing, in which positions of other projections are collected. */
const COLLECT_DELAY_MS = 3;
/** Minimum pause between two messages to other processes. */
const PUBLISH_PAUSE_MS = 8;
/** Interval of reading the checkpoints while writers wait, in case a message was lost. */
const POLL_INTERVAL_MS = 250;

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
  const known = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  const closing = new AbortController();
  const unpublished = new Map<string, Position>();
  let publishing: Promise<void> | null = null;
  let pollTimer: NodeJS.Timeout | null = null;

  const hasReached = ({ projections, position }: Waiter): boolean =>
    projections.every((name) => (known.get(name) ?? -1) >= position);

  function update(positions: Iterable<readonly [string, Position]>): void {
    for (const [name, position] of positions) known.set(name, position);
    for (const waiter of [...waiters]) if (hasReached(waiter)) waiter.done(true);
  }

  async function publish(): Promise<void> {
    while (unpublished.size > 0 && !closing.signal.aborted) {
      await sleep(COLLECT_DELAY_MS, closing.signal);
      const payload = JSON.stringify([...unpublished]);
      unpublished.clear();
      await fanOut.publish(TOPIC, payload);
      await sleep(PUBLISH_PAUSE_MS, closing.signal);
    }
    publishing = null;
  }

  async function readCheckpoints(): Promise<void> {
    const { rows } = await pool.query<{ projection: string; position: string }>({
      name: 'checkpoints',
      text: 'SELECT projection, position FROM engine.checkpoints',
    });
    const stored = rows.map(({ projection, position }) => [projection, Number(position)] as const);
    // A checkpoint may be stored slightly after its position was published.
    update(stored.filter(([projection, position]) => position > (known.get(projection) ?? -1)));
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
    known.clear();
    unpublished.clear();
  });
  const listener = fanOut.subscribe(TOPIC, { onMessage: (payload) => update(JSON.parse(payload)) });

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
    report: (projection, position) => {
      update([[projection, position]]);
      unpublished.set(projection, position);
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
