import { forEachConcurrently } from './for-each-concurrently.ts';

/** Creates a `work` function whose promise for an item stays pending until `end(item)` is called. */
function createWork() {
  const running = new Map<number, Resolvers>();
  const started: number[] = [];
  const work = (item: number): Promise<void> => {
    started.push(item);
    return new Promise((resolve, reject) => running.set(item, { resolve, reject }));
  };
  return {
    started,
    work,
    end: (item: number) => running.get(item)?.resolve(),
    fail: (item: number) => running.get(item)?.reject(new Error(`item ${item}`)),
  };
}

interface Resolvers {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const waitForNextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('starts the next item when one of the running ones ends', async () => {
  const { started, work, end } = createWork();
  const done = forEachConcurrently([1, 2, 3], 2, work);
  expect(started).toEqual([1, 2]);
  end(2);
  await waitForNextTurn();
  expect(started).toEqual([1, 2, 3]);
  end(1);
  end(3);
  await done;
});

test('starts nothing after a failure, and rejects when the running items have ended', async () => {
  const { started, work, end, fail } = createWork();
  let isSettled = false;
  const done = forEachConcurrently([1, 2, 3], 2, work);
  const settled = done
    .catch(() => {})
    .finally(() => {
      isSettled = true;
    });
  fail(1);
  await waitForNextTurn();
  expect(isSettled).toBe(false);
  end(2);
  await settled;
  await expect(done).rejects.toThrow('item 1');
  expect(started).toEqual([1, 2]);
});
