import { Readable } from 'node:stream';
import { claimFolder, type FolderClaim } from '../../../adapters/embedded-postgres/folder-claim.ts';
import { EventLogUnavailable } from '../../../domain/ports/event-log.ts';
import { runCommandLine } from '../../../workers/cli/main.ts';
import { createCollector, runKindraWith } from '../../support/kindra-command.ts';
import { createTemporaryFolder, findFreePort } from '../../support/kindra-process.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let port: number;
let claim: FolderClaim | undefined;

/** Leaves a folder as that of a running system whose PostgreSQL has stopped. */
beforeAll(async () => {
  folder = await createTemporaryFolder();
  port = await findFreePort();
  claim = claimFolder(folder.path, 'system');
  claim?.publish({ databaseUrl: `postgres://kindra:hidden@127.0.0.1:${port}/kindra` });
});
afterAll(async () => {
  claim?.release();
  await folder.remove();
});

const EMBEDDED_DATABASE = { DATABASE_URL: '', MIGRATION_DATABASE_URL: '', TOKEN_SECRET: '' };

test.each([
  [['status']],
  [['verify']],
  [['replay', '--all']],
  [['backup', '/tmp/unused.backup']],
  [['staff', 'grant', 'nuria', 'MOD', '--yes']],
])('%j names a database that is down and what to do', async (args) => {
  const settings = { ...EMBEDDED_DATABASE, KINDRA_DATA: folder.path };
  expect(await runKindraWith(settings, 'postgres://unused/database', ...args)).toEqual({
    status: 1,
    output: '',
    errors: `The database at 127.0.0.1:${port} cannot be reached. Start it, or restart Kindra if it is the embedded PostgreSQL, and try again.\n`,
  });
});

/** Runs a command that fails with an error. Returns what it prints to stderr. */
async function printFailure(error: Error): Promise<string> {
  const { stream: stderr, text } = createCollector();
  const terminal = { stdin: Readable.from([]), stdout: stderr, stderr };
  const settings = () => {
    throw error;
  };
  expect(await runCommandLine(['backup', 'file'], { terminal, settings })).toBe(1);
  return text();
}

test('a command reports a full disk in one sentence', async () => {
  const writeError = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await printFailure(writeError)).toBe('The disk is full. Free space and try again.\n');
  const tableError = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(await printFailure(new EventLogUnavailable(tableError))).toBe(
    'The disk of the database is full. Free space and try again.\n',
  );
});

test('a command reports an unavailable log of another server in one sentence', async () => {
  expect(await printFailure(new EventLogUnavailable(new Error('14 UNAVAILABLE')))).toBe(
    'the event log cannot be reached\n',
  );
});
