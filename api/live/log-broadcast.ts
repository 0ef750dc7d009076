import { setTimeout as delay } from 'node:timers/promises';
import type { BatchHandler, Subscription } from '../../domain/ports/event-log.ts';
import type { ApiSystem } from '../http/system.ts';

/** What happens from now on, told to all in this process who ask; the texts are sealed. */
export interface LogBroadcast {
  /**
   * Calls back with batches in the order of the log. One that fails is told again, to everybody. When the past of the
   * log has changed, `onPastChanged` is called, and batches continue behind the new end of the log.
   */
  readonly listen: (onEvents: BatchHandler, onPastChanged?: () => void) => void;
  readonly close: () => Promise<void>;
}

const RETRY_MS = 250;

/** Follows the log from now on, by one subscription of this process. */
export async function createLogBroadcast({
  rawLog,
  history,
  logger,
}: Pick<ApiSystem, 'rawLog' | 'history' | 'logger'>): Promise<LogBroadcast> {
  const listeners: BatchHandler[] = [];
  const closing = new AbortController();
  let after = await rawLog.head();
  let subscription: Subscription | undefined;
  const stopWatching: (() => void)[] = [];

  function follow(): void {
    subscription = rawLog.subscribeToAll({
      after,
      onEvents: async (events) => {
        for (const tell of listeners) await tell(events);
        after = events.at(-1)?.position ?? after;
      },
      onPastChanged: (head) => {
        after = head;
      },
      onFailure: (error) => {
        logger.error({ err: error }, 'live updates start anew');
        delay(RETRY_MS, undefined, { signal: closing.signal }).then(follow, () => {});
      },
    });
  }

  follow();
  return {
    listen: (onEvents, onPastChanged) => {
      listeners.push(onEvents);
      if (onPastChanged) stopWatching.push(history.onChanged(onPastChanged));
    },
    async close() {
      closing.abort();
      for (const stop of stopWatching) stop();
      await subscription?.close();
    },
  };
}
