import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

const SERVER_LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 } as const;
const MAX_CONNECTIONS = 256;

/** Starts a server on a free port of the loopback interface. `close` also closes its connections. */
export const startLoopbackServer = async (listener: RequestListener) => {
  const server = createServer(SERVER_LIMITS, listener);
  server.maxConnections = MAX_CONNECTIONS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
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
