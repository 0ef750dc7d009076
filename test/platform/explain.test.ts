import { StartupError } from '../../adapters/startup-error.ts';
import { describeError } from '../../scripts/describe-error.ts';

const createFailure = (message: string, details: object = {}): Error =>
  Object.assign(new Error(message), details);

test.each([
  ['a file', createFailure('write', { code: 'ENOSPC' }), 'There is no space left on the disk.'],
  [
    'PostgreSQL that starts',
    new StartupError('initdb: error: could not write: No space left on device'),
    'There is no space left on the disk.',
  ],
  [
    'a table',
    createFailure('could not extend file "base/1"', { code: '53100' }),
    'There is no space left on the disk of the database.',
  ],
  [
    'a read-only disk',
    createFailure('mkdir', { code: 'EROFS', path: '/data' }),
    '/data cannot be written: the disk is read-only.',
  ],
])('reports a disk without space for %s in one sentence', (_what, error, sentence) => {
  expect(describeError(error)).toBe(sentence);
});
