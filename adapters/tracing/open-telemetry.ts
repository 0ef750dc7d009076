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
import type { Span, SpanOptions, Tracing } from '../../domain/ports/tracing.ts';
import { fromTraceparent, toTraceparent } from './traceparent.ts';

/** Maximum number of links per span. A rebuild batch has thousands of causes. */
const MAX_LINKS = 64;

const SPAN_KINDS: Readonly<Record<NonNullable<SpanOptions['kind']>, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Returns the class or code of an error. Omits the message, which may contain personal data. */
const getErrorKind = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.name === 'Error' && code ? code : error.name;
};

/** Returns the parent context and the links for a new span. */
function toParentContext(
  causes: SpanOptions['causes'],
  activeContext: Context,
): { parent: Context; links: Link[] } {
  if (!causes) return { parent: activeContext, links: [] };
  const contexts = causes.flatMap((cause) => fromTraceparent(cause) ?? []);
  const [first] = contexts;
  if (!first) return { parent: ROOT_CONTEXT, links: [] };
  if (contexts.every(({ traceId }) => traceId === first.traceId))
    return { parent: trace.setSpanContext(ROOT_CONTEXT, first), links: [] };
  return { parent: ROOT_CONTEXT, links: contexts.slice(0, MAX_LINKS).map((context) => ({ context })) };
}

const markFailed = (span: OtelSpan, kind: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
  span.setAttribute('error.type', kind);
};

const toSpan = (span: OtelSpan): Span => ({
  set: (attributes) => void span.setAttributes(attributes),
  fail: (kind) => markFailed(span, kind),
  traceparent: toTraceparent(span.spanContext()),
});

/** Implements tracing with an OpenTelemetry tracer. For errors, only records their kind. */
export function createTracing(tracer: Tracer): Tracing {
  const storage = new AsyncLocalStorage<Context>();

  return {
    async runInSpan(name, start, work) {
      const { kind = 'internal', attributes, causes } = start();
      const { parent, links } = toParentContext(causes, storage.getStore() ?? ROOT_CONTEXT);
      const options = { kind: SPAN_KINDS[kind], ...(attributes && { attributes }), links };
      const span = tracer.startSpan(name, options, parent);
      try {
        return await storage.run(trace.setSpan(parent, span), work, toSpan(span));
      } catch (error) {
        markFailed(span, getErrorKind(error));
        throw error;
      } finally {
        span.end();
      }
    },
    getTraceparent() {
      const activeContext = storage.getStore();
      const context = activeContext && trace.getSpanContext(activeContext);
      return context && toTraceparent(context);
    },
  };
}
