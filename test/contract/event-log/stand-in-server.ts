import { createRequire } from 'node:module';
import type * as StreamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type * as Grpc from '@grpc/grpc-js';

// These are CommonJS whose exports cannot be known without running them.
const require = createRequire(import.meta.url);
const grpc = require('@grpc/grpc-js') as typeof Grpc;
const { StreamsService } = require('@eventstore/db-client/generated/streams_grpc_pb.js') as {
  StreamsService: Grpc.ServiceDefinition;
};
const streams = require('@eventstore/db-client/generated/streams_pb.js') as typeof StreamsPb;
const shared =
  require('@eventstore/db-client/generated/shared_pb.js') as typeof import('@eventstore/db-client/generated/shared_pb.js');

interface Stored {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

type Proposed = Pick<Stored, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
type AppendCall = Grpc.ServerReadableStream<StreamsPb.AppendReq, StreamsPb.AppendResp>;
type ReadCall = Grpc.ServerWritableStream<ReadReq, ReadResp>;

export interface StandInServer {
  readonly port: number;
  /** Loses all events behind a position, as a server that was restored from an older copy. */
  readonly truncate: (after: number) => void;
  readonly close: () => Promise<void>;
}

/**
 * Speaks as much of EventStoreDB's protocol as Kindra uses, with the server's rules as they are documented: $all has
 * gaps and system events, reads include where they start, subscriptions do not, and repeats come without a position.
 * A stand-in, so that the adapter can be tried without the server; the server itself has the last word.
 */
export async function startStandInServer({
  tellsCaughtUp,
}: {
  tellsCaughtUp: boolean;
}): Promise<StandInServer> {
  const all: Stored[] = [];
  const followers = new Set<() => void>();

  function store(stream: string, revision: number, proposed: Proposed): void {
    const position = (all.at(-1)?.position ?? 0) + 100 + proposed.data.length;
    all.push({ stream, revision, position, ...proposed });
  }

  function append(
    stream: string,
    expected: number | 'any',
    proposed: readonly Proposed[],
  ): StreamsPb.AppendResp {
    const stored = all.filter((event) => event.stream === stream);
    const current = stored.length - 1;
    const answer = new streams.AppendResp();
    const success = new streams.AppendResp.Success();
    const seen = stored.findLastIndex(({ id }) => id === proposed[0]?.id);
    const start = expected === 'any' ? (seen < 0 ? current : seen - 1) : expected;
    const isRepeat = start < current && proposed.every(({ id }, n) => stored[start + 1 + n]?.id === id);
    if (!isRepeat && start !== current) {
      const conflict = new streams.AppendResp.WrongExpectedVersion();
      if (current < 0) conflict.setCurrentNoStream(new shared.Empty());
      else conflict.setCurrentRevision(`${current}`);
      return answer.setWrongExpectedVersion(conflict);
    }
    if (isRepeat)
      return answer.setSuccess(
        success.setCurrentRevision(`${start + proposed.length}`).setNoPosition(new shared.Empty()),
      );
    if (current < 0) store(`$$${stream}`, 0, { ...(proposed[0] as Proposed), type: '$metadata' });
    for (const [n, event] of proposed.entries()) {
      store(stream, current + 1 + n, event);
      store(`$ce-${stream.split('-')[0]}`, all.length, {
        ...event,
        type: '$>',
        contentType: 'application/octet-stream',
      });
    }
    const last = all.at(-2)?.position ?? 0;
    const position = new streams.AppendResp.Position()
      .setCommitPosition(`${last}`)
      .setPreparePosition(`${last}`);
    for (const follow of followers) follow();
    return answer.setSuccess(
      success.setCurrentRevision(`${current + proposed.length}`).setPosition(position),
    );
  }

  function handleAppend(call: AppendCall, answer: (error: null, value: StreamsPb.AppendResp) => void): void {
    let stream = '';
    let expected: number | 'any' = 'any';
    const proposed: Proposed[] = [];
    call.on('data', (request: StreamsPb.AppendReq) => {
      const options = request.getOptions();
      if (options) {
        stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
        if (options.hasNoStream()) expected = -1;
        if (options.hasRevision()) expected = Number(options.getRevision());
      }
      const message = request.getProposedMessage();
      if (message) proposed.push(toProposed(message));
    });
    call.on('end', () => answer(null, append(stream, expected, proposed)));
  }

  function handleRead(call: ReadCall): void {
    const options = call.request.getOptions() as ReadReq.Options;
    if (options.hasSubscription()) {
      follow(call, options);
      return;
    }
    const events = options.hasStream() ? readStream(options) : readAll(options);
    if (events) for (const event of events.slice(0, Number(options.getCount()))) call.write(toAnswer(event));
    else call.write(new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound()));
    call.end();
  }

