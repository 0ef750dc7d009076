import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import {
  type AppendResult,
  type EventLog,
  getExpectedRevision,
  WrongExpectedVersion,
} from '../../domain/ports/event-log.ts';
import { createHeadSignal } from './shared/head-signal.ts';
import { readOverlappingPage, subscribeByPages } from './shared/paged-subscription.ts';
import { type SerializedEvent, serializeEvents } from './shared/serialize-events.ts';

/** An in-memory log that can lose its newest events, as in a failover to an asynchronous replica. */
export interface MemoryEventLog extends EventLog {
  /** Removes all events after the position. */
  readonly truncate: (after: Position) => void;
}

/** Creates an in-memory event log for tests. Its events have no hashes. */
export function createMemoryEventLog(): MemoryEventLog {
  const allEvents: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const headSignal = createHeadSignal();
  const subscriptions = new Set<{ close: () => Promise<void> }>();

  function record(stream: string, newEvents: readonly SerializedEvent[]): AppendResult {
    const streamEvents = streams.get(stream) ?? [];
    streams.set(stream, streamEvents);
    for (const { id, type, data, metadata } of newEvents) {
      const location = { stream, revision: streamEvents.length, position: allEvents.length + 1 };
      const event: RecordedEvent = {
        id,
        type,
        data: JSON.parse(data),
        metadata: JSON.parse(metadata),
        ...location,
      };
      streamEvents.push(event);
      allEvents.push(event);
    }
    headSignal.setHead(allEvents.length);
    return { revision: streamEvents.length - 1, position: allEvents.length };
  }

  const log: MemoryEventLog = {
    append: async (stream, events, expectedState) => {
      const newEvents = serializeEvents(stream, events, expectedState).events;
      const streamEvents = streams.get(stream) ?? [];
      const lastRevision = streamEvents.length - 1;
      const revision = getExpectedRevision(expectedState);
      const nextRevision = revision === 'no_stream' ? 0 : revision + 1;
      const isSameHistory =
        typeof expectedState !== 'object' ||
        streamEvents[expectedState.revision]?.id === expectedState.eventId;
      if (nextRevision === lastRevision + 1 && isSameHistory) return record(stream, newEvents);
      const lastRepeated = streamEvents[nextRevision + newEvents.length - 1];
      const isRepetition = newEvents.every(({ id }, index) => streamEvents[nextRevision + index]?.id === id);
      if (lastRepeated && isRepetition && isSameHistory)
        return { revision: lastRepeated.revision, position: lastRepeated.position };
      throw new WrongExpectedVersion(stream, expectedState, lastRevision < 0 ? null : lastRevision);
    },
    readStream: async (stream, { direction = 'forwards', from, limit = 1_000 } = {}) => {
      const streamEvents = streams.get(stream) ?? [];
      if (direction === 'forwards') return streamEvents.slice(from ?? 0, (from ?? 0) + limit);
      return streamEvents
        .slice(0, (from ?? streamEvents.length) + 1)
        .reverse()
        .slice(0, limit);
    },
    readAll: async ({
      direction = 'forwards',
      from,
      after = from && from - 1,
      limit = 1_000,
      types,
    } = {}) => {
      if (direction === 'forwards' && !types) return allEvents.slice(after ?? 0, (after ?? 0) + limit);
      const orderedEvents =
        direction === 'forwards'
          ? allEvents.slice(after ?? 0)
          : allEvents.slice(0, Math.max(0, (after ?? allEvents.length + 1) - 1)).reverse();
      return orderedEvents.filter(({ type }) => !types || types.includes(type)).slice(0, limit);
    },
    hasCountablePositions: true,
    head: async () => allEvents.length,
    findEventIdAt: async (position) => allEvents[position - 1]?.id ?? null,
    identity: async () => allEvents[0]?.id ?? null,
    subscribeToAll: (options) => {
      const subscription = subscribeByPages(
        {
          readPage: (after, limit) => readOverlappingPage(log, after, limit),
          head: log.head,
          waitForEvents: (position, signal) => headSignal.waitForEvents(position, 1_000, signal),
        },
        options,
      );
      subscriptions.add(subscription);
      return subscription;
    },
    truncate: (after) => {
      for (const { stream, revision } of allEvents.splice(after).reverse())
        streams.get(stream)?.splice(revision);
      headSignal.resetHead(after);
      headSignal.wakeAll();
    },
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
    },
  };
  return log;
}
