import { createMemoryEventLog, type MemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { type EventLog, UnknownPosition } from '../../../domain/ports/event-log.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import { LogHistoryChanged } from '../../../projections/engine/log-view.ts';
import { createReader } from '../../../projections/engine/reader.ts';
import { appendToEnd } from '../../support/append-to-end.ts';
import { createAccountId, createEvent } from '../../support/projections/history.ts';
import { publish } from '../../support/projections/posts.ts';

const TYPES = ['PostPublished'];
const BATCH_LIMIT = 2;

let log: MemoryEventLog;
let calls: string[];

beforeEach(() => {
  log = createMemoryEventLog();
  calls = [];
});
afterEach(() => log.close());

async function publishAll(...numbers: readonly number[]): Promise<void> {
  for (const n of numbers) await publish(log, n);
}

async function follow(): Promise<void> {
  const data = { followerId: createAccountId(1), followeeId: createAccountId(0) };
  await appendToEnd(log, 'bond-1', [createEvent({ type: 'ProfileFollowed', data })]);
}

/** Creates a log that records which methods are called. */
const createCountingLog = (): EventLog => ({
  ...log,
  readAll: (options) => {
    calls.push('readAll');
    return log.readAll(options);
  },
  findEventIdAt: (position) => {
    calls.push('findEventIdAt');
    return log.findEventIdAt(position);
  },
});

const findPoint = async (position: number): Promise<LogPoint> => ({
  position,
  eventId: await log.findEventIdAt(position),
});

const readPositions = async (after: LogPoint): Promise<readonly number[]> => {
  const { events } = await createReader(createCountingLog(), TYPES).next(after, BATCH_LIMIT);
  return events.map(({ position }) => position);
};

test('compares the event at the point in the same call that reads the batch', async () => {
  await publishAll(1, 2, 3, 4, 5);
  const reader = createReader(createCountingLog(), TYPES);
  const first = await reader.next(await findPoint(1), BATCH_LIMIT);
  expect(first.events.map(({ position }) => position)).toEqual([2, 3]);
  expect(calls.filter((call) => call === 'findEventIdAt')).toEqual([]);
});

test('reads whole pages behind an event of another type', async () => {
  await publishAll(1);
  await follow();
  await publishAll(3, 4, 5);
  expect(await readPositions(await findPoint(2))).toEqual([3, 4]);
  expect(calls.filter((call) => call === 'findEventIdAt')).toHaveLength(1);
});

test.each([
  ['of its types', () => publishAll(2)],
  ['of another type', follow],
])('throws when the log has another event at the point, which was %s', async (_, append) => {
  await publishAll(1);
  await append();
  const point = await findPoint(2);
  log.truncate(1);
  await publishAll(12, 13, 14);
  await expect(readPositions(point)).rejects.toThrow(LogHistoryChanged);
});

test('throws when the log ends before the point', async () => {
  await publishAll(1, 2, 3);
  const point = await findPoint(3);
  log.truncate(1);
  await expect(readPositions(point)).rejects.toThrow(LogHistoryChanged);
});

test('throws when no event of the log begins at the point', async () => {
  await publishAll(1, 2);
  const truncatedLog = {
    ...log,
    readAll: async ({ from = 0 } = {}) => {
      throw new UnknownPosition(from);
    },
  };
  await expect(createReader(truncatedLog, TYPES).next(await findPoint(1), BATCH_LIMIT)).rejects.toThrow(
    LogHistoryChanged,
  );
});

test('compares what it has read ahead', async () => {
  await publishAll(1, 2, 3, 4, 5, 6);
  const reader = createReader(log, TYPES);
  const first = await reader.next({ position: 0, eventId: null }, BATCH_LIMIT);
  const second = await reader.next(first, BATCH_LIMIT);
  log.truncate(1);
  await publishAll(12, 13, 14, 15, 16, 17, 18);
  // The third batch was read before the log changed.
  const thirdBatch = await reader.next(second, BATCH_LIMIT);
  await expect(reader.next(thirdBatch, BATCH_LIMIT)).rejects.toThrow(LogHistoryChanged);
});
