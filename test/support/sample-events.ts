import type { EventMetadata, RecordedEvent } from '../../domain/kernel/event.ts';
import samples from '../contract/events/samples.json' with { type: 'json' };

/** Returns an event as if it had been read from the log. */
export const toRecordedEvent = (
  { type, data }: Pick<RecordedEvent, 'type' | 'data'>,
  actor: EventMetadata['actor'] = { kind: 'system', id: 'tests' },
): RecordedEvent => ({
  id: 'event',
  type,
  data,
  stream: 'stream',
  revision: 0,
  position: 1,
  metadata: {
    correlationId: 'request',
    causationId: 'command',
    actor,
    occurredAt: '2026-11-22T10:00:00.000Z',
    version: 1,
  },
});

/** A sample of each event, in each stored form. */
export const SAMPLE_EVENTS: readonly RecordedEvent[] = samples.map((sample) => toRecordedEvent(sample));
