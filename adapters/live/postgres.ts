import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import type { FanOut, FanOutHandlers, FanOutListener } from '../../domain/ports/fan-out.ts';
import { call } from '../event-log/postgres/calls.ts';
import { persistently } from '../event-log/shared/backoff.ts';

const TELL_MS = 2_000;
const CONNECT_MS = 5_000;

/** Messages between processes by PostgreSQL's notifications. */
export const createPostgresFanOut = (pool: Pool): FanOut => ({
  async tell(topic, message) {
    const query = { name: 'fan-out.tell', text: 'SELECT pg_notify($1, $2)', values: [topic, message] };
    await call(pool, query, TELL_MS).catch(() => {});
  },
  listen: (topic, handlers) => listen(pool, topic, handlers),
});

function listen(pool: Pool, topic: string, { onMessage, onListening }: FanOutHandlers): FanOutListener {
  const closing = new AbortController();
  let socket = new Socket();

  async function connect(): Promise<{ ended: Promise<void> }> {
    socket = new Socket();
    const settings = {
      ...pool.options,
      password: pool.options.password,
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    };
    const client = new Client(settings);
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', () => resolve());
    });
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(topic)}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    onListening?.();
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
