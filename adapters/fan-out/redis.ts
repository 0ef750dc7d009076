import type { Redis } from 'ioredis';
import { withTimeout } from '../../common/timing.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';

/** Timeout for publishing a message, in milliseconds. A process shutdown waits for it. */
const PUBLISH_TIMEOUT_MS = 2_000;

/** Includes the database number, because Redis pub/sub spans all databases. */
const toChannel = ({ options }: Redis, topic: string): string => `kindra:${options.db ?? 0}:${topic}`;

/** Creates a fan-out on Redis pub/sub. The caller owns `redis`; each subscription opens its own connection. */
export const createRedisFanOut = (redis: Redis): FanOut => ({
  async publish(topic, message) {
    // Drops messages while disconnected: subscribers poll as well.
    if (redis.status !== 'ready') return;
    const publication = redis.publish(toChannel(redis, topic), message).catch(() => {});
    await withTimeout(publication, PUBLISH_TIMEOUT_MS);
  },

  subscribe(topic, { onMessage, onSubscribed }) {
    const connection = redis.duplicate({
      lazyConnect: false,
      autoResubscribe: false,
      maxRetriesPerRequest: null,
    });
    // It reconnects automatically; the caller's connection reports the outage.
    connection.on('error', () => {});
    connection.on('message', (_channel, message) => onMessage(message));
    connection.on('ready', () => {
      connection.subscribe(toChannel(redis, topic)).then(
        () => onSubscribed?.(),
        () => {},
      );
    });
    return {
      close: async () => {
        // Messages may still arrive after disconnect.
        connection.removeAllListeners('message');
        connection.disconnect();
      },
    };
  },
});
