import { jest } from '@jest/globals';
import { createBatchLoader } from './batch-loader.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('batches keys of one turn and keys requested while the maximum number of batches is in progress', async () => {
  const groups: (readonly number[])[] = [];
  const finish: (() => void)[] = [];
  const double = createBatchLoader<number, number>(async (keys) => {
    groups.push(keys);
    await new Promise<void>((resolve) => finish.push(resolve));
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
  finish.shift()?.();
  await settle();
  await settle();
  expect(groups).toEqual([[1, 2], [3], [4, 5]]);
  for (const end of finish) end();
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
});

test('pauses between batches and batches the keys requested during the pause', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const groups: (readonly number[])[] = [];
    const look = createBatchLoader<number, number>(
      async (keys) => {
        groups.push(keys);
        return keys;
      },
      { maxConcurrent: 1, pauseMs: 3 },
    );
    await look(1);
    const answers = [look(2), look(3)];
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
  let fail = true;
  const look = createBatchLoader<string, string>(async (keys) => {
    if (fail) throw new Error('away');
    return keys;
  });
  await expect(look('a')).rejects.toThrow('away');
  fail = false;
  expect(await look('b')).toBe('b');
});
