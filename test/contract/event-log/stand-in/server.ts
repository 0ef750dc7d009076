import type * as Grpc from '@grpc/grpc-js';
import { createCluster } from './cluster.ts';
import { createNode, type NodeOptions } from './node.ts';
import { grpc } from './protocol.ts';

/** Options of the stand-in server. By default it has one node without delays, authentication or TLS. */
export interface StandInOptions extends Pick<NodeOptions, 'user'> {
  readonly nodes?: number;
  /** Time until a majority of the nodes has stored an event, in milliseconds. Default: 0. */
  readonly replicationMs?: number;
  /** Key and certificate in PEM format. If set, the server accepts only TLS. */
  readonly tls?: { readonly key: string; readonly certificate: string };
}

export interface StandInServer {
  /** Port of the first node. */
  readonly port: number;
  /** Ports of all nodes. */
  readonly ports: readonly number[];
  /** Makes a node the leader. If `node` is null, starts an election. */
  readonly elect: (node: number | null) => void;
  /** Suspends or resumes replication to the followers. While it is suspended, followers do not return new events. */
  readonly holdFollowers: (areHeld: boolean) => void;
  /** Returns the position of the last record, or 0 if there is none. */
  readonly getEnd: () => number;
  /** Removes all events after a position, like a restore from an older backup. */
  readonly truncate: (after: number) => void;
  readonly deleteStream: (stream: string, mode: 'soft' | 'tombstone') => void;
  /** Served operations per node, such as `read`. */
  readonly servedOperations: readonly (readonly string[])[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a server that implements the part of the EventStoreDB protocol that Kindra uses. If it differs from a real
 * server, the real server is right. It follows the rules of server 23.10: `$all` has gaps and system events. A
 * position in a request must be the position of a record. Reads include their start position, subscriptions do not.
 * Repeated appends return no position. A conflict can refer to events that are not readable yet. Followers reject
 * calls that require the leader. They forward other appends, and serve other reads from their own records.
 */
export async function startStandInServer(options: StandInOptions = {}): Promise<StandInServer> {
  const { nodes = 1, replicationMs = 0, user, tls } = options;
  const cluster = createCluster({ replicationMs });
  const ports: number[] = [];
  const servedOperations: string[][] = [];
  const servers: Grpc.Server[] = [];
  for (let number = 0; number < nodes; number += 1) {
    const operations: string[] = [];
    servedOperations.push(operations);
    const server = createNode({
      cluster,
      number,
      ports,
      onServed: (operation) => operations.push(operation),
      ...(user && { user }),
    });
    servers.push(server);
    ports.push(await listen(server, tls));
  }
  return {
    port: ports[0] as number,
    ports,
    servedOperations,
    elect: cluster.elect,
    holdFollowers: cluster.holdFollowers,
    getEnd: () => cluster.log.all.at(-1)?.position ?? 0,
    truncate: cluster.truncate,
    deleteStream: (stream, mode) => {
      cluster.log.deleteStream(stream, mode);
      cluster.revealAll();
    },
    close: async () => {
      for (const server of servers) server.forceShutdown();
    },
  };
}

function listen(server: Grpc.Server, tls: StandInOptions['tls']): Promise<number> {
  const credentials = tls
    ? grpc.ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) },
      ])
    : grpc.ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}
