import type { Redis } from 'ioredis';
import { inTime } from '../../common/waiting.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';

/** How long to wait for a Redis that does not answer: the end of a process waits for what it tells. */
const TELL_MS = 2_000;

/** Redis tells messages across its databases; a system that has another one must not take them for its own. */
const channelOf = ({ options }: Redis, topic: string): string => `kindra:${options.db ?? 0}:${topic}`;

/** Messages between processes by Redis. The connection belongs to the caller; each listener has one of its own. */
export const createRedisFanOut = (redis: Redis): FanOut => ({
  async tell(topic, message) {
    // A message that would have to wait for Redis to come back is better lost: whoever listens has looked by then.
    if (redis.status !== 'ready') return;
    const told = redis.publish(channelOf(redis, topic), message).catch(() => {});
    await inTime(told, TELL_MS);
  },

  listen(topic, { onMessage, onListening }) {
    const connection = redis.duplicate({
      lazyConnect: false,
      autoResubscribe: false,
      maxRetriesPerRequest: null,
    });
    // It connects again by itself; that Redis is away is told by the connection of the caller.
    connection.on('error', () => {});
    connection.on('message', (_channel, message) => onMessage(message));
    connection.on('ready', () => {
      connection.subscribe(channelOf(redis, topic)).then(
        () => onListening?.(),
        () => {},
      );
    });
    return {
      close: async () => {
        // What is on its way arrives nevertheless.
        connection.removeAllListeners('message');
        connection.disconnect();
      },
    };
  },
});
