import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import { persistently, sleep } from '../shared/backoff.ts';
import { call } from './calls.ts';

const CHANNEL = 'log_appended';

/** Tells the other processes how far the log reaches. */
export interface Announcer {
  readonly announce: (position: Position) => void;
  readonly close: () => Promise<void>;
}

/**
 * Announces after the commit and on a call of its own, since a NOTIFY within the appending transaction would take a
 * lock on the whole database; and at most once every few milliseconds. A lost announcement is made up for by polling.
 */
export function createAnnouncer(pool: Pool, everyMs: number): Announcer {
  const closing = new AbortController();
  let reached: Position = 0;
  let announced: Position = 0;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (announced < reached) {
      const position = reached;
      const query = {
        name: 'log.announce',
        text: 'SELECT pg_notify($1, $2)',
        values: [CHANNEL, `${position}`],
      };
      await call(pool, query, 2_000).catch(ignore);
      announced = position;
      await sleep(everyMs, closing.signal);
    }
    running = null;
  }

  return {
    announce: (position) => {
      reached = Math.max(reached, position);
      running ??= run();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Hears what other processes announce. */
export interface Listener {
  readonly close: () => Promise<void>;
}

export interface ListenerHandlers {
  readonly onReached: (position: Position) => void;
  /** The listener has just begun to hear, at first or again: what was said before was missed. */
  readonly onListening: () => void;
}

/** Listens on a connection of its own, and connects again whenever it is cut. */
export function startListening(pool: Pool, { onReached, onListening }: ListenerHandlers): Listener {
  const closing = new AbortController();
  let socket = new Socket();

  async function connect(): Promise<{ ended: Promise<void> }> {
    socket = new Socket();
    const settings = {
      ...pool.options,
      stream: () => socket,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    };
    const client = new Client(settings);
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', () => resolve());
    });
    client.on('notification', ({ payload }) => onReached(Number(payload)));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    onListening();
    return { ended };
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const connection = await persistently(connect, closing.signal);
      await connection?.ended;
      socket.destroy();
    }
  }

  const running = run();
  return {
    close: async () => {
      closing.abort();
      socket.destroy();
      await running;
    },
  };
}

function ignore(): void {}
