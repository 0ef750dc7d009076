import { createHash } from 'node:crypto';
import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { checkFile } from '../../../adapters/backup/read.ts';
import { checkTarget, restoreBackup } from '../../../adapters/backup/restore.ts';
import type { System } from '../../../adapters/compose.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { startWorkers } from '../../../workers/main.ts';
import { hashRows, isEmpty } from '../../support/backups.ts';
import { createDatabase, openPool } from '../../support/database.ts';
import { runKindraCommand, startKindra } from '../../support/kindra-command.ts';
import {
  backUp,
  folder,
  openSystem,
  setUpBackupSource,
  source,
  system,
} from '../../support/shared-backup.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

const FIRST_LINE = 'KINDRA-BACKUP 1\n';
const CHECKSUM_BYTES = 65;
const END_OF_ROWS = '\\.\n';

let file: string;

setUpBackupSource();
beforeAll(async () => {
  file = await backUp('kindra.backup');
});

const readContent = async (path = file): Promise<string> => {
  const bytes = await readFile(path);
  return gunzipSync(bytes.subarray(FIRST_LINE.length, -CHECKSUM_BYTES)).toString('latin1');
};

/** Writes a backup with modified content and a correct checksum. Returns its path. */
async function writeForgedBackup(name: string, text: string, firstLine = FIRST_LINE): Promise<string> {
  const body = Buffer.concat([Buffer.from(firstLine), gzipSync(Buffer.from(text, 'latin1'))]);
  const path = join(folder, name);
  await writeFile(
    path,
    Buffer.concat([body, Buffer.from(`${createHash('sha256').update(body).digest('hex')}\n`)]),
  );
  return path;
}

/** Creates files that cannot be restored. Returns their paths and the expected errors. */
async function createUnusableFiles(): Promise<readonly (readonly [path: string, sentence: string])[]> {
  const truncatedFile = join(folder, 'cut');
  await copyFile(file, truncatedFile);
  await truncate(truncatedFile, (await stat(file)).size - 100);
  const changedFile = join(folder, 'changed');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(changedFile, bytes);
  const foreignFile = join(folder, 'foreign');
  await writeFile(foreignFile, 'something else\n'.repeat(100));
  const emptyFile = join(folder, 'empty');
  await writeFile(emptyFile, '');
  const text = await readContent();
  const newerFile = await writeForgedBackup('newer', text, 'KINDRA-BACKUP 2\n');
  const migratedFile = await writeForgedBackup(
    'migrated',
    text.replace('"migrations":[', '"migrations":["29990101000000_later.ts",'),
  );
  const olderFile = await writeForgedBackup('older', text.replace('"username"', '"user_name"'));
  const shortFile = await writeForgedBackup('short', text.replace(/("log\.events":)\d+/, '$199999999'));
  return [
    [truncatedFile, 'The backup is damaged'],
    [changedFile, 'The backup is damaged'],
    [foreignFile, 'The file is not a backup of Kindra.'],
    [emptyFile, 'The file is not a backup of Kindra.'],
    [join(folder, 'missing'), 'no such file or directory'],
    [newerFile, 'The backup has format 2'],
    [migratedFile, 'the migration 29990101000000_later.ts is missing here. Upgrade first.'],
    [olderFile, 'The backup contains private.accounts.user_name, which this version of Kindra no longer has'],
    [shortFile, 'The backup should contain 99999999 rows of log.events'],
  ];
}

async function restoreInto({ ownerUrl, rawLog }: System, path: string): Promise<void> {
  const pool = openPool({ connectionString: ownerUrl });
  const backupFile = await checkFile(path, () => {});
  const { signal } = new AbortController();
  const options = { pool, rawLog, isLogExternal: false, file: backupFile, signal, onProgress: () => {} };
  try {
    await checkTarget(options);
    await restoreBackup(options);
  } finally {
    await pool.end();
  }
}

