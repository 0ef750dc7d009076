import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { createRequestQueue, type Release } from './request-queue.ts';

const LIMITS = { slots: 2, maxWaiting: 3, maxWaitMs: 5_000 };
const TOO_MANY_REQUESTS = { status: 429, code: 'SLOW_DOWN', details: { headers: { 'Retry-After': '2' } } };

const createResponse = () => new EventEmitter() as ServerResponse;

/** Creates a queue that records the order in which requests start. */
function createRecordedQueue(limits = LIMITS) {
  const queue = createRequestQueue(limits);
  const startedNames: string[] = [];
  const releases = new Map<string, Release>();
  async function enter(name: string, group = 'a', key = 'one', connection = createResponse()): Promise<void> {
    const release = await queue.enter(key, group, connection);
    startedNames.push(name);
    releases.set(name, release);
  }
  async function end(name: string): Promise<void> {
    releases.get(name)?.();
    await Promise.resolve();
    await Promise.resolve();
  }
  return { enter, end, startedNames };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('runs as many requests of a key as it has slots, and the next ones as slots are freed', async () => {
  const { enter, end, startedNames } = createRecordedQueue();
  await Promise.all([enter('1'), enter('2')]);
  void enter('3');
  void enter('4');
  await enter('other', 'a', 'two');
  expect(startedNames).toEqual(['1', '2', 'other']);
  await end('2');
  expect(startedNames).toEqual(['1', '2', 'other', '3']);
  await end('1');
  expect(startedNames).toEqual(['1', '2', 'other', '3', '4']);
});

test('frees a slot once when it is released twice', async () => {
  const { enter, end, startedNames } = createRecordedQueue();
  await Promise.all([enter('1'), enter('2')]);
  void enter('3');
  void enter('4');
  await end('1');
  await end('1');
  expect(startedNames).toEqual(['1', '2', '3']);
});

test('serves waiting groups in turn, even if one has many requests', async () => {
  const { enter, end, startedNames } = createRecordedQueue({ ...LIMITS, slots: 1, maxWaiting: 10 });
  await enter('a1', 'a');
  for (const name of ['a2', 'a3', 'a4']) void enter(name, 'a');
  void enter('b1', 'b');
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(startedNames).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('refuses requests when too many wait', async () => {
  const { enter } = createRecordedQueue();
  await Promise.all([enter('1'), enter('2')]);
  for (const name of ['3', '4', '5']) void enter(name);
  await expect(enter('6')).rejects.toMatchObject(TOO_MANY_REQUESTS);
});

test('counts a request as waiting only until it starts', async () => {
  const { enter, end, startedNames } = createRecordedQueue();
  await Promise.all([enter('1'), enter('2')]);
  void enter('3');
  await end('1');
  const waitingRequests = ['4', '5', '6'].map((name) => enter(name));
  for (const name of ['2', '3', '4']) await end(name);
  await Promise.all(waitingRequests);
  expect(startedNames).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('refuses requests that wait too long and removes them from the queue', async () => {
  const { enter, end, startedNames } = createRecordedQueue();
  await Promise.all([enter('1'), enter('2')]);
  const lateRequest = expect(enter('late')).rejects.toMatchObject(TOO_MANY_REQUESTS);
  await jest.advanceTimersByTimeAsync(LIMITS.maxWaitMs);
  await lateRequest;
  void enter('3');
  await end('1');
  expect(startedNames).toEqual(['1', '2', '3']);
});

test('removes disconnected clients from the queue', async () => {
  const { enter, end, startedNames } = createRecordedQueue();
  await Promise.all([enter('1'), enter('2')]);
  const connection = createResponse();
  const disconnectedRequest = expect(enter('gone', 'a', 'one', connection)).rejects.toMatchObject({
    status: 408,
  });
  void enter('3');
  connection.emit('close');
  await disconnectedRequest;
  await end('1');
  expect(startedNames).toEqual(['1', '2', '3']);
});

test('gives no slot to a client that has already disconnected', async () => {
  const { enter, end, startedNames } = createRecordedQueue({ ...LIMITS, slots: 1 });
  const disconnectedResponse = Object.assign(createResponse(), { destroyed: true });
  await expect(enter('gone', 'a', 'one', disconnectedResponse)).rejects.toMatchObject({ status: 408 });
  await enter('1');
  void enter('2');
  await end('1');
  expect(startedNames).toEqual(['1', '2']);
});
