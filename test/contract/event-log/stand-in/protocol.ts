import { createRequire } from 'node:module';
import type * as GossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type * as SharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type * as StreamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type * as Grpc from '@grpc/grpc-js';
import type { AppendResult, ProposedEvent, StoredEvent } from './log.ts';

// These are CommonJS modules whose exports cannot be known without running them.
const require = createRequire(import.meta.url);
const generatedFolder = '@eventstore/db-client/generated';
export const grpc = require('@grpc/grpc-js') as typeof Grpc;
export const streams = require(`${generatedFolder}/streams_pb.js`) as typeof StreamsPb;
export const gossip = require(`${generatedFolder}/gossip_pb.js`) as typeof GossipPb;
const shared = require(`${generatedFolder}/shared_pb.js`) as typeof SharedPb;
export const { StreamsService } = require(`${generatedFolder}/streams_grpc_pb.js`) as {
  StreamsService: Grpc.ServiceDefinition;
};
export const { GossipService } = require(`${generatedFolder}/gossip_grpc_pb.js`) as {
  GossipService: Grpc.ServiceDefinition;
};

/** Creates a gRPC error as the server sends it: a status, and trailers that name the exception. */
export const createFailure = (
  code: Grpc.status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
) => {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
};

/** Returns the stream name in a request. */
export const getStreamName = (identifier: SharedPb.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

/** Converts an append message to an event. */
export function toProposedEvent(message: StreamsPb.AppendReq.ProposedMessage): ProposedEvent {
  const id = message.getId() as SharedPb.UUID;
  return {
    id: id.hasString() ? id.getString() : formatUuid(id),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** Formats a UUID that a client sent as two signed 64-bit integers. */
function formatUuid(id: SharedPb.UUID): string {
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

/** Converts an append result to a response. */
export function toAppendResponse(result: AppendResult): StreamsPb.AppendResp {
  const response = new streams.AppendResp();
  if ('conflictAt' in result) {
    const conflict = new streams.AppendResp.WrongExpectedVersion();
    if (result.conflictAt < 0) conflict.setCurrentNoStream(new shared.Empty());
    else conflict.setCurrentRevision(`${result.conflictAt}`);
    return response.setWrongExpectedVersion(conflict);
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(`${result.revision}`);
  if (result.position === null) return response.setSuccess(success.setNoPosition(new shared.Empty()));
  const position = new streams.AppendResp.Position()
    .setCommitPosition(`${result.position}`)
    .setPreparePosition(`${result.position}`);
  return response.setSuccess(success.setPosition(position));
}

/** Converts an event to a read response. */
export function toReadResponse(event: StoredEvent): StreamsPb.ReadResp {
  const recordedEvent = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream).toString('base64')),
    )
    .setStreamRevision(`${event.revision}`)
    .setCommitPosition(`${event.position}`)
    .setPreparePosition(`${event.position}`)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recordedEvent
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', '0');
  const readEvent = new streams.ReadResp.ReadEvent()
    .setEvent(recordedEvent)
    .setCommitPosition(`${event.position}`);
  return new streams.ReadResp().setEvent(readEvent);
}
