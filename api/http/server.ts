import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { enforceMinimumRate, MAX_BODY_MS } from './minimum-rate.ts';
import { hasBody } from './pending-connections.ts';

/** An HTTP server that accepts connections before its request listener is set. */
export interface ListeningServer {
  readonly port: number;
  readonly server: Server;
  /** Requests that arrive earlier wait until the listener is set. */
  readonly setRequestListener: (listener: RequestListener) => void;
  /** Stops accepting connections. Waits up to 10 s for pending requests, then closes all connections. */
  readonly close: () => Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** Time after which the rate of a request body is measured. The minimum rate is enforced 5 s later. */
const RATE_CHECK_DELAY_MS = 25_000;
/** Longer than the maximum duration of a body. */
const REQUEST_TIMEOUT_MS = MAX_BODY_MS + 10_000;
/** Interval of the checks by Node.js. */
const CHECK_INTERVAL_MS = 1_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const IDLE_CHECK_INTERVAL_MS = 50;
const SHUTDOWN_TIMEOUT_MS = 10_000;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const shutdownTimer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
    const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
    server.close(() => {
      clearTimeout(shutdownTimer);
      clearInterval(idleTimer);
      resolve();
    });
  });
}

/** Destroys a request whose body takes longer than 30 s, unless it meets the minimum upload rates. */
function limitBodyDuration(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete && !request.socket.destroyed) enforceMinimumRate(request, RATE_CHECK_DELAY_MS);
  }, RATE_CHECK_DELAY_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

/**
 * Starts listening. The request listener is set later, because its setup needs the port.
 * @param onError called when a connection cannot be accepted, for example because too many files are open;
 *   the server continues
 * @throws the error of `server.listen`
 */
export async function listen(
  host: string,
  port: number,
  onError: (error: Error) => void,
): Promise<ListeningServer> {
  let setRequestListener: (listener: RequestListener) => void = () => {};
  const requestListener = new Promise<RequestListener>((resolve) => {
    setRequestListener = resolve;
  });
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
  };
  const server = createServer(limits, (request, response) => {
    if (hasBody(request)) limitBodyDuration(request);
    void requestListener.then((listener) => listener(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', onError);
      resolve();
    });
  });
  const boundAddress = server.address();
  return {
    port: typeof boundAddress === 'object' && boundAddress ? boundAddress.port : port,
    server,
    setRequestListener,
    close: () => closeServer(server),
  };
}
