import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';
import type { Traceparent } from '../../domain/ports/tracing.ts';

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** The version that will never be. */
const NO_VERSION = 'ff';
const FIRST_VERSION = '00';

/** Writes a span's place in W3C's form. */
export const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): Traceparent =>
  `${FIRST_VERSION}-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Reads W3C's form, of later versions too as far as it is known; undefined when it is something else. */
export function fromTraceparent(text: Traceparent | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(text ?? '') ?? [];
  if (!version || version === NO_VERSION || (version === FIRST_VERSION && rest)) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
