import { jest } from '@jest/globals';
import { createRepeatLimiter } from './repeat-limiter.ts';

const INTERVAL_MS = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function createLimiter(maxKeys = 10) {
  const written: string[] = [];
  const limiter = createRepeatLimiter<string>({
    intervalMs: INTERVAL_MS,
    maxKeys,
    toOverflowLine: () => ({ key: 'others', line: 'others' }),
    write: (line, count) => written.push(`${line} x${count}`),
  });
  const add = (line: string, times = 1): void => {
    for (let n = 0; n < times; n += 1) limiter.add({ key: line, line });
  };
  return { written, add, close: limiter.close };
}

test('writes the first line immediately and repeated lines as a count per interval', () => {
  const { written, add } = createLimiter();
  add('a', 1_000);
  expect(written).toEqual(['a x1']);
  jest.advanceTimersByTime(INTERVAL_MS);
  expect(written).toEqual(['a x1', 'a x999']);
  add('a', 5);
  expect(written).toHaveLength(2);
  jest.advanceTimersByTime(INTERVAL_MS);
  expect(written.at(-1)).toBe('a x5');
});

test('writes the latest of several lines with the same key', () => {
  const written: string[] = [];
  const limiter = createRepeatLimiter<string>({
    intervalMs: INTERVAL_MS,
    maxKeys: 1,
    toOverflowLine: (line) => ({ key: line, line }),
    write: (line, count) => written.push(`${line} x${count}`),
  });
  for (const line of ['a', 'b', 'c']) limiter.add({ key: 'same', line });
  limiter.close();
  expect(written).toEqual(['a x1', 'c x2']);
});

test('drops a line that is not repeated within an interval and stops its timer', () => {
  const { written, add } = createLimiter();
  add('a');
  jest.advanceTimersByTime(INTERVAL_MS);
  expect(jest.getTimerCount()).toBe(0);
  add('a');
  expect(written).toEqual(['a x1', 'a x1']);
});

test('counts lines beyond the maximum number of keys together', () => {
  const { written, add } = createLimiter(2);
  for (let n = 0; n < 100; n += 1) add(`line ${n}`);
  expect(written).toEqual(['line 0 x1', 'line 1 x1', 'others x1']);
  jest.advanceTimersByTime(INTERVAL_MS);
  expect(written.at(-1)).toBe('others x97');
});

test('writes pending counts on close', () => {
  const { written, add, close } = createLimiter();
  add('a', 3);
  close();
  expect(written).toEqual(['a x1', 'a x2']);
  expect(jest.getTimerCount()).toBe(0);
});
