import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as received by the collector. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly links: readonly { readonly traceId: string }[];
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

interface AttributeValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

interface RawSpan extends Omit<CollectedSpan, 'values' | 'links'> {
  readonly attributes: readonly { readonly key: string; readonly value: AttributeValue }[];
  readonly links?: CollectedSpan['links'];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}

const toValue = ({ stringValue, intValue, doubleValue, boolValue }: AttributeValue) =>
  stringValue ?? intValue ?? doubleValue ?? boolValue ?? '';

const toSpan = ({ attributes, links = [], ...span }: RawSpan): CollectedSpan => ({
  ...span,
  links,
  values: Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)])),
});

/** A collector that receives traces as OTLP over HTTP, encoded in JSON. */
export interface TraceCollector {
  readonly url: string;
  /** Received spans, in order of arrival. */
  readonly spans: readonly CollectedSpan[];
  /** Unparsed bodies of the received requests. */
  readonly bodies: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a collector. It responds to every request with `status`. */
export async function startCollector({ status = 200 } = {}): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    response.writeHead(request.url === '/v1/traces' ? status : 404, { 'Content-Type': 'application/json' });
    response.end('{}');
    if (request.url !== '/v1/traces' || status !== 200) return;
    bodies.push(text);
    const { resourceSpans } = JSON.parse(text) as ExportRequest;
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans.map(toSpan));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
