import { setTimeout as delay } from 'node:timers/promises';
import type { BatchHandler, Subscription } from '../../domain/ports/event-log.ts';
import type { ApiSystem } from '../http/system.ts';

/** Distributes new events of the log to all listeners of this process. Texts are encrypted. */
export interface LogBroadcast {
  /**
   * Adds a listener of batches in log order. After a failure, all listeners receive the batch again. When the
   * past of the log has changed, `onPastChanged` is called, and batches continue after the new end of the
   * log.
   */
  readonly listen: (onEvents: BatchHandler, onPastChanged?: () => void) => void;
  readonly close: () => Promise<void>;
}

const RETRY_MS = 250;

/** Creates the single log subscription of this process, which starts at the end of the log. */
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

  function subscribe(): void {
    subscription = rawLog.subscribeToAll({
      after,
      onEvents: async (events) => {
        for (const onEvents of listeners) await onEvents(events);
        after = events.at(-1)?.position ?? after;
      },
      onPastChanged: (head) => {
        after = head;
      },
      onFailure: (error) => {
        logger.error({ err: error }, 'live updates restarted');
        delay(RETRY_MS, undefined, { signal: closing.signal }).then(subscribe, () => {});
      },
    });
  }

  subscribe();
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
