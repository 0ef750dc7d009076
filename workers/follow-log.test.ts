import type { Position, RecordedEvent } from '../domain/kernel/event.ts';
import { type FollowedLog, followLog } from './follow-log.ts';

const EVENT_POSITIONS = [2, 4, 6, 8, 10];
const HEAD = 12;

/** Creates a follower of a log with events at `EVENT_POSITIONS`. `advances` lists the positions of each step. */
function createFollower(start: Position | null, changes: Partial<FollowedLog> = {}) {
  let stored = start;
  const advances: (readonly [to: Position, eventPositions: readonly Position[]])[] = [];
  const options: FollowedLog = {
    rawLog: {
      head: async () => HEAD,
      readAll: async ({ after = 0, limit } = {}) =>
        EVENT_POSITIONS.filter((position) => position > after)
          .slice(0, limit)
          .map((position) => ({ position }) as RecordedEvent),
    },
    progress: { waitFor: async () => true },
    types: ['PostPublished'],
    batchSize: 2,
    projections: ['posts'],
    getPosition: async () => stored,
    advance: async (_from, to, events) => {
      advances.push([to, events.map(({ position }) => position)]);
      stored = to;
    },
    ...changes,
  };
  return { options, advances };
}

const { signal } = new AbortController();

test('handles the events after the stored position in batches, up to the end of the log', async () => {
  const { options, advances } = createFollower(2);
  await followLog(options, signal);
  expect(advances).toEqual([
    [6, [4, 6]],
    [10, [8, 10]],
    [HEAD, []],
  ]);
});

test.each([
  ['has no stored position', null],
  ['was ahead of a log that lost events in a failover', HEAD + 3],
])('skips to the end of the log if it %s', async (_name, start) => {
  const { options, advances } = createFollower(start);
  await followLog(options, signal);
  expect(advances).toEqual([[HEAD, []]]);
});

test('does nothing at the end of the log', async () => {
  const { options, advances } = createFollower(HEAD);
  await followLog(options, signal);
  expect(advances).toEqual([]);
});

test('leaves events for a later call if the read models are behind', async () => {
  const { options, advances } = createFollower(2, {
    progress: { waitFor: async (_projections, position) => position < 10 },
  });
  await followLog(options, signal);
  expect(advances).toEqual([[6, [4, 6]]]);
});

test('stops when it is aborted', async () => {
  const { options, advances } = createFollower(0);
  const controller = new AbortController();
  const { advance } = options;
  await followLog(
    {
      ...options,
      advance: async (...step) => {
        await advance(...step);
        controller.abort();
      },
    },
    controller.signal,
  );
  expect(advances).toEqual([[4, [2, 4]]]);
});