test('sessions are neither backed up nor restored from an older file', async () => {
  const { rows } = await source.pool.query<{ id: string }>(
    'SELECT account_id AS id FROM private.accounts LIMIT 1',
  );
  const accountId = rows[0]?.id ?? '';
  await system.privateData.sessions.open({
    id: accountId,
    accountId,
    createdAt: '2026-11-21T09:30:00.000Z',
    expiresAt: '2126-11-21T09:30:00.000Z',
  });
  const backupWithSession = join(folder, 'later.backup');
  expect(await runKindraCommand(source.url, 'backup', backupWithSession)).toMatchObject({ status: 0 });
  const text = await readContent(backupWithSession);
  expect(text).not.toContain('private.sessions');
  const session = `${accountId}\t${accountId}\t2026-11-21 09:30:00+00\t2126-11-21 09:30:00+00\n`;
  const table = { table: 'private.sessions', columns: ['id', 'account_id', 'created_at', 'expires_at'] };
  const olderText = text
    .replace(/("migrations":\[)/, '$1"20261121100000_event_log.ts",')
    .replace(/(\{"rows":\{)/, `${JSON.stringify(table)}\n${session}${END_OF_ROWS}$1"private.sessions":1,`);
  const target = await createDatabase();
  const restoredSystem = await openSystem(target.url);
  try {
    await restoreInto(restoredSystem, await writeForgedBackup('older.backup', olderText));
    expect((await target.pool.query('SELECT FROM private.accounts')).rowCount).toBeGreaterThan(0);
    expect((await target.pool.query('SELECT FROM private.sessions')).rowCount).toBe(0);
  } finally {
    await restoredSystem.close();
    await target.drop();
  }
}, 60_000);

/** Removes a column of a table from the content of a backup. */
function removeColumn(text: string, table: string, column: string): string {
  const start = text.indexOf(`{"table":"${table}"`);
  const end = text.indexOf(END_OF_ROWS, start);
  const [headerLine = '', ...rows] = text.slice(start, end).split('\n');
  const header = JSON.parse(headerLine) as { readonly columns: string[] };
  const index = header.columns.indexOf(column);
  const olderHeader = JSON.stringify({ ...header, columns: header.columns.toSpliced(index, 1) });
  const olderRows = rows.map((row) => row.split('\t').toSpliced(index, 1).join('\t'));
  return text.slice(0, start) + [olderHeader, ...olderRows].join('\n') + text.slice(end);
}

test('addresses from before their verification count as verified', async () => {
  const text = removeColumn(await readContent(), 'private.accounts', 'email_verified_at');
  const target = await createDatabase();
  const restoredSystem = await openSystem(target.url);
  try {
    await restoreInto(restoredSystem, await writeForgedBackup('unverified.backup', text));
    const { rows } = await target.pool.query('SELECT email_verified_at FROM private.accounts');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.email_verified_at instanceof Date)).toBe(true);
  } finally {
    await restoredSystem.close();
    await target.drop();
  }
}, 60_000);

test('refuses a damaged, foreign, newer or too old file without restoring anything', async () => {
  const target = await createDatabase();
  const restoredSystem = await openSystem(target.url);
  try {
    for (const [path, sentence] of await createUnusableFiles()) {
      await expect(restoreInto(restoredSystem, path)).rejects.toThrow(sentence);
      expect(await isEmpty(target.pool)).toBe(true);
    }
    const restoreResult = await runKindraCommand(target.url, 'restore', join(folder, 'changed'), '--yes');
    expect(restoreResult).toEqual({
      status: 1,
      output: '',
      errors: 'The backup is damaged: it was cut off or changed after it was made. Nothing was restored.\n',
    });
    await restoreInto(restoredSystem, file);
    expect(await isEmpty(target.pool)).toBe(false);
  } finally {
    await restoredSystem.close();
    await target.drop();
  }
}, 120_000);

test('a killed restore leaves nothing and can be repeated', async () => {
  const path = await backUp('of-killed');
  const target = await createDatabase();
  const lockHolder = await target.pool.connect();
  try {
    // The restore writes the events and accounts, and then waits for the keys.
    await lockHolder.query(`CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(60); RETURN new; END $$`);
    await lockHolder.query(
      `CREATE TRIGGER hold BEFORE INSERT ON private.text_keys FOR EACH ROW EXECUTE FUNCTION public.hold()`,
    );
    const { child, result } = startKindra(target.url, 'restore', path, '--yes');
    await waitUntil(async () => {
      const { rowCount } = await lockHolder.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      return rowCount === 1;
    }, 60_000);
    child.kill('SIGKILL');
    expect((await result).status).toBeNull();
    await lockHolder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    await lockHolder.query('DROP FUNCTION public.hold CASCADE');
    expect(await isEmpty(target.pool)).toBe(true);
    expect(await runKindraCommand(target.url, 'restore', path, '--yes')).toMatchObject({
      status: 0,
      errors: '',
    });
    expect(await hashRows(target.pool, 'private.text_keys')).toBe(
      await hashRows(source.pool, 'private.text_keys'),
    );
  } finally {
    lockHolder.release();
    await target.drop();
  }
}, 120_000);

test('a restore that is stopped during the rebuild reports what was restored, and verify what is missing', async () => {
  const path = await backUp('of-stopped');
  const target = await createDatabase();
  const lockHolder = await target.pool.connect();
  try {
    await lockHolder.query('BEGIN; LOCK TABLE engine.rebuilds IN ACCESS EXCLUSIVE MODE');
    const { child, result } = startKindra(target.url, 'restore', path, '--yes');
    await waitUntil(async () => {
      const { rowCount } = await target.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    }, 60_000);
    child.kill('SIGINT');
    await lockHolder.query('ROLLBACK');
    const stoppedResult = await result;
    expect(stoppedResult).toMatchObject({ status: 130, output: '' });
    expect(stoppedResult.errors).toContain('The backup is restored');

    const verifyResult = await runKindraCommand(target.url, 'verify', '--json');
    expect(verifyResult.status).toBe(1);
    const { problems } = JSON.parse(verifyResult.output);
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'behind', subject: 'posts' }));
    await runKindraCommand(target.url, 'replay', '--all');
    expect(await runKindraCommand(target.url, 'verify')).toMatchObject({ status: 0 });
  } finally {
    lockHolder.release();
    await target.drop();
  }
}, 120_000);

test('running workers show the restored data, and send no email about it', async () => {
  await source.pool.query('UPDATE private.accounts SET email_verified_at = now()');
  const path = await backUp('of-workers');
  const target = await createDatabase();
  const restoredSystem = await openSystem(target.url);
  const workers = await startWorkers(restoredSystem);
  try {
    expect(await runKindraCommand(target.url, 'restore', path, '--yes')).toMatchObject({
      status: 0,
      errors: '',
    });
    expect(
      await restoredSystem.progress.waitFor(projectionNames, await restoredSystem.log.head(), WAIT_MS),
    ).toBe(true);
    expect(await runKindraCommand(target.url, 'verify')).toMatchObject({ status: 0 });
    const head = await restoredSystem.log.head();
    await waitUntil(async () => (await restoredSystem.privateData.eventEmails.getPosition()) === head);
    expect((await target.pool.query('SELECT FROM private.mails')).rowCount).toBe(0);
  } finally {
    await workers.close();
    await restoredSystem.close();
    await target.drop();
  }
}, 120_000);
