import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { LARGEST_FRAME } from '../../contract/conversations.ts';
import { admit, type Caller } from '../../http/caller.ts';
import { ApiFailure, sessionExpired } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';
import type { AddressPlaces } from '../address-places.ts';
import type { LogBroadcast } from '../log-broadcast.ts';
import { watchSessions } from '../session-watch.ts';
import { createByteBudget } from './byte-budget.ts';
import { CLOSE, Connection } from './connection.ts';
import { deliverMessages } from './deliveries.ts';
import { createFrameHandler } from './frames.ts';

/** The path of the live socket. */
export const SOCKET_PATH = '/ws';

const BEARER = 'bearer';

const MOST_CONNECTIONS = 15_000;
const MOST_OF_ONE_ACCOUNT = 50;
/** How long clients have to hang up when their socket is closed: those who are refused count nowhere, and must not stay. */
const HANG_UP_MS = 5_000;
/** How long they have when the server ends. */
const FAREWELL_MS = 1_000;

/** What the server of the sockets is made with; the library's types lack the time to hang up. */
const OPTIONS = {
  noServer: true,
  path: SOCKET_PATH,
  maxPayload: LARGEST_FRAME,
  perMessageDeflate: false,
  closeTimeout: HANG_UP_MS,
  handleProtocols: (protocols: ReadonlySet<string>) => (protocols.has(BEARER) ? BEARER : false),
} as const;

/** The sockets of this process. */
export interface Sockets {
  readonly close: () => void;
}

export interface SocketOptions {
  readonly heartbeatMs: number;
  /** How many sockets an address may have. */
  readonly places: AddressPlaces;
}

/** Why somebody is not admitted: the code and the reason that their socket is closed with. */
interface Refusal {
  readonly code: number;
  readonly reason: string;
}

/** What breaks is closed by itself; without a listener the error would end the process. */
const ignore = (): void => {};

const nowhere: Refusal = { code: CLOSE.tryLater, reason: 'There is nothing here.' };
const tooMany: Refusal = { code: CLOSE.tryLater, reason: 'Too many are connected.' };

/** The token of `?token=…`, or the one behind `bearer` in the protocols; empty when there is neither. */
function tokenOf({ url = '', headers }: IncomingMessage): string {
  const [protocol, token] = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  if (protocol === BEARER && token) return token;
  return new URL(url, 'http://localhost').searchParams.get('token') ?? '';
}

/**
 * Opens the live socket on a server. Every process does, and delivers to its own clients. One that gives no sign of life
 * from one heartbeat to the next is cut.
 */
export function openSockets(
  system: ApiSystem,
  server: Server,
  broadcast: LogBroadcast,
  { heartbeatMs, places }: SocketOptions,
): Sockets {
  const { logger } = system;
  const open = new Map<AccountId, Set<Connection>>();
  const handleFrame = createFrameHandler(system);
  const judgeFrame = createByteBudget(system.clock);
  let count = 0;

  function forget(connection: Connection): void {
    const ofAccount = open.get(connection.accountId);
    if (!ofAccount?.delete(connection)) return;
    count -= 1;
    if (ofAccount.size === 0) open.delete(connection.accountId);
  }

  function end(connection: Connection, code: number, reason: string): void {
    forget(connection);
    connection.close(code, reason);
  }

  function keep(connection: Connection): boolean {
    const ofAccount = open.get(connection.accountId) ?? new Set();
    if (count >= MOST_CONNECTIONS || ofAccount.size >= MOST_OF_ONE_ACCOUNT) return false;
    open.set(connection.accountId, ofAccount.add(connection));
    count += 1;
    return true;
  }

  /** Lets somebody take part, or says why not. */
  function begin(socket: WebSocket, caller: Caller, request: IncomingMessage): Refusal | null {
    const free = places(request);
    if (!free) return tooMany;
    socket.once('close', free);
    const connection = new Connection(socket, caller);
    if (!keep(connection)) return tooMany;
    socket.once('close', () => forget(connection));
    connection.receive(handleFrame, (bytes) => judgeFrame(caller.id, bytes));
    return null;
  }

  function accept(socket: WebSocket, caller: Caller | Refusal, request: IncomingMessage): void {
    socket.on('error', ignore);
    const refusal = 'code' in caller ? caller : begin(socket, caller, request);
    if (refusal) socket.close(refusal.code, refusal.reason);
  }

  async function callerOf(request: IncomingMessage): Promise<Caller | Refusal> {
    try {
      const headers = { ...request.headers, authorization: `Bearer ${tokenOf(request)}` };
      const { socket } = request;
      const caller = await admit(system, { socket, headers }, { name: 'socket', who: 'user' });
      if (!caller) throw sessionExpired();
      return caller;
    } catch (error) {
      if (error instanceof ApiFailure) return { code: CLOSE.sessionEnded, reason: error.message };
      logger.error({ err: error }, 'a socket could not be admitted');
      return { code: CLOSE.tryLater, reason: 'Please try again.' };
    }
  }

  /** A socket opens once its holder is among those who are delivered to: what they fetch from then on misses nothing. */
  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    stream.on('error', ignore);
    const caller = sockets.shouldHandle(request) ? await callerOf(request) : nowhere;
    sockets.handleUpgrade(request, stream, head, (socket) => accept(socket, caller, request));
  }

  const all = (): Connection[] => [...open.values()].flatMap((ofAccount) => [...ofAccount]);

  const { message: expired } = sessionExpired();
  const stopWatching = watchSessions(system, {
    all,
    sessionOf: ({ sessionId }) => sessionId,
    end: (connection) => end(connection, CLOSE.sessionEnded, expired),
  });
  const heartbeat = setInterval(() => {
    for (const connection of all()) connection.beat();
  }, heartbeatMs);

  deliverMessages(system, broadcast, open);
  const sockets = new WebSocketServer(OPTIONS);
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void =>
    void upgrade(request, stream, head);
  server.on('upgrade', onUpgrade);

  return {
    close() {
      server.off('upgrade', onUpgrade);
      stopWatching();
      clearInterval(heartbeat);
      sockets.close();
      for (const client of sockets.clients) client.close(CLOSE.goingAway, 'The server ends.');
      setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, FAREWELL_MS).unref();
    },
  };
}
