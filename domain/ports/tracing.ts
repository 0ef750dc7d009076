/** Where a trace stands, in the form of W3C Trace Context: `00-<trace>-<span>-<flags>`. It tells nothing of anybody. */
export type Traceparent = string;

/** What a span says of its work: names, counts and ids of requests; never personal data, tokens or texts. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** How a span begins. */
export interface SpanStart {
  /** `server` answers a request, `client` waits for another system, `consumer` works off what waited; else `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /**
   * What the work follows from, when that is not the span around it. Of one trace, the span continues it; of several, the
   * span begins one of its own and links to each. Those that are undefined or malformed are passed over.
   */
  readonly causes?: readonly (Traceparent | undefined)[];
}

/** A span under way. */
export interface Span {
  readonly set: (attributes: SpanAttributes) => void;
  /** The work failed although it did not throw; the kind of error is kept, its words are not. */
  readonly fail: (kind: string) => void;
  /** Undefined where there are no traces. */
  readonly traceparent: Traceparent | undefined;
}

/** Follows work through the system and tells how long each part of it took. */
export interface Tracing {
  /**
   * Does the work within a span, which ends with it; what the work does in turn stands below the span. How it begins is
   * only asked where there are traces.
   */
  readonly span: <Result>(
    name: string,
    start: () => SpanStart,
    work: (span: Span) => Promise<Result>,
  ) => Promise<Result>;
  /** The span around, for work that goes on elsewhere; undefined where there is none. */
  readonly current: () => Traceparent | undefined;
}

const noSpan: Span = { set: () => {}, fail: () => {}, traceparent: undefined };

/** No traces: the work is done and nothing else. */
export const noTracing: Tracing = {
  span: (_name, _start, work) => work(noSpan),
  current: () => undefined,
};
