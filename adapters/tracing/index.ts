import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import { inTime } from '../../common/waiting.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import type { Logger } from '../logger.ts';
import { tracingBy } from './open-telemetry.ts';

export interface TracesOptions {
  /** Address of the collector, to which OTLP's own path is added. */
  readonly collectorUrl: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** How often spans are sent; 2,000 ms by default. */
  readonly everyMs?: number;
}

/** Traces that go to a collector. */
export interface Traces extends Tracing {
  /** Sends what waits, as far as the collector takes it in time. */
  readonly close: () => Promise<void>;
}

/** Spans that wait to be sent; beyond it new ones are let go, so that a collector that is away costs memory once. */
const MOST_WAITING = 8_192;
const MOST_AT_ONCE = 512;
const SEND_MS = 5_000;
/** How long the end of the process may be held up. */
const FAREWELL_MS = 2_000;

/** Says once that the collector does not take spans, and not again until it has. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: TracesOptions['logger'];
  #failing = false;

  constructor(exporter: SpanExporter, logger: TracesOptions['logger']) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#exporter.export(spans, (result) => {
      if (result.error && !this.#failing) this.#logger.warn({ err: result.error }, 'traces cannot be sent');
      this.#failing = result.error !== undefined;
      done(result);
    });
  }

  shutdown = (): Promise<void> => this.#exporter.shutdown();
}

/** Starts to send spans to a collector by OTLP over HTTP, a batch at a time, beside the work. */
export function startTraces({ collectorUrl, logger, everyMs = 2_000 }: TracesOptions): Traces {
  const url = `${collectorUrl.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS });
  const processor = new BatchSpanProcessor(new ReportingExporter(exporter, logger), {
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: MOST_AT_ONCE,
    scheduledDelayMillis: everyMs,
    exportTimeoutMillis: SEND_MS,
  });
  const resource = resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'kindra', 'process.pid': process.pid });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  return {
    ...tracingBy(provider.getTracer('kindra')),
    close: async () => {
      const goodbye = provider.shutdown().catch(() => {});
      await inTime(goodbye, FAREWELL_MS);
    },
  };
}
