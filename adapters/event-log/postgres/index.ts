import type { Pool } from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import { createEventWindow } from '../../../domain/kernel/event-window.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { FanOut, FanOutListener } from '../../../domain/ports/fan-out.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import { createPostgresFanOut } from '../../live/postgres.ts';
import { surviveCuts } from '../../survive-cuts.ts';
import { readOverlappingPage, subscribeByPages } from '../shared/paged-subscription.ts';
import { createWake } from '../shared/wake.ts';
import { writeEvents } from '../shared/written-event.ts';
import { createAppendQueue } from './append-queue.ts';
import { createAnnouncer, startListening } from './notifications.ts';
import { createReader } from './reading.ts';

export { type ChainFault, type ChainReport, verifyChains } from './verify-chains.ts';

export interface PostgresEventLogOptions {
  /** Belongs to the caller, who also ends it. */
  readonly pool: Pool;
  /** Tells other processes of new events; by default PostgreSQL does, over one more connection of the pool's kind. */
  readonly fanOut?: FanOut;
  /** How long a call may take; 5,000 ms by default. */
  readonly deadlineMs?: number;
  /** Subscriptions look by themselves after so much silence; 1,000 ms by default. */
  readonly pollEveryMs?: number;
}

/**
 * The log on PostgreSQL, in the schema `log`. Positions are dense and given out in the order of the commits, so that a
 * reader who has seen a position has seen all before it.
 */
export function createPostgresEventLog(options: PostgresEventLogOptions): EventLog {
  const { pool, deadlineMs = 5_000, pollEveryMs = 1_000 } = options;
  const { fanOut = createPostgresFanOut(pool) } = options;
  surviveCuts(pool);
  const wake = createWake();
  const announcer = createAnnouncer(fanOut);
  const reader = createReader(pool, deadlineMs);
  /** What this process appended itself, and need not read again; where another has appended, it begins anew. */
  const appended = createEventWindow(0);
  let lastAppended: LogPoint = { position: 0, eventId: null };
  const subscriptions = new Set<{ close: () => Promise<void> }>();
  let listener: FanOutListener | null = null;
  const queue = createAppendQueue({
    pool,
    deadlineMs,
    onAppended: (position, events, headBefore) => {
      const [first, last] = [events[0], events.at(-1)];
      if (first) continueWindow(first.position - 1, headBefore);
      for (const event of events) appended.add([event], event.position - 1);
      if (last) lastAppended = { position: last.position, eventId: last.id };
      wake.reached(position);
      announcer.announce(position);
    },
  });

  /** Keeps the window only if this process wrote the event that new ones follow, and it is still the same one. */
  function continueWindow(after: Position, headBefore: Uuid | null): void {
    const { position, eventId } = lastAppended;
    if (after < position) restart(after);
    else if (after > position || headBefore !== eventId) appended.restart(after);
  }

  /** The past has changed: what reached further than the end of the log does so no more. */
  function restart(end: Position): void {
    appended.restart(end);
    wake.restart(end);
    announcer.restart(end);
  }

  return {
    append: async (stream, events, expected) =>
      queue.append(stream, writeEvents(stream, events, expected), expected),
    readStream: reader.readStream,
    readAll: reader.readAll,
    hasCountablePositions: true,
    head: reader.head,
    eventIdAt: reader.eventIdAt,
    identity: reader.identity,
    hashAt: reader.hashAt,
    subscribeToAll: (subscribeOptions) => {
      listener ??= startListening(fanOut, { onReached: wake.reached, onListening: wake.wakeAll });
      const own = appended.join(subscribeOptions.after);
      const subscription = subscribeByPages(
        {
          readPage: async (after, limit) => {
            const events = own.read(after, limit) ?? [];
            return events.length > 0
              ? { events, previousId: undefined }
              : readOverlappingPage(reader, after, limit);
          },
          head: reader.head,
          waitBeyond: (position, signal) => wake.waitBeyond(position, pollEveryMs, signal),
        },
        {
          ...subscribeOptions,
          onPastChanged: (head) => {
            restart(head);
            subscribeOptions.onPastChanged?.(head);
          },
          onFailure: (error) => {
            leave();
            subscribeOptions.onFailure?.(error);
          },
        },
      );
      const leave = (): void => {
        own.leave();
        subscriptions.delete(subscription);
      };
      subscriptions.add(subscription);
      return {
        close: async () => {
          leave();
          await subscription.close();
        },
      };
    },
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      await queue.idle();
      await Promise.all([announcer.close(), listener?.close()]);
    },
  };
}
