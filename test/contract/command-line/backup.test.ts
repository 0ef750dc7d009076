import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { checkFile } from '../../../adapters/backup/read.ts';
import { checkTarget, restoreBackup } from '../../../adapters/backup/restore.ts';
import { writeBackup } from '../../../adapters/backup/write.ts';
import { composeSystem, type System } from '../../../adapters/compose.ts';
import { parseSettings } from '../../../adapters/config.ts';
import { createLogger } from '../../../adapters/logger.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { startWorkers } from '../../../workers/main.ts';
import type { Worker } from '../../../workers/worker.ts';
import { hashRows, isEmpty, keepWriting } from '../../support/backups.ts';
import { createDatabase, type TestDatabase, toOwnerUrl } from '../../support/database.ts';
import { TOKEN_SECRET } from '../../support/environment.ts';
import { runKindraCommand, startKindra } from '../../support/kindra-command.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

const FIRST_LINE = 'KINDRA-BACKUP 1\n';
const CHECKSUM_BYTES = 65;
const END_OF_ROWS = '\\.\n';

let folder: string;
let source: TestDatabase;
let system: System;
let workers: Worker;
let file: string;
let demo: { readonly accounts: readonly { readonly username: string; readonly password: string }[] };

const openSystem = (url: string): Promise<System> =>
  composeSystem(
    parseSettings({
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: toOwnerUrl(url),
      TOKEN_SECRET,
      LOG_LEVEL: 'silent',
    }),
    createLogger('silent'),
    { role: 'system', attach: true },
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindra-backup-'));
  file = join(folder, 'kindra.backup');
  source = await createDatabase();
  system = await openSystem(source.url);
  workers = await startWorkers(system);
  const seeded = await runKindraCommand(source.url, 'seed', '--yes', '--json');
  if (seeded.status !== 0) throw new Error(seeded.errors);
  demo = JSON.parse(seeded.output);
}, 120_000);
afterAll(async () => {
  await workers.close();
  await system.close();
  await source.drop();
  await rm(folder, { recursive: true });
});

test('a backup during writes restores to the same system', async () => {
  const writing = keepWriting(system);
  await waitUntil(async () => (await system.log.head()) > 200);
  const made = await runKindraCommand(source.url, 'backup', file, '--json');
  expect(made).toMatchObject({ status: 0, errors: '' });
  const written = await writing.stop();
  const report = JSON.parse(made.output);
  const { position } = report;
  expect(report).toMatchObject({ file, rows: { 'log.events': position } });
  expect(await system.log.head()).toBeGreaterThan(position);
  expect(written).toBeGreaterThan(0);
  const { mode, size } = await stat(file);
  expect([mode & 0o777, size]).toEqual([0o600, report.bytes]);
  expect(await readdir(folder)).toEqual(['kindra.backup']);

  const target = await createDatabase();
  try {
    const restored = await runKindraCommand(target.url, 'restore', file, '--yes', '--json');
    expect(restored).toMatchObject({ status: 0, errors: '' });
    expect(JSON.parse(restored.output)).toMatchObject({
      ok: true,
      position,
      rows: report.rows,
      problems: [],
    });
    const upTo = `position <= ${position}`;
    expect(await hashRows(target.pool, 'log.events')).toBe(await hashRows(source.pool, 'log.events', upTo));
    expect(report.rows['private.picture_variants']).toBeGreaterThan(0);
    for (const table of ['accounts', 'names', 'pictures', 'picture_variants', 'idempotency_keys'])
      expect([table, await hashRows(target.pool, `private.${table}`)]).toEqual([
        table,
        await hashRows(source.pool, `private.${table}`),
      ]);
    expect((await target.pool.query('SELECT FROM private.sessions')).rowCount).toBe(0);
    await compareSystems(target);
  } finally {
    await target.drop();
  }
}, 180_000);

/**
 * Expects that the restored system verifies, replays to the same rows, accepts logins, holds the same coins and
 * accepts writes.
 */
async function compareSystems(target: TestDatabase): Promise<void> {
  expect(await runKindraCommand(target.url, 'verify')).toMatchObject({ status: 0 });
  const replayed = await runKindraCommand(target.url, 'replay', '--all', '--json');
  expect([replayed.status, JSON.parse(replayed.output).equal]).toEqual([0, true]);
  expect(await hashRows(target.pool, 'read.wallets')).toBe(await hashRows(source.pool, 'read.wallets'));
  const other = await openSystem(target.url);
  try {
    const [first] = demo.accounts;
    if (!first) throw new Error('there are no demo accounts');
    const credentials = await other.privateData.registry.findCredentials(first.username);
    expect(await other.passwords.verify(first.password, credentials?.passwordHash ?? null)).toBe(true);
    const head = await other.log.head();
    const accountId = credentials?.accountId ?? '';
    const { state } = await other.handler.load(accountDecider, accountId);
    expect(state.nickname).not.toBe('');
    const commandId = other.ids.next();
    const handled = await other.handler.handle(
      accountDecider,
      accountId,
      { type: 'ChangeProfileName', accountId, profileName: 'Someone Else' },
      {
        commandId,
        correlationId: commandId,
        actor: { kind: 'operator', id: 'tests' },
        occurredAt: other.clock.now(),
      },
    );
    expect(handled).toMatchObject({ accepted: true, position: head + 1 });
  } finally {
    await other.close();
  }
}

