import { toApiFailure } from './error-response.ts';

const createSystemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test('maps an unreachable database to 503', () => {
  expect(toApiFailure(createSystemError('ECONNREFUSED', 'connect')).status).toBe(503);
  expect(toApiFailure(createSystemError('ENOENT', 'connect')).status).toBe(503);
  expect(toApiFailure(new AggregateError([createSystemError('ECONNREFUSED', 'connect')])).status).toBe(503);
});

test.each(['40001', '40P01'])('maps a transaction that the database aborts with %s to 503', (code) => {
  const error = Object.assign(new Error('aborted'), { code });
  expect(toApiFailure(error).status).toBe(503);
});

test('maps a missing file to 500', () => {
  expect(toApiFailure(createSystemError('ENOENT', 'open')).status).toBe(500);
});
