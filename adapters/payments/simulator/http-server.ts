import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 } as const;
const MOST_CONNECTIONS = 256;

/** A server on the loopback, on a port that the system chose. */
export interface LoopbackServer {
  readonly port: number;
  /** Ends it, and the connections that are open. */
  readonly close: () => Promise<void>;
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });

/** Serves on the loopback alone. */
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
