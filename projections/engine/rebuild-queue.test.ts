import type { Projection } from './definition.ts';
import { createRebuildQueue } from './rebuild-queue.ts';

const createProjection = (name: string): Projection => ({ name, version: 1, tables: [], on: {} });

/** Creates a queue. Its rebuilds end when the test completes or stops them. */
function createQueue() {
  const finishByName = new Map<string, () => void>();
  const startedNames: string[] = [];
  const failures: unknown[] = [];
  const queue = createRebuildQueue({
    rebuild: ({ name }, signal) =>
      new Promise((resolve, reject) => {
        finishByName.set(name, () => resolve(finishByName.delete(name)));
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
    onStart: (name) => startedNames.push(name),
    onDone: () => {},
    onFailure: (_name, error) => failures.push(error),
  });
  const request = (...names: readonly string[]): void => {
    for (const name of names) queue.request(createProjection(name), 'changed code');
  };
  return { ...queue, request, finishByName, startedNames, failures };
}

const flushPromises = (): Promise<void> => new Promise(setImmediate);

test('rebuilds three projections at a time', async () => {
  const { request, finishByName, startedNames, close } = createQueue();
  request('a', 'b', 'c', 'd', 'e');
  expect(startedNames).toEqual(['a', 'b', 'c']);
  finishByName.get('b')?.();
  await flushPromises();
  expect(startedNames).toEqual(['a', 'b', 'c', 'd']);
  await close();
});

test('rebuilds a projection once, however often that is requested', async () => {
  const { request, startedNames, close } = createQueue();
  request('a', 'a');
  expect(startedNames).toEqual(['a']);
  await close();
});

test('close stops the rebuilds and starts no further ones', async () => {
  const { request, startedNames, failures, close } = createQueue();
  request('a', 'b', 'c', 'd');
  await close();
  await flushPromises();
  expect(startedNames).toEqual(['a', 'b', 'c']);
  expect(failures).toEqual([]);
});
