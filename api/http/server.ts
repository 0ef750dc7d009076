import { createServer, type RequestListener, type Server } from 'node:http';

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

const HEADERS_MS = 15_000;
const REQUEST_MS = 60_000;
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
  const limits = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(limits, (request, response) => {
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
