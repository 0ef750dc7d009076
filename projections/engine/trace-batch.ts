import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { SpanOptions, Tracing } from '../../domain/ports/tracing.ts';
import type { Projection } from './definition.ts';

/** If all events belong to one trace, the span continues it; otherwise it links to the traces of all events. */
function createSpanStart({ name }: Projection, events: readonly RecordedEvent[]): SpanOptions {
  const oldestMs = Date.parse(events[0]?.metadata.occurredAt ?? '');
  const correlations = new Set(events.map(({ metadata }) => metadata.correlationId));
  const [correlation] = correlations;
  return {
    kind: 'consumer',
    attributes: {
      'kindra.projection': name,
      'kindra.projection.events': events.length,
      'kindra.projection.position': events.at(-1)?.position ?? 0,
      // Measured with the clocks of two processes, which may differ.
      'kindra.projection.lag_ms': Math.max(0, Date.now() - oldestMs),
      ...(correlations.size === 1 && correlation && { 'kindra.correlation_id': correlation }),
    },
    causes: [...new Set(events.map(({ metadata }) => metadata.traceparent))],
  };
}

/** Writes a batch in a span. Creates no span if the projection handles none of the events. */
export function traceBatch(
  tracing: Tracing,
  projection: Projection,
  events: readonly RecordedEvent[],
  write: () => Promise<void>,
): Promise<void> {
  if (!events.some(({ type }) => type in projection.on)) return write();
  const getHandledEvents = () => events.filter(({ type }) => type in projection.on);
  return tracing.runInSpan(
    `project ${projection.name}`,
    () => createSpanStart(projection, getHandledEvents()),
    write,
  );
}
