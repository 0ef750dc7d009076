import { gathered } from './gathered.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('asks at once while there is little to do, and together while there is much', async () => {
  const groups: (readonly number[])[] = [];
  const finish: (() => void)[] = [];
  const double = gathered<number, number>(async (keys) => {
    groups.push(keys);
    await new Promise<void>((resolve) => finish.push(resolve));
    return keys.map((key) => key * 2);
  });
  const answers = [1, 2, 3, 4, 5].map((key) => double(key));
  expect(groups).toEqual([[1], [2]]);
  finish.shift()?.();
  await settle();
  expect(groups).toEqual([[1], [2], [3, 4, 5]]);
  for (const end of finish) end();
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
});

test('tells a failure to those who asked together, and goes on', async () => {
  let fail = true;
  const look = gathered<string, string>(async (keys) => {
    if (fail) throw new Error('away');
    return keys;
  });
  await expect(look('a')).rejects.toThrow('away');
  fail = false;
  expect(await look('b')).toBe('b');
});
