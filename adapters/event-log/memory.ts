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

/** A log that can lose its newest events, as in a failover to an asynchronous replica. */
export interface MemoryEventLog extends EventLog {
  /** Removes all events after the position. */
  readonly truncate: (after: Position) => void;
}

/** Creates an event log in memory, for tests. It has no hashes. */
export function createMemoryEventLog(): MemoryEventLog {
  const all: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const wake = createHeadSignal();
  const subscriptions = new Set<{ close: () => Promise<void> }>();

  function record(stream: string, written: readonly SerializedEvent[]): AppendResult {
    const recorded = streams.get(stream) ?? [];
    streams.set(stream, recorded);
    for (const { id, type, data, metadata } of written) {
      const place = { stream, revision: recorded.length, position: all.length + 1 };
      const event: RecordedEvent = {
        id,
        type,
        data: JSON.parse(data),
        metadata: JSON.parse(metadata),
        ...place,
      };
      recorded.push(event);
      all.push(event);
    }
    wake.setHead(all.length);
    return { revision: recorded.length - 1, position: all.length };
  }

  const log: MemoryEventLog = {
    append: async (stream, events, expected) => {
      const written = serializeEvents(stream, events, expected).events;
      const recorded = streams.get(stream) ?? [];
      const last = recorded.length - 1;
      const revision = getExpectedRevision(expected);
      const next = revision === 'no_stream' ? 0 : revision === 'any' ? null : revision + 1;
      const isSamePast = typeof expected !== 'object' || recorded[expected.revision]?.id === expected.eventId;
      if (next === last + 1 && isSamePast) return record(stream, written);
      const repeatAt = next ?? recorded.findLastIndex(({ id }) => id === written[0]?.id);
      if (repeatAt < 0) return record(stream, written);
      const final = recorded[repeatAt + written.length - 1];
      const repeated = written.every(({ id }, index) => recorded[repeatAt + index]?.id === id);
      if (final && repeated && isSamePast) return { revision: final.revision, position: final.position };
      throw new WrongExpectedVersion(stream, expected, last < 0 ? null : last);
    },
    readStream: async (stream, { direction = 'forwards', from, limit = 1_000 } = {}) => {
      const recorded = streams.get(stream) ?? [];
      if (direction === 'forwards') return recorded.slice(from ?? 0, (from ?? 0) + limit);
      return recorded
        .slice(0, (from ?? recorded.length) + 1)
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
      if (direction === 'forwards' && !types) return all.slice(after ?? 0, (after ?? 0) + limit);
      const inOrder =
        direction === 'forwards'
          ? all.slice(after ?? 0)
          : all.slice(0, Math.max(0, (after ?? all.length + 1) - 1)).reverse();
      return inOrder.filter(({ type }) => !types || types.includes(type)).slice(0, limit);
    },
    hasCountablePositions: true,
    head: async () => all.length,
    findEventIdAt: async (position) => all[position - 1]?.id ?? null,
    identity: async () => all[0]?.id ?? null,
    subscribeToAll: (options) => {
      const subscription = subscribeByPages(
        {
          readPage: (after, limit) => readOverlappingPage(log, after, limit),
          head: log.head,
          waitForEvents: (position, signal) => wake.waitForEvents(position, 1_000, signal),
        },
        options,
      );
      subscriptions.add(subscription);
      return subscription;
    },
    truncate: (after) => {
      for (const { stream, revision } of all.splice(after).reverse()) streams.get(stream)?.splice(revision);
      wake.resetHead(after);
      wake.wakeAll();
    },
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
    },
  };
  return log;
}
