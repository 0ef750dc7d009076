import {
  CancelledError,
  MaxAppendSizeExceededError,
  type ResolvedEvent,
  StreamDeletedError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  AppendOutcomeUnknown,
  AppendTooLarge,
  EventLogUnavailable,
  StreamDeleted,
  WrongExpectedVersion,
} from '../../../domain/ports/event-log.ts';
import { toClientAddress } from './address.ts';
import {
  toAppendError,
  toEventData,
  toExpectedRevision,
  toPosition,
  toRecordedEvent,
  toServerPosition,
} from './mapping.ts';

const metadata = {
  correlationId: '01980000-0000-7000-8000-000000000001',
  causationId: '01980000-0000-7000-8000-000000000002',
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-11-21T09:30:00.000Z',
  version: 1,
} as const;
const id = '01980000-0000-7000-8000-000000000003';

const createResolvedEvent = (eventOverrides: object = {}, resolvedOverrides: object = {}): ResolvedEvent =>
  ({
    event: {
      id,
      type: 'PostLiked',
      streamId: 'like-1_2',
      isJson: true,
      revision: 7n,
      created: new Date(0),
      data: { postId: '1' },
      metadata,
      position: { commit: 4711n, prepare: 4711n },
      ...eventOverrides,
    },
    ...resolvedOverrides,
  }) as ResolvedEvent;

test('keeps id, type, data and metadata of an event', () => {
  expect(toEventData({ id, type: 'PostLiked', data: { postId: '1' }, metadata })).toEqual({
    id,
    contentType: 'application/json',
    type: 'PostLiked',
    data: { postId: '1' },
    metadata,
  });
});

test.each([
  ['kurrentdb://host:2113?tls=false', 'esdb://host:2113?tls=false'],
  ['kurrentdb+discover://host:2113', 'esdb+discover://host:2113'],
  ['kdb://host:2113', 'esdb://host:2113'],
  ['esdb+discover://kurrent:2113', 'esdb+discover://kurrent:2113'],
])('the address %s is %s to the client', (address, expected) => {
  expect(toClientAddress(address)).toBe(expected);
});

test('maps expectations to those of the client', () => {
  expect([toExpectedRevision('no_stream'), toExpectedRevision(3)]).toEqual(['no_stream', 3n]);
});

test('uses the commit number as position, and 0 if there is none', () => {
  expect(toServerPosition(4711)).toEqual({ commit: 4711n, prepare: 4711n });
  expect([4711n, 0n, -1n, 2n ** 64n - 1n, undefined].map(toPosition)).toEqual([4711, 0, 0, 0, 0]);
});

test('maps a server event to a domain event', () => {
  const expected = {
    id,
    type: 'PostLiked',
    data: { postId: '1' },
    metadata,
    stream: 'like-1_2',
    revision: 7,
    position: 4711,
  };
  expect(toRecordedEvent(createResolvedEvent())).toEqual(expected);
  expect(toRecordedEvent(createResolvedEvent({ position: undefined }, { commitPosition: 4711n }))).toEqual(
    expected,
  );
});

test.each([
  ['a system event', createResolvedEvent({ type: '$metadata' })],
  ['an event of a system stream', createResolvedEvent({ streamId: '$stats-0.0.0.0:2113' })],
  ['a link', createResolvedEvent({}, { link: { type: '$>' } })],
  ['a binary event', createResolvedEvent({ isJson: false, data: new Uint8Array() })],
  ['an event without metadata', createResolvedEvent({ metadata: undefined })],
  ['a link whose event is gone', {}],
])('%s is none of ours', (_what, resolved) => {
  expect(toRecordedEvent(resolved)).toBeNull();
});

describe('a failed append', () => {
  const mapError = (error: unknown) => toAppendError(error, 'like-1_2', 3);
  const createServiceError = (details: string) => Object.assign(new Error(details), { code: 14, details });

  test.each([
    [9n, 9],
    ['no_stream' as const, null],
  ])('maps to a conflict with the actual revision (%s)', (current, actual) => {
    const versions = { streamName: 'like-1_2', expected: 3n, current };
    const error = mapError(new WrongExpectedVersionError(undefined, versions));
    expect(error).toBeInstanceOf(WrongExpectedVersion);
    expect(error).toMatchObject({ stream: 'like-1_2', expected: 3, actual });
  });

  test.each([
    ['was refused for its size', new MaxAppendSizeExceededError(undefined, 1_048_576), AppendTooLarge],
    ['met a tombstone', StreamDeletedError.fromStreamName('like-1_2'), StreamDeleted],
    [
      'found nobody listening',
      new UnavailableError(
        createServiceError(
          '14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED',
        ) as never,
      ),
      EventLogUnavailable,
    ],
    [
      'lost its connection',
      new UnavailableError(createServiceError('14 UNAVAILABLE: Connection dropped') as never),
      AppendOutcomeUnknown,
    ],
    [
      'was cancelled by the server',
      new CancelledError(createServiceError('cancelled') as never),
      AppendOutcomeUnknown,
    ],
    ['had no answer in time', new Error('no answer in 5000 ms'), AppendOutcomeUnknown],
  ])('that %s says what is known', (_what, error, expected) => {
    expect(mapError(error)).toBeInstanceOf(expected);
  });
});
