import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy whose connections can be cut and restored. */
export interface CuttableProxy {
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** Starts a proxy in front of the server at `address`. `defaultPort` is used if `address` has no port. */
export async function createCuttableProxy(address: string, defaultPort?: number): Promise<CuttableProxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;

  function forwardConnection(socket: Socket): void {
    const upstream = connect(Number(target.port) || (defaultPort ?? 0), target.hostname);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.setNoDelay();
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  async function reopen(): Promise<void> {
    server = createServer(forwardConnection).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  await reopen();
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    restore: reopen,
    async cut() {
      const closeEvent = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closeEvent;
    },
  };
}
