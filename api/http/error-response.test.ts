import { toApiFailure } from './error-response.ts';

const createSystemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test('a database that cannot be reached is a temporary failure', () => {
  expect(toApiFailure(createSystemError('ECONNREFUSED', 'connect')).status).toBe(503);
  expect(toApiFailure(createSystemError('ENOENT', 'connect')).status).toBe(503);
  expect(toApiFailure(new AggregateError([createSystemError('ECONNREFUSED', 'connect')])).status).toBe(503);
});

test('a missing file is a defect', () => {
  expect(toApiFailure(createSystemError('ENOENT', 'open')).status).toBe(500);
});
