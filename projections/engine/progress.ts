import pg from 'pg';
import type { Position } from '../../domain/kernel/event.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { pause } from './pause.ts';

/** Progress that is also told by the projections of this process, and passed on to others. */
export interface SharedProgress extends ReadModelProgress {
  /** A projection of this process has come to the position. */
  readonly moved: (projection: string, position: Position) => void;
  readonly close: () => Promise<void>;
}

const CHANNEL = 'kindra_read_models';
/** Others are told at most once in so long. */
const TELL_EVERY_MS = 3;
/** Waiting writers look themselves this often, should a message have been lost. */
const LOOK_EVERY_MS = 250;
const RECONNECT_MS = 500;

interface Waiter {
  readonly projections: readonly string[];
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/**
 * Follows how far the read models are: directly where the projections run in this process, by PostgreSQL's
 * notifications where they run in others, and by looking at the checkpoints should those fail.
 */
export function createReadModelProgress(pool: pg.Pool): SharedProgress {
  const known = new Map<string, Position>();
  const waiters = new Set<Waiter>();
  const closing = new AbortController();
  const untold = new Map<string, Position>();
  let telling: NodeJS.Timeout | null = null;
  let looking: NodeJS.Timeout | null = null;

  const reached = ({ projections, position }: Waiter): boolean =>
    projections.every((name) => (known.get(name) ?? -1) >= position);

  function learn(positions: Iterable<readonly [string, Position]>): void {
    for (const [name, position] of positions) {
      if (position > (known.get(name) ?? -1)) known.set(name, position);
    }
    for (const waiter of [...waiters]) if (reached(waiter)) waiter.done(true);
  }

  async function tell(): Promise<void> {
    telling = null;
    const payload = JSON.stringify([...untold]);
    untold.clear();
    await pool.query({ name: 'tell', text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, payload] });
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ projection: string; position: string }>({
      name: 'checkpoints',
      text: 'SELECT projection, position FROM engine.checkpoints',
    });
    learn(rows.map(({ projection, position }) => [projection, Number(position)]));
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

  const listener = listen(pool, learn, closing.signal);

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
      telling ??= setTimeout(() => tell().catch(() => {}), TELL_EVERY_MS);
    },
    close: async () => {
      closing.abort();
      if (telling) clearTimeout(telling);
      if (looking) clearTimeout(looking);
      for (const waiter of [...waiters]) waiter.done(false);
      await listener;
    },
  };
}

/** Listens until the signal is aborted, connecting again whenever the connection is lost. */
async function listen(
  pool: pg.Pool,
  onPositions: (positions: readonly (readonly [string, Position])[]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ ...pool.options, password: pool.options.password });
    const lost = new Promise<void>((resolve) => {
      client.on('end', resolve);
      client.on('error', () => resolve());
      signal.addEventListener('abort', () => resolve());
    });
    client.on('notification', ({ payload }) => onPositions(JSON.parse(payload ?? '[]')));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      await lost;
    } catch {
      await pause(RECONNECT_MS, signal);
    }
    await client.end().catch(() => {});
  }
}
