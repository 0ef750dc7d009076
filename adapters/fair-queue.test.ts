import { createFairQueue, type FairQueue } from './fair-queue.ts';

class Overloaded extends Error {}

const createQueue = (limits: { maxWaiting?: number; maxWaitingPerGroup?: number } = {}): FairQueue =>
  createFairQueue({
    concurrency: 1,
    maxWaiting: 100,
    maxWaitingPerGroup: 100,
    createOverloadError: () => new Overloaded(),
    ...limits,
  });

/** Occupies the only slot with a task. The task ends when the returned function is called. */
function occupy(queue: FairQueue): () => void {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  void queue.run('occupier', () => gate);
  return release;
}

/**
 * Queues one task for each of the groups. Resolves to the groups in the order in which their tasks ran, and
 * to the refused groups.
 */
async function runGroups(queue: FairQueue, release: () => void, groups: readonly string[]) {
  const completedGroups: string[] = [];
  const refusedGroups: string[] = [];
  const tasks = groups.map((group) =>
    queue
      .run(group, async () => void completedGroups.push(group))
      .catch((error: Error) => {
        expect(error).toBeInstanceOf(Overloaded);
        refusedGroups.push(group);
      }),
  );
  release();
  await Promise.all(tasks);
  return { ran: completedGroups, refused: refusedGroups };
}

test('serves groups in turn, however many tasks one of them queues', async () => {
  const queue = createQueue();
  const { ran } = await runGroups(queue, occupy(queue), ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
  expect(ran).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('rejects a group at its waiting limit and admits other groups', async () => {
  const queue = createQueue({ maxWaitingPerGroup: 2 });
  const { ran, refused } = await runGroups(queue, occupy(queue), ['a', 'a', 'a', 'a', 'b']);
  expect([ran, refused]).toEqual([
    ['a', 'b', 'a'],
    ['a', 'a'],
  ]);
});

test('displaces the newest task of the longest queue when all places are taken', async () => {
  const queue = createQueue({ maxWaiting: 3 });
  const { ran, refused } = await runGroups(queue, occupy(queue), ['a', 'a', 'a', 'b', 'c', 'd']);
  expect([ran, refused]).toEqual([
    ['a', 'b', 'c'],
    ['d', 'a', 'a'],
  ]);
});

test('gives the place back after a task that fails', async () => {
  const queue = createQueue();
  await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(queue.run('a', async () => 'ran')).resolves.toBe('ran');
});
