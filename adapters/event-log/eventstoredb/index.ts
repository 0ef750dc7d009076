import { EventStoreDBClient } from '@eventstore/db-client';
import type { AppendResult, EventLog, Subscription } from '../../../domain/ports/event-log.ts';
import { writeEvents } from '../shared/written-event.ts';
import { toClientAddress } from './address.ts';
import { createLeaderConnection } from './leader.ts';
import { toAppendError, toEventData, toExpectedRevision, toPosition } from './mapping.ts';
import { createReader } from './reading.ts';
import { subscribeToServer } from './subscription.ts';

export interface EventStoreLogOptions {
  /** As in `esdb://localhost:2113?tls=false`, or `kurrentdb://…`. */
  readonly connectionString: string;
  /** How long a call may take; 5,000 ms by default. */
  readonly deadlineMs?: number;
  /** Called when the server drops a subscription, besides the `onDropped` of the subscription. */
  readonly onDropped?: (reason: Error) => void;
}

/**
 * The event log on EventStoreDB or KurrentDB. The port has the server's own semantics; this adapter adds deadlines,
 * keeps to the leader, resumes subscriptions, and tells an append that was not written from one of unknown outcome.
 */
export function createEventStoreLog(options: EventStoreLogOptions): EventLog {
  const { connectionString, deadlineMs = 5_000 } = options;
  const client = createClient(connectionString);
  const leader = createLeaderConnection();
  const reader = createReader(client, leader, deadlineMs);
  const subscriptions = new Set<Subscription>();

  const append: EventLog['append'] = async (stream, events, expected) => {
    writeEvents(stream, events, expected);
    const data = events.map(toEventData);
    const write = () =>
      client.appendToStream(stream, data, {
        expectedRevision: toExpectedRevision(expected),
        deadline: deadlineMs,
        requiresLeader: true,
      });
    try {
      const written = await leader.run(() => withDeadline(write(), deadlineMs + 500));
      const revision = Number(written.nextExpectedRevision);
      const position = toPosition(written.position?.commit) || (await positionOf(stream, revision));
      return { revision, position };
    } catch (error) {
      throw toAppendError(error, stream, expected);
    }
  };

  /** Looks an event's position up: the answer to a repeated append may come without. */
  async function positionOf(stream: string, revision: number): Promise<AppendResult['position']> {
    const [event] = await reader.readStream(stream, { from: revision, limit: 1 });
    return event?.position ?? 0;
  }

  return {
    append,
    readStream: reader.readStream,
    readAll: reader.readAll,
    hasCountablePositions: false,
    head: reader.head,
    eventIdAt: reader.eventIdAt,
    identity: async () => (await reader.readAll({ limit: 1 }))[0]?.id ?? null,
    subscribeToAll: (subscribeOptions) => {
      const subscription = subscribeToServer({
        ...subscribeOptions,
        client,
        leader,
        deadlineMs,
        head: reader.head,
        eventIdAt: reader.eventIdAt,
        onDropped: (reason) => {
          options.onDropped?.(reason);
          subscribeOptions.onDropped?.(reason);
        },
      });
      subscriptions.add(subscription);
      return {
        close: async () => {
          subscriptions.delete(subscription);
          await subscription.close();
        },
      };
    },
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      await client.dispose();
    },
  };
}

/**
 * A client that sends every append as a call of its own. The shared stream that it would use otherwise belongs to the
 * whole process: when it breaks, every append under way fails with it, and writes that wait for it fail unheard, which
 * ends the process. It would also ask for the server's features first, without a deadline.
 */
function createClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(toClientAddress(connectionString));
  return Object.assign(client, { supports: async () => false });
}

function withDeadline<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
