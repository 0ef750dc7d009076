import type * as GossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type * as StreamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type * as Grpc from '@grpc/grpc-js';
import type { Cluster } from './cluster.ts';
import type { ProposedEvent, StoredEvent } from './log.ts';
import {
  createFailure,
  GossipService,
  getStreamName,
  gossip,
  grpc,
  StreamsService,
  streams,
  toAppendResponse,
  toProposedEvent,
  toReadResponse,
} from './protocol.ts';

type Failure = ReturnType<typeof createFailure>;
type AppendCall = Grpc.ServerReadableStream<StreamsPb.AppendReq, StreamsPb.AppendResp>;
type ReadCall = Grpc.ServerWritableStream<ReadReq, ReadResp>;
type UnaryCallback<Value> = (error: Failure | null, value?: Value) => void;

export interface NodeOptions {
  readonly cluster: Cluster;
  readonly number: number;
  /** Credentials that are required for every call, as on a secure server. Default: none. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Ports of all nodes. Empty until the nodes listen. */
  readonly ports: readonly number[];
  /** Callback for each operation that the node serves. */
  readonly onServed: (operation: 'read' | 'append' | 'subscription') => void;
}

const { status } = grpc;
const notReadyFailure = createFailure(status.UNAVAILABLE, 'Server Is Not Ready');
const accessDeniedFailure = createFailure(status.PERMISSION_DENIED, 'Access Denied', {
  exception: 'access-denied',
});
const invalidPositionFailure = createFailure(
  status.INVALID_ARGUMENT,
  'Trying to read from an invalid position.',
);
const createStreamDeletedFailure = (stream: string): Failure =>
  createFailure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

function fail(call: ReadCall, error: Failure): void {
  call.emit('error', error);
}

