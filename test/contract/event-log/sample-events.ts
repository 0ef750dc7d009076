import { randomBytes, randomUUID } from 'node:crypto';
import type { NewEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../../domain/ports/event-log.ts';

/** Creates an event with a new id. */
export function createSampleEvent(type = 'CoinFlipped', data: object = { side: 'heads' }): NewEvent {
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      correlationId: randomUUID(),
      causationId: randomUUID(),
      actor: { kind: 'system', id: 'test' },
      occurredAt: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  };
}

export const createSampleEvents = (count: number, type?: string): NewEvent[] =>
  Array.from({ length: count }, () => createSampleEvent(type));

/** Returns a function that creates stream names. The names are unique to this test run. */
export function createStreamNames(): () => string {
  const category = `run${randomBytes(8).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${category}-${count}`;
  };
}

export const getIds = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** A subscription and the events it has received. */
export interface EventCollector {
  readonly events: RecordedEvent[];
  readonly failures: unknown[];
  readonly subscription: Subscription;
}

/** Subscribes and collects the events that the filter includes. A real server can contain other events. */
export function collectEvents(
  log: EventLog,
  after: number,
  isIncluded: (event: RecordedEvent) => boolean,
  options: Partial<SubscribeOptions> = {},
): EventCollector {
  const events: RecordedEvent[] = [];
  const failures: unknown[] = [];
  const subscription = log.subscribeToAll({
    after,
    onEvents: async (batch) => {
      events.push(...batch.filter(isIncluded));
    },
    onFailure: (error) => failures.push(error),
    ...options,
  });
  return { events, failures, subscription };
}
