import { jest } from '@jest/globals';
import { createBatchLoader } from './batch-loader.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('batches keys of one turn and keys requested while the maximum number of batches is in progress', async () => {
  const groups: (readonly number[])[] = [];
  const finishCallbacks: (() => void)[] = [];
  const double = createBatchLoader<number, number>(async (keys) => {
    groups.push(keys);
    await new Promise<void>((resolve) => finishCallbacks.push(resolve));
    return keys.map((key) => key * 2);
  });
  const answers = [1, 2].map((key) => double(key));
  await settle();
  expect(groups).toEqual([[1, 2]]);
  answers.push(double(3));
  await settle();
  answers.push(double(4), double(5));
  await settle();
  expect(groups).toEqual([[1, 2], [3]]);
  finishCallbacks.shift()?.();
  await settle();
  await settle();
  expect(groups).toEqual([[1, 2], [3], [4, 5]]);
  for (const end of finishCallbacks) end();
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
});

test('pauses between batches and batches the keys requested during the pause', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const groups: (readonly number[])[] = [];
    const load = createBatchLoader<number, number>(
      async (keys) => {
        groups.push(keys);
        return keys;
      },
      { maxConcurrent: 1, pauseMs: 3 },
    );
    await load(1);
    const answers = [load(2), load(3)];
    await settle();
    await settle();
    expect(groups).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(3);
    expect(await Promise.all(answers)).toEqual([2, 3]);
    expect(groups).toEqual([[1], [2, 3]]);
  } finally {
    jest.useRealTimers();
  }
});

test('rejects all keys of a failed batch and continues with the next', async () => {
  let shouldFail = true;
  const load = createBatchLoader<string, string>(async (keys) => {
    if (shouldFail) throw new Error('away');
    return keys;
  });
  await expect(load('a')).rejects.toThrow('away');
  shouldFail = false;
  expect(await load('b')).toBe('b');
});

test('rejects a key at once when too many keys wait', async () => {
  const load = createBatchLoader<number, number>(async (keys) => keys, { maxWaiting: 2 });
  const answers = [load(1), load(2)];
  await expect(load(3)).rejects.toThrow('more than 2 loads wait');
  expect(await Promise.all(answers)).toEqual([1, 2]);
  expect(await load(4)).toBe(4);
});

test('rejects keys that have waited too long, and loads the others of their batch', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const finishCallbacks: (() => void)[] = [];
    const load = createBatchLoader<number, number>(
      async (keys) => {
        await new Promise<void>((resolve) => finishCallbacks.push(resolve));
        return keys;
      },
      { maxConcurrent: 1, maxWaitMs: 100 },
    );
    const answers = [load(1)];
    await settle();
    const expired = expect(load(2)).rejects.toThrow('waited too long');
    jest.advanceTimersByTime(101);
    answers.push(load(3));
    finishCallbacks.shift()?.();
    await settle();
    await settle();
    finishCallbacks.shift()?.();
    await expired;
    expect(await Promise.all(answers)).toEqual([1, 3]);
  } finally {
    jest.useRealTimers();
  }
});
