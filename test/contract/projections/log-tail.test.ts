import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createLogTail } from '../../../projections/engine/log-tail.ts';
import { appendToEnd } from '../../support/append-to-end.ts';
import { createAccountId, createEvent, createPostId } from '../../support/projections/history.ts';
import { waitUntil } from '../../support/wait.ts';

const neverSignal = new AbortController().signal;
const IGNORED = { onHistoryChanged: () => {}, onFailure: () => {} };

test('the tail has the events since its start and wakes waiting readers', async () => {
  const log = createMemoryEventLog();
  const data = { postId: createPostId(1), accountId: createAccountId(1) };
  const append = (count: number) =>
    appendToEnd(
      log,
      'like-1',
      Array.from({ length: count }, () => createEvent({ type: 'PostLiked', data })),
    );
  await append(5);
  const tail = createLogTail(log, 2, IGNORED);
  const reader = tail.addReader(2);
  await reader.waitForEvents(4, neverSignal);
  expect(reader.read(1, 10)).toBeNull();
  expect(reader.read(2, 10)?.map(({ position }) => position)).toEqual([3, 4, 5]);

  let hasEvents = false;
  const waitPromise = reader.waitForEvents(5, neverSignal).then(() => {
    hasEvents = true;
  });
  expect(hasEvents).toBe(false);
  await append(1);
  await waitUntil(() => hasEvents);
  await waitPromise;
  expect(reader.read(5, 10)?.map(({ position }) => position)).toEqual([6]);
  await tail.close();
  await log.close();
});

test('drops the events that the log has lost and continues after its new end', async () => {
  const log = createMemoryEventLog();
  const append = (stream: string, accountNumber: number) => {
    const data = { postId: createPostId(1), accountId: createAccountId(accountNumber) };
    return appendToEnd(log, stream, [createEvent({ type: 'PostLiked', data })]);
  };
  await append('like-1', 1);
  const tail = createLogTail(log, 1, IGNORED);
  const reader = tail.addReader(1);
  await append('like-1', 2);
  await append('like-1', 3);
  await reader.waitForEvents(2, neverSignal);
  expect(reader.read(1, 10)).toHaveLength(2);

  log.truncate(1);
  await append('like-2', 4);
  const { position } = await append('like-2', 5);
  await waitUntil(() => reader.read(1, 10) === null || reader.read(1, 10)?.length === 0);
  const { position: next } = await append('like-2', 6);
  await reader.waitForEvents(position, neverSignal);
  expect(reader.read(position, 10)?.map((event) => event.position)).toEqual([next]);
  await tail.close();
  await log.close();
});

test('a reader can skip events without being woken, and is woken by the next one that it does not skip', async () => {
  const log = createMemoryEventLog();
  const data = { postId: createPostId(1), accountId: createAccountId(1) };
  const append = (type: 'PostLiked' | 'PostUnliked') =>
    appendToEnd(log, 'like-1', [createEvent({ type, data })]);
  const tail = createLogTail(log, 0, IGNORED);
  const otherReader = tail.addReader(0);
  const reader = tail.addReader(0);
  const offeredTypes: string[] = [];
  const positionsOfferedAhead: number[] = [];
  const endController = new AbortController();
  const waitAhead = tail.addReader(2).waitForEvents(2, endController.signal, {
    trySkip: (events) => {
      positionsOfferedAhead.push(...events.map(({ position }) => position));
      return true;
    },
  });
  let isWoken = false;
  const waitPromise = reader
    .waitForEvents(0, neverSignal, {
      trySkip: (events) => {
        offeredTypes.push(...events.map(({ type }) => type));
        return events.every(({ type }) => type !== 'PostLiked');
      },
    })
    .then((hasEvents) => {
      isWoken = true;
      return hasEvents;
    });
  for (const [n, type] of (['PostUnliked', 'PostUnliked', 'PostLiked'] as const).entries()) {
    expect(isWoken).toBe(false);
    await append(type);
    await waitUntil(() => offeredTypes.length > n);
  }
  expect(await waitPromise).toBe(true);
  expect(offeredTypes).toEqual(['PostUnliked', 'PostUnliked', 'PostLiked']);
  endController.abort();
  expect(await waitAhead).toBe(false);
  expect(positionsOfferedAhead).toEqual([3]);
  // The skipped events are kept only for the other reader.
  otherReader.close();
  expect(reader.read(1, 10)).toBeNull();
  expect(reader.read(2, 10)?.map(({ position }) => position)).toEqual([3]);
  await tail.close();
  await log.close();
});
