import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { LogHistory, LogPoint } from '../../domain/ports/log-history.ts';

interface WatchOptions {
  /** Interval between checks of the log history, in milliseconds. Default: 2,000. */
  readonly intervalMs?: number;
}

/** A log, and a watcher that detects changes to its history. */
export interface WatchedLog {
  /**
   * The wrapped log. Its reads and appends update the last seen event, with which the history is checked.
   * Closing it stops the checks.
   */
  readonly log: EventLog;
  readonly history: LogHistory;
}

const LOG_START: LogPoint = { position: 0, eventId: null };

/**
 * Detects changes to the history of a log: the log has another identity, the last event that this process has
 * seen is no longer at its position, or a subscription reports a change. Each check costs two lookups by key.
 */
export function watchHistory(log: EventLog, { intervalMs = 2_000 }: WatchOptions = {}): WatchedLog {
  const listeners = new Set<() => void>();
  let identity: Uuid | null = null;
  let lastSeenPoint = LOG_START;
  let runningCheck: Promise<void> | null = null;

  function recordPoint(point: LogPoint): void {
    if (point.position > lastSeenPoint.position) lastSeenPoint = point;
  }

  function recordEvents(events: readonly RecordedEvent[]): void {
    const [first, last] = [events[0], events.at(-1)];
    if (first) recordPoint({ position: first.position, eventId: first.id });
    if (last) recordPoint({ position: last.position, eventId: last.id });
  }

  const contains: LogHistory['contains'] = async ({ position, eventId }) =>
    position === 0 || (eventId !== null && (await log.findEventIdAt(position)) === eventId);

  const loadPoint: LogHistory['findPoint'] = async (position) => {
    if (position === 0) return LOG_START;
    const eventId = await log.findEventIdAt(position);
    return eventId === null ? null : { position, eventId };
  };

  function notifyListeners(): void {
    for (const listener of [...listeners]) listener();
  }

  async function compare(): Promise<void> {
    const currentIdentity = await log.identity();
    const isSame = (identity === null || identity === currentIdentity) && (await contains(lastSeenPoint));
    identity = currentIdentity;
    if (isSame) return;
    lastSeenPoint = (await loadPoint(await log.head())) ?? LOG_START;
    notifyListeners();
  }

  const check = (): Promise<void> => {
    runningCheck ??= compare().finally(() => {
      runningCheck = null;
    });
    return runningCheck;
  };

  // The next comparison retries.
  const tryCheck = (): void => void check().catch(() => {});
  tryCheck();
  const timer = setInterval(tryCheck, intervalMs);
  timer.unref();

  const watchedLog: EventLog = {
    ...log,
    append: async (stream, events, expectedState) => {
      const result = await log.append(stream, events, expectedState);
      recordPoint({ position: result.position, eventId: events.at(-1)?.id ?? null });
      return result;
    },
    readStream: async (stream, options) => {
      const events = await log.readStream(stream, options);
      recordEvents(events);
      return events;
    },
    readAll: async (options) => {
      const events = await log.readAll(options);
      recordEvents(events);
      return events;
    },
    subscribeToAll: (options) =>
      log.subscribeToAll({
        ...options,
        onEvents: (events) => {
          recordEvents(events);
          return options.onEvents(events);
        },
        onHistoryChanged: (head) => {
          lastSeenPoint = LOG_START;
          notifyListeners();
          options.onHistoryChanged?.(head);
        },
      }),
    close: () => {
      clearInterval(timer);
      return log.close();
    },
  };

  return {
    log: watchedLog,
    history: {
      contains,
      findPoint: loadPoint,
      check,
      onChanged: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
