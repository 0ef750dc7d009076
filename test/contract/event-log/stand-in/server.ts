import type * as Grpc from '@grpc/grpc-js';
import { createCluster } from './cluster.ts';
import { createNode, type NodeOptions } from './node.ts';
import { grpc } from './protocol.ts';

/** Options of the stand-in. Default: one node without delays, authentication and TLS. */
export interface StandInOptions extends Pick<NodeOptions, 'user'> {
  /** Whether subscriptions are notified that they have caught up, as since version 23.10. Default: true. */
  readonly isCaughtUpReported?: boolean;
  readonly nodes?: number;
  /** Time until a majority of the nodes has stored an event, in ms. */
  readonly replicationMs?: number;
  /** Key and certificate in PEM format. If set, the server accepts only TLS. */
  readonly tls?: { readonly key: string; readonly certificate: string };
}

export interface StandInServer {
  /** Port of the first node. */
  readonly port: number;
  /** Ports of all nodes. */
  readonly ports: readonly number[];
  /** Makes a node the leader; null starts an election. */
  readonly elect: (node: number | null) => void;
  /** Suspends or resumes replication to the followers. Suspended followers do not return later appends. */
  readonly holdFollowers: (areHeld: boolean) => void;
  /** Position of the last record; 0 when there is none. */
  readonly getEnd: () => number;
  /** Removes all events after a position, like a restore from an older copy. */
  readonly truncate: (after: number) => void;
  readonly deleteStream: (stream: string, mode: 'soft' | 'tombstone') => void;
  /** Operations that each node has served, such as `read`. */
  readonly servedOperations: readonly (readonly string[])[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a server that implements the part of EventStoreDB's protocol that Kindra uses, with the rules of server
 * 23.10: `$all` has gaps and system events; positions must be those of records; reads include their position,
 * subscriptions do not; repeated appends return no position; a conflict may name events that are not readable yet;
 * followers reject calls that require the leader, and otherwise forward appends and read what they have. Where it
 * differs from a real server, the real server is right.
 */
export async function startStandInServer(options: StandInOptions = {}): Promise<StandInServer> {
  const { nodes = 1, replicationMs = 0, isCaughtUpReported = true, user, tls } = options;
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
      isCaughtUpReported,
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
