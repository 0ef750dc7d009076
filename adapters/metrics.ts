import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { StartupError } from './startup-error.ts';

/** Creates a metrics registry with the default process metrics. */
export const createMetrics = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

/**
 * Serves the metrics at `/metrics` in Prometheus format.
 * @throws StartupError when the port is in use
 */
export const serveMetrics = async (registry: Registry, host: string, port: number) => {
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
  await once(server.listen(port, host), 'listening').catch((error: Error) => {
    throw new StartupError(`The metrics cannot be served on METRICS_PORT ${port}: ${error.message}.`, error);
  });
  // The server continues after a connection cannot be accepted, for example because too many files are open.
  server.on('error', () => {});
  return {
    port: (server.address() as AddressInfo).port,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
