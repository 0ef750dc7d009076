import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { enforceMinimumRate, LONGEST_BODY_MS } from './minimum-rate.ts';
import { hasBody } from './pending-connections.ts';

/** A listening HTTP server. */
export interface Listening {
  readonly port: number;
  /** For the upgrade of requests to WebSockets. */
  readonly server: Server;
  /** Sets the request listener. Earlier requests wait for it. */
  readonly answerWith: (answer: RequestListener) => void;
  /**
   * Stops accepting connections. Resolves when pending requests are answered, or after 10 s, when they are
   * cut.
   */
  readonly close: () => Promise<void>;
}

/** Maximum time to receive the headers of a request, in milliseconds. */
const HEADERS_MS = 10_000;
/** Time after which the rate of a body is measured, in milliseconds. It is enforced 5 s later. */
const RATE_FROM_MS = 25_000;
/** Node's own limit on a request, in milliseconds. It is longer than the limit on bodies. */
const REQUEST_MS = LONGEST_BODY_MS + 10_000;
/** Interval of Node's checks of connections, in milliseconds. */
const CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
/** Interval at which idle connections are closed during shutdown, in milliseconds. */
const LOOK_MS = 50;
/** Maximum time for pending requests during shutdown, in milliseconds. */
const PATIENCE_MS = 10_000;

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    server.close(() => {
      clearTimeout(impatient);
      clearInterval(idle);
      resolve();
    });
  });
}

/** Destroys a request whose body takes longer than 30 s, unless it meets the minimum rates of uploads. */
function limitBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete && !request.socket.destroyed) enforceMinimumRate(request, RATE_FROM_MS);
  }, RATE_FROM_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

/**
 * Starts to listen before the request listener is known, so that the port is available for its setup.
 * @param onError called when a connection cannot be accepted, for example because of too many open files; the
 *   server continues
 * @throws the error of `server.listen`
 */
export async function listen(
  host: string,
  port: number,
  onError: (error: Error) => void,
): Promise<Listening> {
  let answerWith: (answer: RequestListener) => void = () => {};
  const answer = new Promise<RequestListener>((resolve) => {
    answerWith = resolve;
  });
  const limits = {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
  };
  const server = createServer(limits, (request, response) => {
    if (hasBody(request)) limitBody(request);
    void answer.then((listener) => listener(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', onError);
      resolve();
    });
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    server,
    answerWith,
    close: () => closed(server),
  };
}
