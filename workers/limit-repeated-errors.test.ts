import { jest } from '@jest/globals';
import { limitRepeatedErrors } from './limit-repeated-errors.ts';

const createRecordingLogger = () => {
  const lines: object[] = [];
  const logger = {
    info: () => {},
    error: (fields: object, message: string) => void lines.push({ message, ...fields }),
  };
  return { lines, logger: limitRepeatedErrors(logger) };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('writes equal errors once at first, then once a minute with their number', () => {
  const { lines, logger } = createRecordingLogger();
  const err = new Error('connection refused');
  for (let attempts = 1; attempts <= 3; attempts += 1) logger.error({ err, attempts }, 'projection failed');
  expect(lines).toEqual([{ message: 'projection failed', err, attempts: 1 }]);
  jest.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toEqual([{ message: 'projection failed', err, attempts: 3, occurrences: 2 }]);
  logger.close();
});

test('writes errors with another message, reason, subject or projection at once', () => {
  const { lines, logger } = createRecordingLogger();
  const err = new Error('connection refused');
  logger.error({ err }, 'job failed', 'a');
  logger.error({ err }, 'job failed', 'b');
  logger.error({ err: new Error('disk full') }, 'job failed', 'a');
  logger.error({ err }, 'settlement failed', 'a');
  logger.error({ err, projection: 'posts' }, 'projection failed');
  logger.error({ err, projection: 'follows' }, 'projection failed');
  expect(lines).toHaveLength(6);
  logger.close();
});

test('limits the lines about many different subjects', () => {
  const { lines, logger } = createRecordingLogger();
  for (let n = 0; n < 5_000; n += 1) logger.error({}, 'webhook processing delayed', `webhook ${n}`);
  expect(lines.length).toBeLessThan(1_100);
  logger.close();
});
