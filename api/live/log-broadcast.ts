import { setTimeout as delay } from 'node:timers/promises';
import type { BatchHandler, Subscription } from '../../domain/ports/event-log.ts';
import type { ApiSystem } from '../http/system.ts';

/** Distributes new log events to all listeners of this process. Texts in the events remain encrypted. */
export interface LogBroadcast {
  /**
   * Adds a listener for batches in log order. After a failure, all listeners receive the batch again. When the log
   * history has changed, `onHistoryChanged` is called, and the next batch starts after the new end of the log.
   */
  readonly listen: (handleEvents: BatchHandler, onHistoryChanged?: () => void) => void;
  readonly close: () => Promise<void>;
}

const RETRY_DELAY_MS = 250;

/** Creates the single log subscription of this process. It starts at the end of the log. */
export async function createLogBroadcast({
  rawLog,
  history,
  logger,
}: Pick<ApiSystem, 'rawLog' | 'history' | 'logger'>): Promise<LogBroadcast> {
  const listeners: BatchHandler[] = [];
  const historyListeners: (() => void)[] = [];
  const closeController = new AbortController();
  let position = await rawLog.head();
  let subscription: Subscription | undefined;
  let restartPromise: Promise<void> = Promise.resolve();

  function subscribe(): void {
    const newSubscription = rawLog.subscribeToAll({
      after: position,
      onEvents: async (events) => {
        for (const onEvents of listeners) await onEvents(events);
        if (subscription === newSubscription) position = events.at(-1)?.position ?? position;
      },
      onFailure: (error) => {
        logger.error({ err: error }, 'live updates restarted');
        retryLater(() => {
          if (subscription === newSubscription) subscribe();
        });
      },
    });
    subscription = newSubscription;
  }

  function retryLater(operation: () => void): void {
    delay(RETRY_DELAY_MS, undefined, { signal: closeController.signal }).then(operation, () => {});
  }

  /**
   * Resubscribes at the new end of the log. Listeners are notified when that is known, so that they can refetch all
   * changes before it.
   */
  async function restart(): Promise<void> {
    if (closeController.signal.aborted) return;
    const previousSubscription = subscription;
    subscription = undefined;
    try {
      await previousSubscription?.close();
      position = await rawLog.head();
    } catch (error) {
      logger.error({ err: error }, 'live updates not restarted');
      retryLater(scheduleRestart);
      return;
    }
    if (closeController.signal.aborted) return;
    subscribe();
    for (const onHistoryChanged of historyListeners) onHistoryChanged();
  }

  function scheduleRestart(): void {
    restartPromise = restartPromise.then(restart);
  }

  subscribe();
  const stopWatching = history.onChanged(scheduleRestart);
  return {
    listen: (onEvents, onHistoryChanged) => {
      listeners.push(onEvents);
      if (onHistoryChanged) historyListeners.push(onHistoryChanged);
    },
    async close() {
      closeController.abort();
      stopWatching();
      await restartPromise;
      await subscription?.close();
    },
  };
}
