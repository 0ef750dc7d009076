/** W3C Trace Context: `00-<trace>-<span>-<flags>`. Contains no personal data. */
export type Traceparent = string;

/** Attributes of a span: names, counts and request ids. Never personal data, tokens or texts. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** As in OpenTelemetry. Default: `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /**
   * Causes of the work, if other than the current span. If all belong to one trace, the span continues it; otherwise it
   * starts a new trace with a link to each. Undefined and malformed ones are ignored.
   */
  readonly causes?: readonly (Traceparent | undefined)[];
}

export interface Span {
  readonly set: (attributes: SpanAttributes) => void;
  /** Marks the span as failed without an exception. Records the kind of error, not its message. */
  readonly fail: (kind: string) => void;
  /** Undefined without tracing. */
  readonly traceparent: Traceparent | undefined;
}

/** Traces work across processes. */
export interface Tracing {
  /** Runs the work in a new span, which becomes the current one. Calls `start` only when tracing is enabled. */
  readonly span: <Result>(
    name: string,
    start: () => SpanStart,
    work: (span: Span) => Promise<Result>,
  ) => Promise<Result>;
  /** The current span, to be passed to work elsewhere, or undefined. */
  readonly current: () => Traceparent | undefined;
}

const noSpan: Span = { set: () => {}, fail: () => {}, traceparent: undefined };

/** Runs the work without tracing. */
export const noTracing: Tracing = {
  span: (_name, _start, work) => work(noSpan),
  current: () => undefined,
};
