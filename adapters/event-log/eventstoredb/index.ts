import { EventStoreDBClient } from '@eventstore/db-client';
import type { AppendResult, EventLog, Subscription } from '../../../domain/ports/event-log.ts';
import { serializeEvents } from '../shared/serialize-events.ts';
import { toClientAddress } from './address.ts';
import { createLeaderConnection } from './leader.ts';
import { toAppendError, toEventData, toExpectedRevision, toPosition } from './mapping.ts';
import { createReader } from './reading.ts';
import { subscribeToServer } from './subscription.ts';

/** Connection and deadline of an event log in EventStoreDB. */
export interface EventStoreLogOptions {
  /** Connection string, such as `esdb://localhost:2113?tls=false` or `kurrentdb://…`. */
  readonly connectionString: string;
  /** Deadline for each call, in milliseconds. Default: 5,000. */
  readonly deadlineMs?: number;
  /** Called each time the server drops a subscription. */
  readonly onDropped?: (reason: Error) => void;
}

/**
 * Creates an event log on EventStoreDB or KurrentDB. It adds deadlines to calls, always uses the leader,
 * resumes subscriptions, and distinguishes failed appends from appends with an unknown outcome.
 */
export function createEventStoreLog(options: EventStoreLogOptions): EventLog {
  const { connectionString, deadlineMs = 5_000 } = options;
  const client = createClient(connectionString);
  const leader = createLeaderConnection();
  const reader = createReader(client, leader, deadlineMs);
  const subscriptions = new Set<Subscription>();

  const append: EventLog['append'] = async (stream, events, expectedState) => {
    serializeEvents(stream, events, expectedState);
    const data = events.map(toEventData);
    const write = () =>
      client.appendToStream(stream, data, {
        expectedRevision: toExpectedRevision(expectedState),
        deadline: deadlineMs,
        requiresLeader: true,
      });
    try {
      const appendResult = await leader.run(() => withDeadline(write(), deadlineMs + 500));
      const revision = Number(appendResult.nextExpectedRevision);
      const position = toPosition(appendResult.position?.commit) || (await readPosition(stream, revision));
      return { revision, position };
    } catch (error) {
      throw toAppendError(error, stream, expectedState);
    }
  };

  /** Reads the position of an event. The response to a repeated append may not contain it. */
  async function readPosition(stream: string, revision: number): Promise<AppendResult['position']> {
    const [event] = await reader.readStream(stream, { from: revision, limit: 1 });
    return event?.position ?? 0;
  }

  return {
    append,
    readStream: reader.readStream,
    readAll: reader.readAll,
    hasCountablePositions: false,
    head: reader.head,
    findEventIdAt: reader.findEventIdAt,
    identity: async () => (await reader.readAll({ limit: 1 }))[0]?.id ?? null,
    subscribeToAll: (subscribeOptions) => {
      const subscription = subscribeToServer({
        ...subscribeOptions,
        client,
        leader,
        deadlineMs,
        head: reader.head,
        findEventIdAt: reader.findEventIdAt,
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
 * Creates a client that sends every append as a separate call. The client's default is an append stream that the
 * whole process shares. When that stream breaks, all appends fail, and later writes cause unhandled errors that end
 * the process. By default, the client would also request the server's features without a deadline.
 */
function createClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(toClientAddress(connectionString));
  return Object.assign(client, { supports: async () => false });
}

function withDeadline<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
