import { createServer } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { StartupError } from './startup-error.ts';

/** Creates a metrics registry with the default process metrics. */
export const createMetrics = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Serves the metrics at `/metrics` in Prometheus format.
 * @throws StartupError when the port is in use
 */
export const serveMetrics = async (
  registry: Registry,
  host: string,
  port: number,
): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new StartupError(`The metrics cannot be served on METRICS_PORT ${port}: ${error.message}.`, error),
      );
    });
    server.listen(port, host, resolve);
  });
  const boundAddress = server.address();
  return {
    port: typeof boundAddress === 'object' && boundAddress ? boundAddress.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
