import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import { withTimeout } from '../../common/timing.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import type { Logger } from '../logger.ts';
import { createTracing } from './open-telemetry.ts';

interface TracingOptions {
  /** Base URL of the trace collector, such as `http://localhost:4318`. */
  readonly collectorUrl: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Export interval, in milliseconds. Default: 2,000. */
  readonly intervalMs?: number;
}

/** Tracing whose spans are exported to a collector. */
export interface ClosableTracing extends Tracing {
  /** Exports the remaining spans. Takes at most 2 s. */
  readonly close: () => Promise<void>;
}

/** Maximum number of queued spans. Further spans are dropped to limit memory while the collector is down. */
const MAX_QUEUED = 8_192;
const MAX_BATCH = 512;
const EXPORT_TIMEOUT_MS = 5_000;
const SHUTDOWN_TIMEOUT_MS = 2_000;

/** Exports spans. Logs export failures, once per outage. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: TracingOptions['logger'];
  #failing = false;

  constructor(exporter: SpanExporter, logger: TracingOptions['logger']) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], onResult: Parameters<SpanExporter['export']>[1]): void {
    this.#exporter.export(spans, (result) => {
      if (result.error && !this.#failing) this.#logger.warn({ err: result.error }, 'trace export failed');
      this.#failing = result.error !== undefined;
      onResult(result);
    });
  }

  shutdown = (): Promise<void> => this.#exporter.shutdown();
}

/** Starts exporting spans to a collector. Uses OTLP over HTTP, in batches. */
export function startTracing({ collectorUrl, logger, intervalMs = 2_000 }: TracingOptions): ClosableTracing {
  const url = `${collectorUrl.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
  const processor = new BatchSpanProcessor(new ReportingExporter(exporter, logger), {
    maxQueueSize: MAX_QUEUED,
    maxExportBatchSize: MAX_BATCH,
    scheduledDelayMillis: intervalMs,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const resource = resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'kindra', 'process.pid': process.pid });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  return {
    ...createTracing(provider.getTracer('kindra')),
    close: async () => {
      const shutdown = provider.shutdown().catch(() => {});
      await withTimeout(shutdown, SHUTDOWN_TIMEOUT_MS);
    },
  };
}
