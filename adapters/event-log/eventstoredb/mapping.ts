import {
  AccessDeniedError,
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  CancelledError,
  type EventData,
  jsonEvent,
  MaxAppendSizeExceededError,
  NotLeaderError,
  type ResolvedEvent,
  type Position as ServerPosition,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { EventMetadata, NewEvent, Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  AppendTooLarge,
  AppendUnsettled,
  EventLogUnavailable,
  type ExpectedState,
  expectedRevision,
  MAX_APPEND_BYTES,
  StreamDeleted,
  WrongExpectedVersion,
} from '../../../domain/ports/event-log.ts';

/** An event of the domain as the client takes it. */
export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  return jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } });
}

/** The writer's expectation in the client's words. The server cannot compare the id of the last event. */
export function toExpectedRevision(expected: ExpectedState): AppendExpectedRevision {
  const revision = expectedRevision(expected);
  return typeof revision === 'number' ? BigInt(revision) : revision;
}

/**
 * Every event of ours has its commit and its prepare at one place, so that one number is its position; numbers of the
 * server stay exact up to 2^53, which is 9 petabytes of log.
 */
export const toServerPosition = (position: Position): ServerPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

/** The position as a number; 0 when the server does not tell, for which it also uses -1 and the largest number it has. */
export function toPosition(commit: bigint | undefined): Position {
  const position = Number(commit ?? 0);
  return Number.isSafeInteger(position) && position > 0 ? position : 0;
}

const OUR_STREAM = /^[a-z][a-z0-9]*-/;

/** The event as Kindra knows it; null for events of the server itself, for links and for what is not JSON. */
export function toRecordedEvent(resolved: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent | null {
  const { event, link, commitPosition } = resolved;
  if (!event || link || !event.isJson || event.type.startsWith('$') || !OUR_STREAM.test(event.streamId))
    return null;
  if (!isObject(event.data) || !isObject(event.metadata)) return null;
  return {
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: event.metadata as unknown as EventMetadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: toPosition(event.position?.commit) || toPosition(commitPosition),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** What a failed append means: refused, not written, or unknown. */
export function toAppendError(error: unknown, stream: string, expected: ExpectedState): Error {
  if (error instanceof WrongExpectedVersionError) {
    const actual = typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1;
    return new WrongExpectedVersion(stream, expected, actual < 0 ? null : actual);
  }
  if (error instanceof MaxAppendSizeExceededError) {
    return new AppendTooLarge(stream, Math.max(error.maxAppendSize, MAX_APPEND_BYTES));
  }
  if (error instanceof StreamDeletedError) return new StreamDeleted(stream, error);
  if (isCertainlyNotWritten(error)) return new EventLogUnavailable(error);
  return new AppendUnsettled(stream, error);
}

/**
 * Messages of a call that no server carried out: those of @grpc/grpc-js and of the client for a call that found no
 * connection, and those of a server that refuses to handle a call, as it does during an election.
 */
const NOT_HANDLED =
  /no connection established|name resolution failed|ECONNREFUSED|failed to discover|channel (closed before|has been shut down)|server is (not ready|too busy)/i;

function isCertainlyNotWritten(error: unknown): boolean {
  if (error instanceof NotLeaderError || error instanceof AccessDeniedError) return true;
  if (error instanceof CancelledError || !(error instanceof Error)) return false;
  return NOT_HANDLED.test(error.message);
}

/** Whether the server refused to read from a position, because no record of its log begins there. */
export const isInvalidPosition = (error: unknown): boolean =>
  error instanceof Error && /invalid position|unexpected ReadAllResult/i.test(error.message);
