import type { Pool } from 'pg';
import { createEventWindow } from '../../../domain/kernel/event-window.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { FanOut, FanOutListener } from '../../../domain/ports/fan-out.ts';
import { createPostgresFanOut } from '../../live/postgres.ts';
import { surviveCuts } from '../../survive-cuts.ts';
import { subscribeByPages } from '../shared/paged-subscription.ts';
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
  const subscriptions = new Set<{ close: () => Promise<void> }>();
  let listener: FanOutListener | null = null;
  const queue = createAppendQueue({
    pool,
    deadlineMs,
    onAppended: (position, events) => {
      for (const event of events) appended.add([event], event.position - 1);
      wake.reached(position);
      announcer.announce(position);
    },
  });

  return {
    append: async (stream, events, expected) =>
      queue.append(stream, writeEvents(stream, events, expected), expected),
    readStream: reader.readStream,
    readAll: reader.readAll,
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
            const page = own.read(after, limit) ?? [];
            return page.length > 0 ? page : reader.readAll({ after, limit });
          },
          waitBeyond: (position, signal) => wake.waitBeyond(position, pollEveryMs, signal),
        },
        {
          ...subscribeOptions,
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
