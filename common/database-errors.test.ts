import { isDatabaseDown } from './database-errors.ts';

const createSystemError = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08006',
])('a connection that fails with %s means that the database is down', (code) => {
  expect(isDatabaseDown(createSystemError(code))).toBe(true);
  expect(isDatabaseDown(new AggregateError([createSystemError(code)]))).toBe(true);
});

test.each(['53300', '57P01', '57P03', '57014', '55P03', '40001', '40P01'])(
  'a statement that fails with SQLSTATE %s means that the database is down',
  (code) => expect(isDatabaseDown(createSystemError(code))).toBe(true),
);

test.each(['Connection terminated unexpectedly', 'Query read timeout'])(
  'the error "%s" of the driver means that the database is down',
  (message) => expect(isDatabaseDown(new Error(message))).toBe(true),
);

test('a missing Unix socket means that the database is down, but a missing file does not', () => {
  expect(isDatabaseDown(createSystemError('ENOENT', 'connect'))).toBe(true);
  expect(isDatabaseDown(createSystemError('ENOENT', 'open'))).toBe(false);
});

test.each([
  ['a unique violation', createSystemError('23505')],
  ['an error without a code', new Error('unexpected')],
  ['undefined', undefined],
])('%s does not mean that the database is down', (_name, error) => {
  expect(isDatabaseDown(error)).toBe(false);
});
