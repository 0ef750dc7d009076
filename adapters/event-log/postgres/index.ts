import type { Pool } from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import { createEventWindow } from '../../../domain/kernel/event-window.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { FanOut, FanOutSubscription } from '../../../domain/ports/fan-out.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import { handleConnectionErrors } from '../../connection-errors.ts';
import { createPostgresFanOut } from '../../fan-out/postgres.ts';
import { createHeadSignal } from '../shared/head-signal.ts';
import { readOverlappingPage, subscribeByPages } from '../shared/paged-subscription.ts';
import { serializeEvents } from '../shared/serialize-events.ts';
import { createAnnouncer, subscribeToAnnouncements } from './announcer.ts';
import { createAppendQueue } from './append-queue.ts';
import { createReader } from './reading.ts';

export { type ChainFault, type ChainReport, verifyChains } from './verify-chains.ts';

/** Connections and time limits of an event log in PostgreSQL. */
export interface PostgresEventLogOptions {
  /** Connection pool. The caller closes it. */
  readonly pool: Pool;
  /** Announces new events to other processes. Default: NOTIFY on an additional connection. */
  readonly fanOut?: FanOut;
  /** Deadline for each call, in milliseconds. Default: 5,000. */
  readonly deadlineMs?: number;
  /** Polling interval of subscriptions, in milliseconds. Default: 1,000. */
  readonly pollIntervalMs?: number;
}

/**
 * Creates an event log in the PostgreSQL schema `log`. Positions have no gaps and follow the commit order, so
 * a consumer at a position has read all earlier events.
 */
export function createPostgresEventLog(options: PostgresEventLogOptions): EventLog {
  const { pool, deadlineMs = 5_000, pollIntervalMs = 1_000 } = options;
  const { fanOut = createPostgresFanOut(pool) } = options;
  handleConnectionErrors(pool);
  const headSignal = createHeadSignal();
  const announcer = createAnnouncer(fanOut);
  const reader = createReader(pool, deadlineMs);
  /**
   * Events that this process has appended and does not need to read again. Reset when another process
   * appends.
   */
  const appendedEvents = createEventWindow(0);
  let lastAppended: LogPoint = { position: 0, eventId: null };
  const subscriptions = new Set<{ close: () => Promise<void> }>();
  let listener: FanOutSubscription | null = null;
  const queue = createAppendQueue({
    pool,
    deadlineMs,
    onAppended: (position, events, previousId) => {
      const [first, last] = [events[0], events.at(-1)];
      if (first) continueWindow(first.position - 1, previousId);
      for (const event of events) appendedEvents.append([event], event.position - 1);
      if (last) lastAppended = { position: last.position, eventId: last.id };
      headSignal.setHead(position);
      announcer.announce(position);
    },
  });

  /** Resets the window, unless the new events directly follow an event from this process. */
  function continueWindow(after: Position, previousId: Uuid | null): void {
    const { position, eventId } = lastAppended;
    if (after < position) restart(after);
    if (after !== position || previousId !== eventId) appendedEvents.reset(after, previousId);
  }

  /** Resets all positions to the new end of the log after the log history has changed. */
  function restart(end: Position): void {
    appendedEvents.reset(end);
    headSignal.resetHead(end);
    announcer.restart(end);
  }

  return {
    append: async (stream, events, expectedState) =>
      queue.append(stream, serializeEvents(stream, events, expectedState), expectedState),
    readStream: reader.readStream,
    readAll: reader.readAll,
    hasCountablePositions: true,
    head: reader.head,
    findEventIdAt: reader.findEventIdAt,
    identity: reader.identity,
    findHashAt: reader.readHashAt,
    subscribeToAll: (subscribeOptions) => {
      listener ??= subscribeToAnnouncements(fanOut, {
        onHeadAnnounced: headSignal.setHead,
        onListening: headSignal.wakeAll,
      });
      const windowReader = appendedEvents.addReader(subscribeOptions.after);
      const subscription = subscribeByPages(
        {
          readPage: async (after, limit) => {
            const events = windowReader.read(after, limit) ?? [];
            return events.length > 0
              ? { events, previousId: appendedEvents.getIdAt(after) }
              : readOverlappingPage(reader, after, limit);
          },
          head: reader.head,
          waitForEvents: (position, signal) => headSignal.waitForEvents(position, pollIntervalMs, signal),
        },
        {
          ...subscribeOptions,
          onHistoryChanged: (head) => {
            restart(head);
            subscribeOptions.onHistoryChanged?.(head);
          },
          onFailure: (error) => {
            unsubscribe();
            subscribeOptions.onFailure?.(error);
          },
        },
      );
      const unsubscribe = (): void => {
        windowReader.close();
        subscriptions.delete(subscription);
      };
      subscriptions.add(subscription);
      return {
        close: async () => {
          unsubscribe();
          await subscription.close();
        },
      };
    },
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      await queue.close();
      await Promise.all([announcer.close(), listener?.close()]);
    },
  };
}