  function readStream(options: ReadReq.Options): Stored[] | null {
    const wanted = options.getStream() as ReadReq.Options.StreamOptions;
    const name = Buffer.from(wanted.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
    const stored = all.filter(({ stream }) => stream === name);
    if (stored.length === 0) return null;
    const count = Number(options.getCount());
    if (options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS) {
      return stored.slice(wanted.hasRevision() ? Number(wanted.getRevision()) : 0);
    }
    const from = wanted.hasRevision() ? Number(wanted.getRevision()) : stored.length - 1;
    return stored.filter(({ revision }) => revision <= from && revision > from - count).reverse();
  }

  function readAll(options: ReadReq.Options): Stored[] {
    const wanted = options.getAll() as ReadReq.Options.AllOptions;
    const at = wanted.hasPosition() ? Number(wanted.getPosition()?.getCommitPosition()) : null;
    return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS
      ? all.filter(({ position }) => at === null || position >= at)
      : all.filter(({ position }) => at === null || position < at).reverse();
  }

  function follow(call: ReadCall, options: ReadReq.Options): void {
    const regex = new RegExp(options.getFilter()?.getEventType()?.getRegex() ?? '');
    let next = 0;
    const after = Number(options.getAll()?.getPosition()?.getCommitPosition() ?? 0);
    const send = (): void => {
      for (; next < all.length; next += 1) {
        const event = all[next] as Stored;
        if (event.position > after && regex.test(event.type)) call.write(toAnswer(event));
      }
    };
    call.write(new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation()));
    send();
    if (tellsCaughtUp) call.write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    followers.add(send);
    call.on('cancelled', () => followers.delete(send));
  }

  const server = new grpc.Server();
  server.addService(StreamsService, {
    append: handleAppend,
    read: handleRead,
  } as Grpc.UntypedServiceImplementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const truncate = (after: number): void => {
    const kept = all.findIndex(({ position }) => position > after);
    if (kept >= 0) all.splice(kept);
  };
  return { port, truncate, close: async () => server.forceShutdown() };
}

function toProposed(message: StreamsPb.AppendReq.ProposedMessage): Proposed {
  const id = message.getId() as InstanceType<typeof shared.UUID>;
  return {
    id: id.hasString() ? id.getString() : fromHalves(id),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** The client may send an id as two signed numbers of 64 bits. */
function fromHalves(id: InstanceType<typeof shared.UUID>): string {
  const halves = id.getStructured();
  const hex = [halves?.getMostSignificantBits(), halves?.getLeastSignificantBits()]
    .map((half) =>
      BigInt.asUintN(64, BigInt(half ?? 0))
        .toString(16)
        .padStart(16, '0'),
    )
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function toAnswer(event: Stored): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream).toString('base64')),
    )
    .setStreamRevision(`${event.revision}`)
    .setCommitPosition(`${event.position}`)
    .setPreparePosition(`${event.position}`)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', '0');
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(`${event.position}`);
  return new streams.ReadResp().setEvent(read);
}
