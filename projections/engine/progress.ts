import type pg from 'pg';
import { pause } from '../../common/waiting.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';

/** Progress that is also told by the projections of this process, and passed on to others. */
export interface SharedProgress extends ReadModelProgress {
  /** A projection of this process has come to the position. */
  readonly moved: (projection: string, position: Position) => void;
  readonly close: () => Promise<void>;
}

const TOPIC = 'kindra_read_models';
/** How long to wait for what else moves on the same batch. */
const GATHER_MS = 3;
/** Pause between two messages to other processes, so that under load one call stands for many. */
const REST_MS = 8;
/** Waiting writers look themselves this often, should a message have been lost. */
const LOOK_EVERY_MS = 250;

interface Waiter {
  readonly projections: readonly string[];
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/**
 * Follows how far the read models are: directly where the projections run in this process, by what other processes
 * tell where they run there, and by looking at the checkpoints should that be lost. Positions from before the past of
 * the log changed are forgotten.
 */
export function createReadModelProgress(
  pool: pg.Pool,
  fanOut: FanOut,
  history?: Pick<LogHistory, 'onChanged'>,
): SharedProgress {
  const known = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  const closing = new AbortController();
  const untold = new Map<string, Position>();
  let telling: Promise<void> | null = null;
  let looking: NodeJS.Timeout | null = null;

  const reached = ({ projections, position }: Waiter): boolean =>
    projections.every((name) => (known.get(name) ?? -1) >= position);

  function learn(positions: Iterable<readonly [string, Position]>): void {
    for (const [name, position] of positions) known.set(name, position);
    for (const waiter of [...waiters]) if (reached(waiter)) waiter.done(true);
  }

  async function tell(): Promise<void> {
    while (untold.size > 0 && !closing.signal.aborted) {
      await pause(GATHER_MS, closing.signal);
      const payload = JSON.stringify([...untold]);
      untold.clear();
      await fanOut.tell(TOPIC, payload);
      await pause(REST_MS, closing.signal);
    }
    telling = null;
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ projection: string; position: string }>({
      name: 'checkpoints',
      text: 'SELECT projection, position FROM engine.checkpoints',
    });
    const stored = rows.map(({ projection, position }) => [projection, Number(position)] as const);
    // A checkpoint may be stored a little later than its position is told.
    learn(stored.filter(([projection, position]) => position > (known.get(projection) ?? -1)));
  }

  function lookWhileWaiting(): void {
    looking ??= setTimeout(() => {
      looking = null;
      look()
        .catch(() => {})
        .finally(() => {
          if (waiters.size > 0 && !closing.signal.aborted) lookWhileWaiting();
        });
    }, LOOK_EVERY_MS);
  }

  const stopWatching = history?.onChanged(() => {
    known.clear();
    untold.clear();
  });
  const listener = fanOut.listen(TOPIC, { onMessage: (payload) => learn(JSON.parse(payload)) });

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
        if (reached(waiter)) return waiter.done(true);
        lookWhileWaiting();
      }),
    moved: (projection, position) => {
      learn([[projection, position]]);
      untold.set(projection, position);
      telling ??= tell();
    },
    close: async () => {
      closing.abort();
      stopWatching?.();
      if (looking) clearTimeout(looking);
      for (const waiter of [...waiters]) waiter.done(false);
      await telling;
      await listener.close();
    },
  };
}
