import { StartupError } from '../../adapters/startup-error.ts';
import { describeError } from '../../scripts/describe-error.ts';

const createErrorWith = (message: string, details: object = {}): Error =>
  Object.assign(new Error(message), details);

test.each([
  [{ code: 'ENOENT', path: '/data' }, '/data cannot be used: it does not exist.'],
  [{ code: 'ENOTDIR', path: '/data' }, '/data cannot be used: a part of its path is not a folder.'],
  [{ code: 'EACCES', path: '/data' }, '/data cannot be used: permission denied.'],
  [{ code: 'EACCES', port: 80 }, 'Port 80 cannot be used: permission denied.'],
])('reports %j in one sentence', (details, message) => {
  expect(describeError(createErrorWith(`${details.code}: raw`, details))).toBe(message);
});

test.each([
  ['a file', createErrorWith('write', { code: 'ENOSPC' }), 'There is no space left on the disk.'],
  [
    'PostgreSQL that starts',
    new StartupError('initdb: error: could not write: No space left on device'),
    'There is no space left on the disk.',
  ],
  [
    'a table',
    createErrorWith('could not extend file "base/1"', { code: '53100' }),
    'There is no space left on the disk of the database.',
  ],
  [
    'a read-only disk',
    createErrorWith('mkdir', { code: 'EROFS', path: '/data' }),
    '/data cannot be written: the disk is read-only.',
  ],
])('reports a disk without space for %s in one sentence', (_name, error, message) => {
  expect(describeError(error)).toBe(message);
});
