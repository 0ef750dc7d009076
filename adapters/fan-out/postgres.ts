import { Socket } from 'node:net';
import { Client, type Notification, type Pool } from 'pg';
import type { FanOut, FanOutHandlers, MessageStatement } from '../../domain/ports/fan-out.ts';
import { runQuery } from '../event-log/postgres/run-query.ts';
import { retryUntilAborted } from '../event-log/shared/retry.ts';

const PUBLISH_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

const createStatement = (topic: string, message: string): MessageStatement => ({
  name: 'fan-out.publish',
  text: 'SELECT pg_notify($1, $2)',
  values: [topic, message],
});

/**
 * Creates a fan-out based on LISTEN and NOTIFY. All subscriptions share one connection, because every message wakes every
 * connection that listens, whatever the topic.
 */
export function createPostgresFanOut(pool: Pool): FanOut {
  const subscriptions = new Set<Subscription>();
  let listener: Listener | null = null;

  return {
    async publish(topic, message) {
      await runQuery(pool, createStatement(topic, message), PUBLISH_TIMEOUT_MS).catch(() => {});
    },
    createStatement,
    subscribe(topic, handlers) {
      const subscription = { topic, handlers };
      subscriptions.add(subscription);
      listener ??= openListener(pool, subscriptions);
      listener.add(subscription);
      return {
        close: async () => {
          if (!subscriptions.delete(subscription) || subscriptions.size > 0) return;
          const idleListener = listener;
          listener = null;
          await idleListener?.close();
        },
      };
    },
  };
}

interface Subscription {
  readonly topic: string;
  readonly handlers: FanOutHandlers;
}

/** A connection that listens to the topics of all subscriptions. It is replaced when it is lost. */
interface Listener {
  /** Listens to the topic of a further subscription. */
  readonly add: (subscription: Subscription) => void;
  readonly close: () => Promise<void>;
}

function openListener(pool: Pool, subscriptions: ReadonlySet<Subscription>): Listener {
  const closeController = new AbortController();
  let socket = new Socket();
  let connectedClient: Client | null = null;

  async function listen(client: Client, newSubscriptions: readonly Subscription[]): Promise<void> {
    const topics = new Set(newSubscriptions.map(({ topic }) => topic));
    await client.query([...topics].map((topic) => `LISTEN ${client.escapeIdentifier(topic)}`).join(';'));
    for (const subscription of newSubscriptions)
      if (subscriptions.has(subscription)) subscription.handlers.onSubscribed?.();
  }

  function deliver({ channel, payload = '' }: Notification): void {
    for (const { topic, handlers } of subscriptions) if (topic === channel) handlers.onMessage(payload);
  }

  async function connect(): Promise<{ end: Promise<void> }> {
    socket = new Socket();
    const client = new Client({
      ...pool.options,
      password: pool.options.password,
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    const connectionEnd = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', () => resolve());
    });
    client.on('notification', deliver);
    try {
      await client.connect();
      connectedClient = client;
      await listen(client, [...subscriptions]);
    } catch (error) {
      connectedClient = null;
      socket.destroy();
      throw error;
    }
    return { end: connectionEnd };
  }

  async function run(): Promise<void> {
    while (!closeController.signal.aborted) {
      const connection = await retryUntilAborted(connect, closeController.signal);
      await connection?.end;
      connectedClient = null;
      socket.destroy();
    }
  }

  const runPromise = run();
  return {
    add: (subscription) => {
      // A connection that is lost listens to all topics again.
      if (connectedClient) listen(connectedClient, [subscription]).catch(() => socket.destroy());
    },
    close: async () => {
      closeController.abort();
      socket.destroy();
      await runPromise;
    },
  };
}
