import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanStart, Tracing } from '../../domain/ports/tracing.ts';
import { fromTraceparent, toTraceparent } from './traceparent.ts';

/** Traces that a span links to at most; a batch of a rebuild follows from thousands. */
const MOST_LINKS = 64;

const KINDS: Readonly<Record<NonNullable<SpanStart['kind']>, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** What an error may tell: its class, or the code that a system gave it. Its message may hold anything. */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.name === 'Error' && code ? code : error.name;
};

/** Where a span begins: below another one or not, and what it links to. */
function beginning(causes: SpanStart['causes'], around: Context): { parent: Context; links: Link[] } {
  if (!causes) return { parent: around, links: [] };
  const contexts = causes.flatMap((cause) => fromTraceparent(cause) ?? []);
  const [first] = contexts;
  if (!first) return { parent: ROOT_CONTEXT, links: [] };
  if (contexts.every(({ traceId }) => traceId === first.traceId))
    return { parent: trace.setSpanContext(ROOT_CONTEXT, first), links: [] };
  return { parent: ROOT_CONTEXT, links: contexts.slice(0, MOST_LINKS).map((context) => ({ context })) };
}

const fail = (span: OtelSpan, kind: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
  span.setAttribute('error.type', kind);
};

const present = (span: OtelSpan): Span => ({
  set: (attributes) => void span.setAttributes(attributes),
  fail: (kind) => fail(span, kind),
  traceparent: toTraceparent(span.spanContext()),
});

/** Traces by a tracer of OpenTelemetry. Of errors they tell the kind alone. */
export function tracingBy(tracer: Tracer): Tracing {
  const storage = new AsyncLocalStorage<Context>();

  return {
    async span(name, start, work) {
      const { kind = 'internal', attributes, causes } = start();
      const { parent, links } = beginning(causes, storage.getStore() ?? ROOT_CONTEXT);
      const options = { kind: KINDS[kind], ...(attributes && { attributes }), links };
      const span = tracer.startSpan(name, options, parent);
      try {
        return await storage.run(trace.setSpan(parent, span), work, present(span));
      } catch (error) {
        fail(span, kindOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    current() {
      const around = storage.getStore();
      const context = around && trace.getSpanContext(around);
      return context && toTraceparent(context);
    },
  };
}
