import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface CuttableProxy {
  readonly port: number;
  /** Cuts every connection that goes through it now; new ones are let through. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

export async function openCuttableProxy(host: string, port: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(port, host);
    const cut = (): void => {
      incoming.destroy();
      outgoing.destroy();
      sockets.delete(incoming);
    };
    sockets.add(incoming);
    for (const socket of [incoming, outgoing]) socket.setNoDelay().on('error', cut).on('close', cut);
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}
