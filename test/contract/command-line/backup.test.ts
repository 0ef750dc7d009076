import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { hashRows, keepWriting } from '../../support/backups.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { runKindraCommand } from '../../support/kindra-command.ts';
import { demo, folder, openSystem, setUpBackupSource, source, system } from '../../support/shared-backup.ts';
import { waitUntil } from '../../support/wait.ts';

let file: string;

setUpBackupSource();
beforeAll(() => {
  file = join(folder, 'kindra.backup');
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
    const commandResult = await other.handler.handle(
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
    expect(commandResult).toMatchObject({ accepted: true, position: head + 1 });
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
  const missingFolder = await runKindraCommand(source.url, 'backup', join(folder, 'no', 'such.backup'));
  expect(missingFolder).toMatchObject({ status: 1, output: '' });
  expect(missingFolder.errors).toContain('no such file or directory');
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
