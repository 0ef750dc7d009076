import { toApiFailure } from './error-answer.ts';

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test('a database that cannot be reached is a temporary failure', () => {
  expect(toApiFailure(systemError('ECONNREFUSED', 'connect')).status).toBe(503);
  expect(toApiFailure(systemError('ENOENT', 'connect')).status).toBe(503);
  expect(toApiFailure(new AggregateError([systemError('ECONNREFUSED', 'connect')])).status).toBe(503);
});

test('a missing file is a defect', () => {
  expect(toApiFailure(systemError('ENOENT', 'open')).status).toBe(500);
});
