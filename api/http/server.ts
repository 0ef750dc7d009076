import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { enforceMinimumRate, LONGEST_BODY_MS } from './minimum-rate.ts';
import { hasBody } from './pending-connections.ts';

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** For what begins as a request and becomes something else: sockets. */
  readonly server: Server;
  /** Answers requests from now on; those that came before have waited. */
  readonly answerWith: (answer: RequestListener) => void;
  /** Takes no further connection, and ends once the requests under way are answered, or the patience is over. */
  readonly close: () => Promise<void>;
}

/** Longest time that the header of a request may take, in milliseconds. */
const HEADERS_MS = 10_000;
/** From when on the rate of a body is measured, in milliseconds; it is enforced 5 s later. */
const RATE_FROM_MS = 25_000;
/** Node's own limit comes last: it ends whatever the limits of rates have missed. */
const REQUEST_MS = LONGEST_BODY_MS + 10_000;
/** How often connections are checked, in milliseconds. */
const CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
/** How often connections are looked at that have become idle while the server ends. */
const LOOK_MS = 50;
/** How long a request under way may take when the server ends. */
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

/** Cuts a request whose body takes longer than 30 s, unless it is sent at the rates of uploads. */
function limitBody(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete && !request.socket.destroyed) enforceMinimumRate(request, RATE_FROM_MS);
  }, RATE_FROM_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

/**
 * Listens at once, so that the port is known before what is served.
 * @param onError told of connections that cannot be taken, as when there are too many open files; the others go on
 * @throws the error of listening
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
