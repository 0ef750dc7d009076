import { getLastLines } from '../../adapters/embedded-postgres/cluster.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
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

const DISK_FULL = 'The disk is full. Free space and try again.';
const DATABASE_DISK_FULL = 'The disk of the database is full. Free space and try again.';
const tableError = createErrorWith('could not extend file "base/1": No space left on device', {
  code: '53100',
});

/** Creates the error of a PostgreSQL that writes other lines after the one that names the cause. */
const createStartError = (line: string): StartupError => {
  const laterLines = Array.from({ length: 9 }, () => 'LOG:  database system is shut down');
  return new StartupError(`PostgreSQL does not start.\n${getLastLines([line, ...laterLines].join('\n'))}`);
};

test.each([
  ['a file', createErrorWith('ENOSPC: no space left on device, write', { code: 'ENOSPC' }), DISK_FULL],
  ['PostgreSQL that starts', createStartError('FATAL:  could not write: No space left on device'), DISK_FULL],
  ['a new database', createStartError('HINT:  Check free disk space.'), DISK_FULL],
  ['a table', tableError, DATABASE_DISK_FULL],
  ['the event log', new EventLogUnavailable(tableError), DATABASE_DISK_FULL],
  [
    'a read-only disk',
    createErrorWith('mkdir', { code: 'EROFS', path: '/data' }),
    '/data cannot be written: the disk is read-only.',
  ],
])('reports a disk without space for %s in one sentence', (_name, error, message) => {
  expect(describeError(error)).toBe(message);
});

const refusal = createErrorWith('connect ECONNREFUSED 127.0.0.1:23259', {
  code: 'ECONNREFUSED',
  address: '127.0.0.1',
  port: 23_259,
});

test.each([
  ['refuses connections', refusal, /^The database at 127\.0\.0\.1:23259 cannot be reached\. Start it/],
  [
    'refuses connections at each address',
    Object.assign(new AggregateError([refusal]), { code: 'ECONNREFUSED' }),
    /^The database at 127\.0\.0\.1:23259 cannot be reached\. Start it/,
  ],
  [
    'stops during an append',
    new EventLogUnavailable(new Error('Connection terminated unexpectedly')),
    /^The database cannot be reached\. Start it/,
  ],
  [
    'has no free connections',
    createErrorWith('remaining connection slots are reserved', { code: '53300' }),
    /^All connections of the database are in use\. .* try again\.$/,
  ],
  [
    'is starting',
    createErrorWith('the database system is starting up', { code: '57P03' }),
    /^The database is starting or stopping\. Try again/,
  ],
])('reports a database that %s in one sentence', (_name, error, sentence) => {
  expect(describeError(error)).toMatch(sentence);
});
