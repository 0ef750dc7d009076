import { jest } from '@jest/globals';
import { createMemoryEventLog } from '../adapters/event-log/memory.ts';
import { putCoins } from '../test/support/jar.ts';
import { ConflictNotSettled, createHandler } from './handle.ts';
import { AppendOutcomeUnknown, type EventLog, EventLogUnavailable } from './ports/event-log.ts';

/** Runs work on a fake clock that advances 10 s, and returns its result without a real delay. */
async function runOnFakeClock<Result>(work: () => Promise<Result>): Promise<Result> {
  jest.useFakeTimers();
  try {
    const result = work();
    result.catch(() => {});
    await jest.advanceTimersByTimeAsync(10_000);
    return await result;
  } finally {
    jest.useRealTimers();
  }
}

/**
 * Creates an event log that executes the first append, loses its response and refuses all later connections.
 */
function createDisconnectedLog(log: EventLog, refusals: number): EventLog {
  let calls = 0;
  const refuse = (): void => {
    calls += 1;
    if (calls > 1 && calls <= 1 + refusals) throw new EventLogUnavailable(new Error('refused'));
  };
  return {
    ...log,
    readStream: async (...args) => {
      if (calls > 0) refuse();
      return log.readStream(...args);
    },
    append: async (stream, events, expected) => {
      refuse();
      const result = await log.append(stream, events, expected);
      if (calls === 1) throw new AppendOutcomeUnknown(stream, new Error('cut'));
      return result;
    },
  };
}

test('carries out a command once when its answer is cut and the next connection is refused', async () => {
  const log = createMemoryEventLog();
  expect(await putCoins(createHandler({ log: createDisconnectedLog(log, 1) }), 5)).toMatchObject({
    accepted: true,
    revision: 0,
  });
  expect(await log.readStream('jar-a')).toHaveLength(1);
});

test('leaves a command unsettled when the log stays unreachable after an append with unknown outcome', async () => {
  const log = createMemoryEventLog();
  const handler = createHandler({ log: createDisconnectedLog(log, Number.POSITIVE_INFINITY) });
  await expect(runOnFakeClock(() => putCoins(handler, 5))).rejects.toThrow(AppendOutcomeUnknown);
});

test('finds the events of an unsettled append in the log before giving it up', async () => {
  const log = createMemoryEventLog();
  const append: EventLog['append'] = async (stream, events, expected) => {
    await log.append(stream, events, expected);
    throw new AppendOutcomeUnknown(stream, new Error('cut'));
  };
  const commandResult = await runOnFakeClock(() => putCoins(createHandler({ log: { ...log, append } }), 5));
  expect(commandResult).toMatchObject({ accepted: true, revision: 0, position: 1 });
});

test('pauses between attempts at an unsettled append', async () => {
  const attemptTimes: number[] = [];
  const log = createMemoryEventLog();
  const append: EventLog['append'] = (stream, events, expected) => {
    attemptTimes.push(performance.now());
    if (attemptTimes.length > 5) return log.append(stream, events, expected);
    throw new AppendOutcomeUnknown(stream, new Error('cut'));
  };
  await putCoins(createHandler({ log: { ...log, append } }), 5);
  const pauses = attemptTimes.slice(1).map((at, index) => at - (attemptTimes[index] as number));
  expect(pauses.at(-1)).toBeGreaterThan(100);
  expect(pauses[0]).toBeLessThan(pauses.at(-1) as number);
});

test('reports that nothing was written when the log was unreachable from the start', async () => {
  const log = createMemoryEventLog();
  const append = () => Promise.reject(new EventLogUnavailable(new Error('refused')));
  await expect(putCoins(createHandler({ log: { ...log, append } }), 5)).rejects.toThrow(EventLogUnavailable);
});

/**
 * Creates an event log that compares revisions immediately, but returns a stream's last event only after some
 * reads.
 */
function createLaggingLog(log: EventLog, hiddenReads: number): EventLog {
  const reads = new Map<string, number>();
  const readStream: EventLog['readStream'] = async (stream, options) => {
    const events = await log.readStream(stream, options);
    const last = events.at(-1);
    if (!last) return events;
    const readCount = reads.get(last.id) ?? 0;
    reads.set(last.id, readCount + 1);
    return readCount < hiddenReads ? events.slice(0, -1) : events;
  };
  return { ...log, readStream };
}

test('waits after a conflict until the conflicting event is readable, then decides again', async () => {
  const log = createMemoryEventLog();
  const laggingHandler = createHandler({ log: createLaggingLog(log, 20) });
  await putCoins(createHandler({ log }), 5);

  expect(await runOnFakeClock(() => putCoins(laggingHandler, 1))).toMatchObject({
    accepted: true,
    revision: 1,
    state: { coins: 6 },
  });
});

test('gives up when the conflicting event is not readable within 2 s', async () => {
  const log = createMemoryEventLog();
  const blindHandler = createHandler({ log: createLaggingLog(log, Number.POSITIVE_INFINITY) });
  await putCoins(createHandler({ log }), 5);
  const startedAt = performance.now();

  await expect(putCoins(blindHandler, 1)).rejects.toThrow(ConflictNotSettled);

  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  expect(await log.readStream('jar-a')).toHaveLength(1);
});
