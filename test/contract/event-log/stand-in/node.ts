import type * as GossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type * as StreamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type * as Grpc from '@grpc/grpc-js';
import type { Cluster } from './cluster.ts';
import type { Proposed, Stored } from './log.ts';
import {
  createFailure,
  GossipService,
  getName,
  gossip,
  grpc,
  StreamsService,
  streams,
  toAppendResponse,
  toProposed,
  toReadResponse,
} from './protocol.ts';

type Failure = ReturnType<typeof createFailure>;
type AppendCall = Grpc.ServerReadableStream<StreamsPb.AppendReq, StreamsPb.AppendResp>;
type ReadCall = Grpc.ServerWritableStream<ReadReq, ReadResp>;
type Answer<Value> = (error: Failure | null, value?: Value) => void;

export interface NodeOptions {
  readonly cluster: Cluster;
  readonly number: number;
  readonly sendsCaughtUp: boolean;
  /** Requires this user in every call, like a server that is not insecure. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Ports of all nodes, once known. */
  readonly ports: readonly number[];
  /** Called for each read or append that the node serves. */
  readonly onServed: (what: 'read' | 'append' | 'subscription') => void;
}

const { status } = grpc;
const notReady = createFailure(status.UNAVAILABLE, 'Server Is Not Ready');
const accessDenied = createFailure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
const invalidPosition = createFailure(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
const createStreamDeletedFailure = (stream: string): Failure =>
  createFailure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

function fail(call: ReadCall, error: Failure): void {
  call.emit('error', error);
}

/** Creates the calls of one node. */
export function createNode(options: NodeOptions): Grpc.Server {
  const { cluster, number, ports, user, sendsCaughtUp, onServed } = options;
  const { log } = cluster;

  function checkCredentials(metadata: Grpc.Metadata): Failure | null {
    if (!user) return null;
    const [credentials] = metadata.get('authorization');
    if (credentials === undefined) return accessDenied;
    const expected = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
    return credentials === expected ? null : createFailure(status.UNAUTHENTICATED, 'Unauthenticated');
  }

  function checkLeader(metadata: Grpc.Metadata): Failure | null {
    const leaderNode = cluster.getLeader();
    if (leaderNode === null) return notReady;
    if (leaderNode === number || metadata.get('requires-leader')[0] !== 'true') return null;
    return createFailure(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': `${ports[leaderNode]}`,
    });
  }

  const checkRequest = ({ metadata }: { readonly metadata: Grpc.Metadata }): Failure | null =>
    checkCredentials(metadata) ?? checkLeader(metadata);

  function append(call: AppendCall, answer: Answer<StreamsPb.AppendResp>): void {
    let stream = '';
    let expected: number | 'any' = 'any';
    const proposed: Proposed[] = [];
    call.on('data', (request: StreamsPb.AppendReq) => {
      const target = request.getOptions();
      if (target) {
        stream = getName(target.getStreamIdentifier());
        if (target.hasNoStream()) expected = -1;
        if (target.hasRevision()) expected = Number(target.getRevision());
      }
      const message = request.getProposedMessage();
      if (message) proposed.push(toProposed(message));
    });
    call.on('end', () => {
      const failure =
        checkRequest(call) ?? (log.isTombstone(stream) ? createStreamDeletedFailure(stream) : null);
      if (failure) {
        answer(failure);
        return;
      }
      onServed('append');
      void cluster
        .append(stream, expected, proposed)
        .then((result) => answer(null, toAppendResponse(result)));
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
    else answerRead(call, readOptions);
  }

  function answerRead(call: ReadCall, readOptions: ReadReq.Options): void {
    const events = readOptions.hasStream() ? readStream(readOptions) : readAll(readOptions);
    if (events === 'tombstone') {
      fail(call, createStreamDeletedFailure(getName(readOptions.getStream()?.getStreamIdentifier())));
      return;
    }
    if (events === 'missing')
      call.write(new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound()));
    else
      for (const event of events.slice(0, Number(readOptions.getCount()))) call.write(toReadResponse(event));
    call.end();
  }

  /** A position is a byte offset in the server's files, so reads can only start where a record starts. */
  function checkPosition(readOptions: ReadReq.Options): Failure | null {
    const position = readOptions.getAll()?.getPosition();
    if (!position || log.isReadableFrom(Number(position.getCommitPosition()))) return null;
    return invalidPosition;
  }

  const isForwards = (readOptions: ReadReq.Options): boolean =>
    readOptions.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS;

  function readStream(readOptions: ReadReq.Options) {
    const place = readOptions.getStream() as ReadReq.Options.StreamOptions;
    const stored = log.readStream(cluster.viewOf(number), getName(place.getStreamIdentifier()));
    if (typeof stored === 'string') return stored;
    const from = place.hasRevision() ? Number(place.getRevision()) : null;
    if (isForwards(readOptions)) return stored.filter(({ revision }) => revision >= (from ?? 0));
    const last = from ?? stored.at(-1)?.revision ?? 0;
    const first = last - Number(readOptions.getCount());
    return stored.filter(({ revision }) => revision <= last && revision > first).reverse();
  }

  function readAll(readOptions: ReadReq.Options): Stored[] {
    const place = readOptions.getAll() as ReadReq.Options.AllOptions;
    const from = place.hasPosition() ? Number(place.getPosition()?.getCommitPosition()) : null;
    const view = cluster.viewOf(number);
    return isForwards(readOptions)
      ? view.filter(({ position }) => from === null || position >= from)
      : view.filter(({ position }) => from === null || position < from).reverse();
  }

  /** Subscriptions stay open when their node loses leadership, and return what it has. */
  function follow(call: ReadCall, readOptions: ReadReq.Options): void {
    const regex = new RegExp(readOptions.getFilter()?.getEventType()?.getRegex() ?? '');
    const after = Number(readOptions.getAll()?.getPosition()?.getCommitPosition() ?? 0);
    let next = 0;
    const send = (): void => {
      const view = cluster.viewOf(number);
      for (; next < view.length; next += 1) {
        const event = view[next] as Stored;
        if (event.position > after && regex.test(event.type)) call.write(toReadResponse(event));
      }
    };
    call.write(new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation()));
    send();
    if (sendsCaughtUp) call.write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    call.on('cancelled', cluster.onShown(send));
  }

  function listMembers(_call: unknown, answer: Answer<GossipPb.ClusterInfo>): void {
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
    answer(null, new gossip.ClusterInfo().setMembersList(members));
  }

  const server = new grpc.Server();
  server.addService(StreamsService, { append, read } as unknown as Grpc.UntypedServiceImplementation);
  server.addService(GossipService, { read: listMembers } as unknown as Grpc.UntypedServiceImplementation);
  return server;
}