/** Creates the gRPC server for one node. */
export function createNode(options: NodeOptions): Grpc.Server {
  const { cluster, number, ports, user, onServed } = options;
  const { log } = cluster;

  function checkCredentials(metadata: Grpc.Metadata): Failure | null {
    if (!user) return null;
    const [credentials] = metadata.get('authorization');
    if (credentials === undefined) return accessDeniedFailure;
    const expected = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
    return credentials === expected ? null : createFailure(status.UNAUTHENTICATED, 'Unauthenticated');
  }

  function checkLeader(metadata: Grpc.Metadata): Failure | null {
    const leaderNode = cluster.getLeader();
    if (leaderNode === null) return notReadyFailure;
    if (leaderNode === number || metadata.get('requires-leader')[0] !== 'true') return null;
    return createFailure(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': `${ports[leaderNode]}`,
    });
  }

  const checkRequest = ({ metadata }: { readonly metadata: Grpc.Metadata }): Failure | null =>
    checkCredentials(metadata) ?? checkLeader(metadata);

  function append(call: AppendCall, callback: UnaryCallback<StreamsPb.AppendResp>): void {
    let stream = '';
    let expected = -1;
    const events: ProposedEvent[] = [];
    call.on('data', (request: StreamsPb.AppendReq) => {
      const target = request.getOptions();
      if (target) {
        stream = getStreamName(target.getStreamIdentifier());
        if (target.hasRevision()) expected = Number(target.getRevision());
      }
      const message = request.getProposedMessage();
      if (message) events.push(toProposedEvent(message));
    });
    call.on('end', () => {
      const failure =
        checkRequest(call) ?? (log.isTombstone(stream) ? createStreamDeletedFailure(stream) : null);
      if (failure) {
        callback(failure);
        return;
      }
      onServed('append');
      void cluster
        .append(stream, expected, events)
        .then((result) => callback(null, toAppendResponse(result)));
    });
  }

  function read(call: ReadCall): void {
    const readOptions = call.request.getOptions() as ReadReq.Options;
    const failure = checkRequest(call) ?? checkPosition(readOptions);
    if (failure) {
      fail(call, failure);
      return;
    }
    onServed(readOptions.hasSubscription() ? 'subscription' : 'read');
    if (readOptions.hasSubscription()) follow(call, readOptions);
    else sendEvents(call, readOptions);
  }

  function sendEvents(call: ReadCall, readOptions: ReadReq.Options): void {
    const events = readOptions.hasStream() ? readStream(readOptions) : readAll(readOptions);
    if (events === 'tombstone') {
      fail(call, createStreamDeletedFailure(getStreamName(readOptions.getStream()?.getStreamIdentifier())));
      return;
    }
    if (events === 'missing')
      call.write(new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound()));
    else
      for (const event of events.slice(0, Number(readOptions.getCount()))) call.write(toReadResponse(event));
    call.end();
  }

  /**
   * Returns a failure if a position is inside a record, otherwise null. A position is a byte offset in the server's
   * files, so a read can only start where a record starts.
   */
  function checkPosition(readOptions: ReadReq.Options): Failure | null {
    const position = readOptions.getAll()?.getPosition();
    if (!position || log.isReadableFrom(Number(position.getCommitPosition()))) return null;
    return invalidPositionFailure;
  }

  const isForwards = (readOptions: ReadReq.Options): boolean =>
    readOptions.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS;

  function readStream(readOptions: ReadReq.Options) {
    const streamOptions = readOptions.getStream() as ReadReq.Options.StreamOptions;
    const storedEvents = log.readStream(
      cluster.getReadableRecords(number),
      getStreamName(streamOptions.getStreamIdentifier()),
    );
    if (typeof storedEvents === 'string') return storedEvents;
    const startRevision = streamOptions.hasRevision() ? Number(streamOptions.getRevision()) : null;
    if (isForwards(readOptions))
      return storedEvents.filter(({ revision }) => revision >= (startRevision ?? 0));
    const lastRevision = startRevision ?? storedEvents.at(-1)?.revision ?? 0;
    const first = lastRevision - Number(readOptions.getCount());
    return storedEvents.filter(({ revision }) => revision <= lastRevision && revision > first).reverse();
  }

  function readAll(readOptions: ReadReq.Options): StoredEvent[] {
    const allOptions = readOptions.getAll() as ReadReq.Options.AllOptions;
    const startPosition = allOptions.hasPosition()
      ? Number(allOptions.getPosition()?.getCommitPosition())
      : null;
    const records = cluster.getReadableRecords(number);
    return isForwards(readOptions)
      ? records.filter(({ position }) => startPosition === null || position >= startPosition)
      : records.filter(({ position }) => startPosition === null || position < startPosition).reverse();
  }

  /**
   * Serves a subscription with the node's readable records. The subscription stays open when the node loses leadership.
   */
  function follow(call: ReadCall, readOptions: ReadReq.Options): void {
    const regex = new RegExp(readOptions.getFilter()?.getEventType()?.getRegex() ?? '');
    const after = Number(readOptions.getAll()?.getPosition()?.getCommitPosition() ?? 0);
    let nextIndex = 0;
    const send = (): void => {
      const records = cluster.getReadableRecords(number);
      for (; nextIndex < records.length; nextIndex += 1) {
        const event = records[nextIndex] as StoredEvent;
        if (event.position > after && regex.test(event.type)) call.write(toReadResponse(event));
      }
    };
    call.write(new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation()));
    send();
    call.write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    call.on('cancelled', cluster.onRecordsVisible(send));
  }

  function listMembers(_call: unknown, callback: UnaryCallback<GossipPb.ClusterInfo>): void {
    const { VNodeState } = gossip.MemberInfo;
    const getRole = (node: number) => {
      if (cluster.getLeader() === null) return VNodeState.UNKNOWN;
      return node === cluster.getLeader() ? VNodeState.LEADER : VNodeState.FOLLOWER;
    };
    const members = ports.map((port, node) =>
      new gossip.MemberInfo()
        .setState(getRole(node))
        .setIsAlive(true)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
    );
    callback(null, new gossip.ClusterInfo().setMembersList(members));
  }

  const server = new grpc.Server();
  server.addService(StreamsService, { append, read } as unknown as Grpc.UntypedServiceImplementation);
  server.addService(GossipService, { read: listMembers } as unknown as Grpc.UntypedServiceImplementation);
  return server;
}
