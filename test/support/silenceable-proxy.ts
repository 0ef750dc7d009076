import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can stop forwarding data. */
export interface SilenceableProxy {
  readonly url: string;
  /** Stops forwarding data on existing connections, without closing them. New connections work. */
  readonly silence: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy in front of the server at this URL. */
export async function createSilenceableProxy(address: string): Promise<SilenceableProxy> {
  const target = new URL(address);
  const connections = new Map<Socket, Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    connections.set(socket, upstream);
    for (const socketEnd of [socket, upstream]) {
      socketEnd.setNoDelay().on('error', () => {});
      socketEnd.once('close', () => {
        socket.destroy();
        upstream.destroy();
        connections.delete(socket);
      });
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence: () => {
      for (const [socket, onward] of connections) {
        onward.unpipe(socket);
        onward.resume();
      }
    },
    close: async () => {
      const closeEvent = once(server, 'close');
      server.close();
      for (const socket of connections.keys()) socket.destroy();
      await closeEvent;
    },
  };
}
