import type { IncomingMessage, Server } from 'node:http';
import type Koa from 'koa';
import websockify, { type Middleware } from 'koa-websocket';
import type { ServerOptions, VerifyClientCallbackAsync, WebSocket } from 'ws';
import { MAX_FRAME_BYTES } from '../../../contract/conversations.ts';
import { authorize, type Caller } from '../../http/caller.ts';
import { ApiFailure, createSessionExpiredFailure } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';
import type { AddressLimiter } from '../address-limiter.ts';
import type { LogBroadcast } from '../log-broadcast.ts';
import { watchSessions } from '../session-watch.ts';
import { CLOSE_CODES, Connection } from './connection.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { deliverMessages } from './deliveries.ts';
import { createByteLimiter } from './frame-limits.ts';
import { createFrameHandler } from './frames.ts';
import { createSendPermissionCheck } from './send-permission-check.ts';
import { createTypingSignals } from './typing.ts';

const BEARER = 'bearer';

/** Without this limit, refused sockets could stay open without counting towards the connection limits. */
const CLOSE_TIMEOUT_MS = 5_000;
const SHUTDOWN_TIMEOUT_MS = 1_000;

/** The ws types lack `closeTimeout`. */
const WEBSOCKET_OPTIONS = {
  path: '/ws',
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  closeTimeout: CLOSE_TIMEOUT_MS,
  handleProtocols: (protocols) => (protocols.has(BEARER) ? BEARER : false),
} satisfies ServerOptions & { readonly closeTimeout: number };

interface SocketOptions {
  readonly server: Server;
  readonly broadcast: LogBroadcast;
  readonly heartbeatMs: number;
  readonly limitAddress: AddressLimiter;
}

/** Returns the token after `bearer` in `Sec-WebSocket-Protocol`, or else the one in `?token=…`. */
function readToken(request: IncomingMessage): string {
  const protocols = request.headers['sec-websocket-protocol'] ?? '';
  const [protocol, token] = protocols.split(',').map((value) => value.trim());
  if (protocol === BEARER && token) return token;
  return getQuery(request).get('token') ?? '';
}

const getQuery = ({ url = '' }: IncomingMessage): URLSearchParams =>
  new URL(url, 'http://localhost').searchParams;

async function authenticate(system: ApiSystem, request: IncomingMessage): Promise<Caller> {
  await system.peers.register();
  const headers = { ...request.headers, authorization: `Bearer ${readToken(request)}` };
  const caller = await authorize(
    system,
    { socket: request.socket, headers },
    { name: 'socket', audience: 'user' },
  );
  if (!caller) throw createSessionExpiredFailure();
  return caller;
}

/** koa-websocket would swallow the error and leave the socket open. */
const closeOnError =
  ({ logger }: Pick<ApiSystem, 'logger'>): Middleware =>
  async ({ websocket }, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof ApiFailure) return websocket.close(CLOSE_CODES.sessionEnded, error.message);
      logger.error({ err: error }, 'socket not admitted');
      websocket.close(CLOSE_CODES.tryLater, 'Please try again.');
    }
  };

/**
 * Opens the WebSocket endpoint, which delivers messages to the clients of this process. A socket that has not answered
 * a heartbeat before the next one is due is terminated.
 */
export function openSockets(
  system: ApiSystem,
  app: Koa,
  { server, broadcast, heartbeatMs, limitAddress }: SocketOptions,
): { readonly close: () => void } {
  const connectionRegistry = createConnectionRegistry();
  const checkSendPermission = createSendPermissionCheck(system);
  const typingSignals = createTypingSignals(system, checkSendPermission, connectionRegistry.byAccount);
  const handleFrame = createFrameHandler(system, checkSendPermission, typingSignals);
  const checkFrameSize = createByteLimiter();
  const authentications = new WeakMap<IncomingMessage, PromiseSettledResult<Caller>>();

  /**
   * Authenticates before the handshake response, so that the connection is registered when the socket opens, and a
   * client that fetches messages after that misses none. A refused client gets its close code after the handshake,
   * because browsers hide the status of a refused handshake.
   */
  const verifyClient: VerifyClientCallbackAsync = async ({ req }, proceed) => {
    const [authentication] = await Promise.allSettled([authenticate(system, req)]);
    authentications.set(req, authentication);
    proceed(true);
  };

  function registerConnection(socket: WebSocket, caller: Caller, request: IncomingMessage): void {
    const release = limitAddress(request);
    if (release) socket.once('close', release);
    const hasTypingSignals = getQuery(request).get('typing') === 'true';
    if (hasTypingSignals) typingSignals.startDelivery();
    const connection = new Connection(socket, caller, hasTypingSignals);
    if (!release || !connectionRegistry.add(connection)) {
      connection.close(CLOSE_CODES.tryLater, 'Too many connections.');
      return;
    }
    socket.once('close', () => connectionRegistry.remove(connection));
    connection.receive(handleFrame, (bytes) => checkFrameSize(caller.id, bytes));
  }

  const { ws } = websockify(app);
  ws.use(closeOnError(system));
  ws.use(({ websocket, req }) => {
    const authentication = authentications.get(req);
    if (authentication?.status !== 'fulfilled') throw authentication?.reason;
    registerConnection(websocket, authentication.value, req);
  });
  ws.listen({ ...WEBSOCKET_OPTIONS, server, verifyClient });
  const webSocketServer = ws.server as NonNullable<typeof ws.server>;
  // ws re-emits the errors of the HTTP server, which logs them. Without a listener they would end the process.
  webSocketServer.on('error', () => {});

  const { message: expiredMessage } = createSessionExpiredFailure();
  const stopWatching = watchSessions(system, connectionRegistry.getAll, (connection) => {
    connectionRegistry.remove(connection);
    connection.close(CLOSE_CODES.sessionEnded, expiredMessage);
  });
  const heartbeat = setInterval(() => {
    for (const connection of connectionRegistry.getAll()) connection.checkHeartbeat();
  }, heartbeatMs);
  deliverMessages(system, broadcast, connectionRegistry.byAccount);

  return {
    close() {
      stopWatching();
      typingSignals.close();
      clearInterval(heartbeat);
      webSocketServer.close();
      for (const client of webSocketServer.clients) client.close(CLOSE_CODES.goingAway, 'The server ends.');
      setTimeout(() => {
        for (const client of webSocketServer.clients) client.terminate();
      }, SHUTDOWN_TIMEOUT_MS).unref();
    },
  };
}
