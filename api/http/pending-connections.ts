import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ClientAddresses, getLimitKey, getPeerAddress } from './client-address.ts';

/** Maximum number of connections per IP address that have not sent a complete request. */
export const MAX_PENDING_PER_ADDRESS = 200;

type Headers = Pick<IncomingMessage, 'headers'>;

/** Returns the value of `Content-Length`, which may exceed 32 bits, or undefined if it is absent. */
export const getContentLength = ({ headers }: Headers): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** Returns whether the headers of a request declare a body. */
export const hasBody = (request: Headers): boolean =>
  request.headers['transfer-encoding'] !== undefined || (getContentLength(request) ?? 0) > 0;

/**
 * Destroys new connections from an IP address when too many of its connections have not sent a complete request.
 * Trusted proxies, which forward requests from many clients, are exempt.
 */
export function limitPendingConnections(
  server: Server,
  { isTrustedProxy }: Pick<ClientAddresses, 'isTrustedProxy'>,
  maxPerAddress: number,
): void {
  const countByAddress = new Map<string, number>();
  const addressBySocket = new Map<Socket, string>();

  function addConnection(socket: Socket): void {
    const peer = getPeerAddress(socket);
    if (addressBySocket.has(socket) || isTrustedProxy(peer)) return;
    const address = getLimitKey(peer);
    const count = countByAddress.get(address) ?? 0;
    if (count >= maxPerAddress) {
      socket.destroy();
      return;
    }
    countByAddress.set(address, count + 1);
    addressBySocket.set(socket, address);
  }

  function removeConnection(socket: Socket): void {
    const address = addressBySocket.get(socket);
    if (address === undefined) return;
    addressBySocket.delete(socket);
    const count = (countByAddress.get(address) ?? 0) - 1;
    if (count > 0) countByAddress.set(address, count);
    else countByAddress.delete(address);
  }

  server.on('connection', (socket: Socket) => {
    addConnection(socket);
    socket.once('close', () => removeConnection(socket));
  });
  server.on('request', (request) => {
    const { socket } = request;
    if (!hasBody(request)) return removeConnection(socket);
    addConnection(socket);
    request.once('close', () => removeConnection(socket));
  });
  server.on('upgrade', ({ socket }) => removeConnection(socket));
}
