import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const SERVER_LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 } as const;
const MAX_CONNECTIONS = 256;

/** A server on a free loopback port. */
export interface LoopbackServer {
  readonly port: number;
  /** Closes the server and all its connections. */
  readonly close: () => Promise<void>;
}

const waitUntilListening = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });

/** Starts a server on a free port of the loopback interface. */
export const startLoopbackServer = async (listener: RequestListener): Promise<LoopbackServer> => {
  const server = createServer(SERVER_LIMITS, listener);
  server.maxConnections = MAX_CONNECTIONS;
  await waitUntilListening(server);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
