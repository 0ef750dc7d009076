import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 } as const;
const MOST_CONNECTIONS = 256;

/** A server on a free loopback port. */
export interface LoopbackServer {
  readonly port: number;
  /** Closes the server and its connections. */
  readonly close: () => Promise<void>;
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });

/** Starts a server on the loopback interface. */
export const serveLoopback = async (listener: RequestListener): Promise<LoopbackServer> => {
  const server = createServer(LIMITS, listener);
  server.maxConnections = MOST_CONNECTIONS;
  await listening(server);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