test('gives the restored log a new identity', async () => {
  const target = await createDatabase();
  const getIdentity = async () => (await target.pool.query('SELECT id FROM log.identity')).rows[0].id;
  try {
    const before = await getIdentity();
    expect(await runKindraCommand(target.url, 'restore', file, '--yes')).toMatchObject({ status: 0 });
    expect(await getIdentity()).not.toBe(before);
  } finally {
    await target.drop();
  }
}, 60_000);

test('overwrites a file only on request, and a failed backup leaves nothing', async () => {
  const before = await readFile(file);
  const refused = await runKindraCommand(source.url, 'backup', file);
  expect(refused).toEqual({
    status: 1,
    output: '',
    errors: 'Nothing was changed. Add --yes to skip the confirmation.\n',
  });
  expect(await readFile(file)).toEqual(before);
  const nowhere = await runKindraCommand(source.url, 'backup', join(folder, 'no', 'such.backup'));
  expect(nowhere).toMatchObject({ status: 1, output: '' });
  expect(nowhere.errors).toContain('no such file or directory');
  await chmod(file, 0o644);
  expect(await runKindraCommand(source.url, 'backup', file, '--yes')).toMatchObject({
    status: 0,
    errors: '',
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['kindra.backup']);
}, 60_000);

test('restores only into an empty system', async () => {
  const head = await system.log.head();
  const refused = await runKindraCommand(source.url, 'restore', file, '--yes');
  expect(refused).toEqual({
    status: 1,
    output: '',
    errors: 'A backup can only be restored into an empty system, and log.events is not empty.\n',
  });
  expect(await system.log.head()).toBe(head);
}, 60_000);

const readContent = async (path = file): Promise<string> => {
  const bytes = await readFile(path);
  return gunzipSync(bytes.subarray(FIRST_LINE.length, -CHECKSUM_BYTES)).toString('latin1');
};

/** Writes a backup with changed content and a correct checksum. */
async function forge(name: string, text: string, firstLine = FIRST_LINE): Promise<string> {
  const body = Buffer.concat([Buffer.from(firstLine), gzipSync(Buffer.from(text, 'latin1'))]);
  const path = join(folder, name);
  await writeFile(
    path,
    Buffer.concat([body, Buffer.from(`${createHash('sha256').update(body).digest('hex')}\n`)]),
  );
  return path;
}

/** Files that must not be restored, with the expected error. */
async function createUnusableFiles(): Promise<readonly (readonly [path: string, sentence: string])[]> {
  const cut = join(folder, 'cut');
  await copyFile(file, cut);
  await truncate(cut, (await stat(file)).size - 100);
  const changed = join(folder, 'changed');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(changed, bytes);
  const foreign = join(folder, 'foreign');
  await writeFile(foreign, 'something else\n'.repeat(100));
  const empty = join(folder, 'empty');
  await writeFile(empty, '');
  const text = await readContent();
  const newer = await forge('newer', text, 'KINDRA-BACKUP 2\n');
  const migrated = await forge(
    'migrated',
    text.replace('"migrations":[', '"migrations":["29990101000000_later.ts",'),
  );
  const older = await forge('older', text.replace('"username"', '"user_name"'));
  const short = await forge('short', text.replace(/("log\.events":)\d+/, '$199999999'));
  return [
    [cut, 'The backup is damaged'],
    [changed, 'The backup is damaged'],
    [foreign, 'The file is not a backup of Kindra.'],
    [empty, 'The file is not a backup of Kindra.'],
    [join(folder, 'missing'), 'no such file or directory'],
    [newer, 'The backup has format 2'],
    [migrated, 'the migration 29990101000000_later.ts is missing here. Upgrade first.'],
    [older, 'The backup contains private.accounts.user_name, which this version of Kindra no longer has'],
    [short, 'The backup should contain 99999999 rows of log.events'],
  ];
}

async function restoreInto({ ownerUrl, rawLog }: System, path: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl });
  const checked = await checkFile(path, () => {});
  const { signal } = new AbortController();
  const options = { pool, rawLog, isLogExternal: false, file: checked, signal, onProgress: () => {} };
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
  const later = join(folder, 'later.backup');
  expect(await runKindraCommand(source.url, 'backup', later)).toMatchObject({ status: 0 });
  const text = await readContent(later);
  expect(text).not.toContain('private.sessions');
  const session = `${accountId}\t${accountId}\t2026-11-21 09:30:00+00\t2126-11-21 09:30:00+00\n`;
  const table = { table: 'private.sessions', columns: ['id', 'account_id', 'created_at', 'expires_at'] };
  const older = text
    .replace(/("migrations":\[)/, '$1"20261121100000_event_log.ts",')
    .replace(/(\{"rows":\{)/, `${JSON.stringify(table)}\n${session}${END_OF_ROWS}$1"private.sessions":1,`);
  const target = await createDatabase();
  const other = await openSystem(target.url);
  try {
    await restoreInto(other, await forge('older.backup', older));
    expect((await target.pool.query('SELECT FROM private.accounts')).rowCount).toBeGreaterThan(0);
    expect((await target.pool.query('SELECT FROM private.sessions')).rowCount).toBe(0);
  } finally {
    await other.close();
    await target.drop();
  }
}, 60_000);

test('refuses a damaged, foreign, newer or too old file without restoring anything', async () => {
  const target = await createDatabase();
  const other = await openSystem(target.url);
  try {
    for (const [path, sentence] of await createUnusableFiles()) {
      await expect(restoreInto(other, path)).rejects.toThrow(sentence);
      expect(await isEmpty(target.pool)).toBe(true);
    }
    const told = await runKindraCommand(target.url, 'restore', join(folder, 'changed'), '--yes');
    expect(told).toEqual({
      status: 1,
      output: '',
      errors: 'The backup is damaged: it was cut off or changed after it was made. Nothing was restored.\n',
    });
    await restoreInto(other, file);
    expect(await isEmpty(target.pool)).toBe(false);
  } finally {
    await other.close();
    await target.drop();
  }
}, 120_000);

/** Makes another backup in this process. */
async function backUp(name: string): Promise<string> {
  const { pool, clock } = system;
  const { signal } = new AbortController();
  const path = join(folder, name);
  await writeBackup({ pool, externalLog: null, file: path, now: clock.now(), signal, onProgress: () => {} });
  return path;
}

test('a killed restore leaves nothing and can be repeated', async () => {
  const path = await backUp('of-killed');
  const target = await createDatabase();
  const holder = await target.pool.connect();
  try {
    // It comes as far as the keys, behind the events and the accounts, and waits there.
    await holder.query(`CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(60); RETURN new; END $$`);
    await holder.query(
      `CREATE TRIGGER hold BEFORE INSERT ON private.text_keys FOR EACH ROW EXECUTE FUNCTION public.hold()`,
    );
    const { child, result } = startKindra(target.url, 'restore', path, '--yes');
    await waitUntil(async () => {
      const { rowCount } = await holder.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      return rowCount === 1;
    }, 60_000);
    child.kill('SIGKILL');
    expect((await result).status).toBeNull();
    await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    await holder.query('DROP FUNCTION public.hold CASCADE');
    expect(await isEmpty(target.pool)).toBe(true);
    expect(await runKindraCommand(target.url, 'restore', path, '--yes')).toMatchObject({
      status: 0,
      errors: '',
    });
    expect(await hashRows(target.pool, 'private.text_keys')).toBe(
      await hashRows(source.pool, 'private.text_keys'),
    );
  } finally {
    holder.release();
    await target.drop();
  }
}, 120_000);

test('a restore that is stopped during the rebuild reports what was restored, and verify what is missing', async () => {
  const path = await backUp('of-stopped');
  const target = await createDatabase();
  const holder = await target.pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE engine.rebuilds IN ACCESS EXCLUSIVE MODE');
    const { child, result } = startKindra(target.url, 'restore', path, '--yes');
    await waitUntil(async () => {
      const { rowCount } = await target.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    }, 60_000);
    child.kill('SIGINT');
    await holder.query('ROLLBACK');
    const stopped = await result;
    expect(stopped).toMatchObject({ status: 130, output: '' });
    expect(stopped.errors).toContain('The backup is restored');

    const verified = await runKindraCommand(target.url, 'verify', '--json');
    expect(verified.status).toBe(1);
    const { problems } = JSON.parse(verified.output);
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'behind', subject: 'posts' }));
    await runKindraCommand(target.url, 'replay', '--all');
    expect(await runKindraCommand(target.url, 'verify')).toMatchObject({ status: 0 });
  } finally {
    holder.release();
    await target.drop();
  }
}, 120_000);

test('running workers show the restored data, and send no mail about it', async () => {
  await source.pool.query('UPDATE private.accounts SET email_verified_at = now()');
  const path = await backUp('of-workers');
  const target = await createDatabase();
  const other = await openSystem(target.url);
  const working = await startWorkers(other);
  try {
    expect(await runKindraCommand(target.url, 'restore', path, '--yes')).toMatchObject({
      status: 0,
      errors: '',
    });
    expect(await other.progress.waitFor(projectionNames, await other.log.head(), WAIT_MS)).toBe(true);
    expect(await runKindraCommand(target.url, 'verify')).toMatchObject({ status: 0 });
    const head = await other.log.head();
    await waitUntil(async () => (await other.privateData.notices.getPosition()) === head);
    expect((await target.pool.query('SELECT FROM private.mails')).rowCount).toBe(0);
  } finally {
    await working.close();
    await other.close();
    await target.drop();
  }
}, 120_000);
