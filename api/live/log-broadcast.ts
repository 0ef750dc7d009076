import { setTimeout as delay } from 'node:timers/promises';
import type { BatchHandler, Subscription } from '../../domain/ports/event-log.ts';
import type { ApiSystem } from '../http/system.ts';

/** What happens from now on, told to all in this process who ask; the texts are sealed. */
export interface LogBroadcast {
  /** Calls back with batches in the order of the log. One that fails is told again, to everybody. */
  readonly listen: (onEvents: BatchHandler) => void;
  readonly close: () => Promise<void>;
}

const RETRY_MS = 250;

/** Follows the log from now on, by one subscription of this process. */
export async function createLogBroadcast({
  rawLog,
  logger,
}: Pick<ApiSystem, 'rawLog' | 'logger'>): Promise<LogBroadcast> {
  const listeners: BatchHandler[] = [];
  const closing = new AbortController();
  let after = await rawLog.head();
  let subscription: Subscription | undefined;

  function follow(): void {
    subscription = rawLog.subscribeToAll({
      after,
      onEvents: async (events) => {
        for (const tell of listeners) await tell(events);
        after = events.at(-1)?.position ?? after;
      },
      onFailure: (error) => {
        logger.error({ err: error }, 'live updates start anew');
        delay(RETRY_MS, undefined, { signal: closing.signal }).then(follow, () => {});
      },
    });
  }

  follow();
  return {
    listen: (onEvents) => void listeners.push(onEvents),
    async close() {
      closing.abort();
      await subscription?.close();
    },
  };
}
