import { jest } from '@jest/globals';
import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { createLogger } from '../../adapters/logger.ts';
import type { Post } from '../../contract/shapes.ts';
import type { ViewBatch } from '../../domain/ports/view-counts.ts';
import { createViewCounter } from './views.ts';

const SECOND_MS = 1_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Creates a view counter with a database that does not respond until `respond` is called. */
function createHangingCounter() {
  let pendingCalls: ((batches: readonly ViewBatch[]) => void)[] = [];
  let isHanging = true;
  const listPending = jest.fn(
    () =>
      new Promise<readonly ViewBatch[]>((resolve) => {
        if (isHanging) pendingCalls.push(resolve);
        else resolve([]);
      }),
  );
  const countedSizes: number[] = [];
  const views = createViewCounter({
    clock: systemClock,
    ids: createIdSource(),
    handler: {
      handle: () => Promise.reject(new Error('unused')),
      getCached: () => undefined,
      load: () => Promise.reject(new Error()),
    },
    logger: createLogger('silent'),
    secret: 'a secret of the tests',
    privateData: {
      viewCounts: {
        listPending,
        count: async (_id, _day, { length }) => {
          countedSizes.push(length);
          return null;
        },
        markDone: () => Promise.resolve(),
        deleteBefore: () => Promise.resolve(),
      },
    },
  });
  return {
    views,
    countedSizes,
    listPending,
    respond: () => {
      isHanging = false;
      for (const resolve of pendingCalls) resolve([]);
      pendingCalls = [];
    },
  };
}

test('does not start a flush while another one is running', async () => {
  const { views, listPending, respond } = createHangingCounter();
  await jest.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(listPending).toHaveBeenCalledTimes(1);
  respond();
  await jest.advanceTimersByTimeAsync(0);
  expect(listPending).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(2 * SECOND_MS);
  expect(listPending).toHaveBeenCalledTimes(3);
  await views.close();
});

test('runs the last flush after the current one', async () => {
  const { views, listPending, respond } = createHangingCounter();
  await jest.advanceTimersByTimeAsync(SECOND_MS);
  const closePromise = views.close();
  respond();
  await closePromise;
  expect(listPending).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(listPending).toHaveBeenCalledTimes(2);
});

test('closes within 5 s when the database does not respond', async () => {
  const { views } = createHangingCounter();
  await jest.advanceTimersByTimeAsync(SECOND_MS);
  const onClosed = jest.fn();
  void views.close().then(onClosed);
  await jest.advanceTimersByTimeAsync(5 * SECOND_MS);
  expect(onClosed).toHaveBeenCalled();
});

test('counts a repeated page once per viewer', async () => {
  const { views, countedSizes, respond } = createHangingCounter();
  respond();
  const page = ['1', '2'].map((id) => ({ id, creatorData: { id: 'author' } }) as Post);
  const createViewer = (clientAddress: string) => ({
    caller: null,
    clientAddress,
    clientNetwork: '',
    userAgent: 'A browser',
  });
  const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'];
  for (const address of addresses) views.recordViews(createViewer(address), page);
  await views.flush();
  expect(countedSizes).toEqual([4]);
  await views.close();
});
