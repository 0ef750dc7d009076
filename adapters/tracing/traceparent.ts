import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';
import type { Traceparent } from '../../domain/ports/tracing.ts';

const TRACEPARENT_PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Version that W3C Trace Context reserves as invalid. */
const INVALID_VERSION = 'ff';
const FIRST_VERSION = '00';

/** Formats a span context as W3C `traceparent`. */
export const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): Traceparent =>
  `${FIRST_VERSION}-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Parses a W3C `traceparent`. Accepts later versions. Returns undefined if it is malformed. */
export function fromTraceparent(text: Traceparent | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT_PATTERN.exec(text ?? '') ?? [];
  if (!version || version === INVALID_VERSION || (version === FIRST_VERSION && rest)) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
