import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import type {
  FanOut,
  FanOutHandlers,
  FanOutSubscription,
  MessageStatement,
} from '../../domain/ports/fan-out.ts';
import { runQuery } from '../event-log/postgres/run-query.ts';
import { retryUntilAborted } from '../event-log/shared/retry.ts';

const PUBLISH_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

const createStatement = (topic: string, message: string): MessageStatement => ({
  name: 'fan-out.publish',
  text: 'SELECT pg_notify($1, $2)',
  values: [topic, message],
});

/** Creates a fan-out based on LISTEN and NOTIFY. */
export const createPostgresFanOut = (pool: Pool): FanOut => ({
  async publish(topic, message) {
    await runQuery(pool, createStatement(topic, message), PUBLISH_TIMEOUT_MS).catch(() => {});
  },
  createStatement,
  subscribe: (topic, handlers) => listen(pool, topic, handlers),
});

function listen(pool: Pool, topic: string, { onMessage, onSubscribed }: FanOutHandlers): FanOutSubscription {
  const closeController = new AbortController();
  let socket = new Socket();

  async function connect(): Promise<{ end: Promise<void> }> {
    socket = new Socket();
    const settings = {
      ...pool.options,
      password: pool.options.password,
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    };
    const client = new Client(settings);
    const connectionEnd = new Promise<void>((resolve) => {
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
    onSubscribed?.();
    return { end: connectionEnd };
  }

  async function run(): Promise<void> {
    while (!closeController.signal.aborted) {
      const connection = await retryUntilAborted(connect, closeController.signal);
      await connection?.end;
      socket.destroy();
    }
  }

  const runPromise = run();
  return {
    close: async () => {
      closeController.abort();
      socket.destroy();
      await runPromise;
    },
  };
}
