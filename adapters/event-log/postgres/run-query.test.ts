import { DatabaseError } from 'pg';
import { QueryOutcomeUnknown, QueryRejected, toQueryFailure } from './run-query.ts';

const createServerError = (code: string): Error =>
  Object.assign(new DatabaseError('from the server', 0, 'error'), { code });

test.each([
  ['an error of the server', createServerError('23505'), QueryRejected],
  ['a server that is shutting down', createServerError('57P01'), QueryOutcomeUnknown],
  ['a lost connection', new Error('Connection terminated unexpectedly'), QueryOutcomeUnknown],
  // Like SQLSTATE codes, the code has five letters.
  [
    'a socket that was closed by the server',
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    QueryOutcomeUnknown,
  ],
])('after %s, it is known whether the query may have run', (_name, error, failureClass) => {
  expect(toQueryFailure(error)).toBeInstanceOf(failureClass);
});
