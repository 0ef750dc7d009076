/** W3C Trace Context: `00-<trace>-<span>-<flags>`. Contains no personal data. */
export type Traceparent = string;

/** Span attributes: names, counts and request ids. They never contain personal data, tokens or texts. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Properties of a span that are set when it starts. */
export interface SpanOptions {
  /** Span kind, as in OpenTelemetry. Default: `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /**
   * Causes of the work, if they differ from the current span. If all belong to one trace, the span continues it.
   * Otherwise the span starts a new trace with a link to each cause. Undefined and malformed causes are ignored.
   */
  readonly causes?: readonly (Traceparent | undefined)[];
}

/** A span in progress. */
export interface Span {
  readonly set: (attributes: SpanAttributes) => void;
  /** Marks the span as failed without an exception. Records the kind of error but not its message. */
  readonly fail: (kind: string) => void;
  /** Trace context of the span; undefined if tracing is disabled. */
  readonly traceparent: Traceparent | undefined;
}

/** Traces work across processes. */
export interface Tracing {
  /** Runs the work in a new span, which becomes the current span. Calls `start` only if tracing is enabled. */
  readonly runInSpan: <Result>(
    name: string,
    start: () => SpanOptions,
    work: (span: Span) => Promise<Result>,
  ) => Promise<Result>;
  /** Returns the trace context of the current span, to pass it to other processes, or undefined if there is none. */
  readonly getTraceparent: () => Traceparent | undefined;
}

const noSpan: Span = { set: () => {}, fail: () => {}, traceparent: undefined };

/** `Tracing` that runs the work without creating spans. */
export const noTracing: Tracing = {
  runInSpan: (_name, _start, work) => work(noSpan),
  getTraceparent: () => undefined,
};
