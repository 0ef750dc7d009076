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
  AppendOutcomeUnknown,
  AppendTooLarge,
  EventLogUnavailable,
  type ExpectedState,
  getExpectedRevision,
  MAX_APPEND_BYTES,
  StreamDeleted,
  WrongExpectedVersion,
} from '../../../domain/ports/event-log.ts';

/** Maps a domain event to a client event. */
export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  return jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } });
}

/** Maps an expected state. Ignores the expected id of the last event, which the server cannot compare. */
export function toExpectedRevision(expectedState: ExpectedState): AppendExpectedRevision {
  const revision = getExpectedRevision(expectedState);
  return typeof revision === 'number' ? BigInt(revision) : revision;
}

/**
 * Maps a position to the server's format. Kindra's events have equal commit and prepare positions. Numbers
 * are exact up to 2^53, that is, up to a log size of 9 petabytes.
 */
export const toServerPosition = (position: Position): ServerPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

/** Maps a commit position to a number, or 0 if the server sends none, which can also be -1 or the maximum. */
export function toPosition(commit: bigint | undefined): Position {
  const position = Number(commit ?? 0);
  return Number.isSafeInteger(position) && position > 0 ? position : 0;
}

const STREAM_PATTERN = /^[a-z][a-z0-9]*-/;

/** Maps a server event to a domain event. Returns null for system events, links and non-JSON events. */
export function toRecordedEvent(resolved: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent | null {
  const { event, link, commitPosition } = resolved;
  if (!event || link || !event.isJson || event.type.startsWith('$') || !STREAM_PATTERN.test(event.streamId))
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

/** Maps an append error to one of three errors: rejected, not written, or unknown outcome. */
export function toAppendError(error: unknown, stream: string, expectedState: ExpectedState): Error {
  if (error instanceof WrongExpectedVersionError) {
    const actual = typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1;
    return new WrongExpectedVersion(stream, expectedState, actual < 0 ? null : actual);
  }
  if (error instanceof MaxAppendSizeExceededError) {
    return new AppendTooLarge(stream, Math.max(error.maxAppendSize, MAX_APPEND_BYTES));
  }
  if (error instanceof StreamDeletedError) return new StreamDeleted(stream, error);
  if (isCertainlyNotWritten(error)) return new EventLogUnavailable(error);
  return new AppendOutcomeUnknown(stream, error);
}

/**
 * Errors of calls that no server has executed. Either @grpc/grpc-js or the client found no connection, or a
 * server refused the call, for example during an election.
 */
const NOT_EXECUTED_ERRORS =
  /no connection established|name resolution failed|ECONNREFUSED|failed to discover|channel (closed before|has been shut down)|server is (not ready|too busy)/i;

function isCertainlyNotWritten(error: unknown): boolean {
  if (error instanceof NotLeaderError || error instanceof AccessDeniedError) return true;
  if (error instanceof CancelledError || !(error instanceof Error)) return false;
  return NOT_EXECUTED_ERRORS.test(error.message);
}

/** Returns whether the server rejected a start position because no record begins there. */
export const isInvalidPosition = (error: unknown): boolean =>
  error instanceof Error && /invalid position|unexpected ReadAllResult/i.test(error.message);
