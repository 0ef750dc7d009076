import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { hashRows, startWriting } from '../../support/backups.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { runKindraCommand, runKindraWith } from '../../support/kindra-command.ts';
import { demo, folder, openSystem, setUpBackupSource, source, system } from '../../support/shared-backup.ts';
import { waitUntil } from '../../support/wait.ts';

let file: string;

setUpBackupSource();
beforeAll(() => {
  file = join(folder, 'kindra.backup');
});

test('a backup during writes restores to the same system', async () => {
  const writer = startWriting(system);
  await waitUntil(async () => (await system.log.head()) > 200);
  const backupResult = await runKindraCommand(source.url, 'backup', file, '--json');
  expect(backupResult).toMatchObject({ status: 0, errors: '' });
  const postCount = await writer.stop();
  const report = JSON.parse(backupResult.output);
  const { position } = report;
  expect(report).toMatchObject({ file, rows: { 'log.events': position } });
  expect(await system.log.head()).toBeGreaterThan(position);
  expect(postCount).toBeGreaterThan(0);
  const { mode, size } = await stat(file);
  expect([mode & 0o777, size]).toEqual([0o600, report.bytes]);
  expect(await readdir(folder)).toEqual(['kindra.backup']);

  const target = await createDatabase();
  try {
    const restoreResult = await runKindraCommand(target.url, 'restore', file, '--yes', '--json');
    expect(restoreResult).toMatchObject({ status: 0, errors: '' });
    expect(JSON.parse(restoreResult.output)).toMatchObject({
      ok: true,
      position,
      rows: report.rows,
      problems: [],
    });
    const positionCondition = `position <= ${position}`;
    expect(await hashRows(target.pool, 'log.events')).toBe(
      await hashRows(source.pool, 'log.events', positionCondition),
    );
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
 * Expects that the restored system passes verification, replays to the same rows, accepts logins, holds the same coins
 * and accepts writes.
 */
async function compareSystems(target: TestDatabase): Promise<void> {
  expect(await runKindraCommand(target.url, 'verify')).toMatchObject({ status: 0 });
  const replayResult = await runKindraCommand(target.url, 'replay', '--all', '--json');
  expect([replayResult.status, JSON.parse(replayResult.output).equal]).toEqual([0, true]);
  expect(await hashRows(target.pool, 'read.wallets')).toBe(await hashRows(source.pool, 'read.wallets'));
  const restoredSystem = await openSystem(target.url);
  try {
    const [first] = demo.accounts;
    if (!first) throw new Error('there are no demo accounts');
    const credentials = await restoredSystem.privateData.registry.findCredentials(first.username);
    expect(await restoredSystem.passwords.verify(first.password, credentials?.passwordHash ?? null)).toBe(
      true,
    );
    const head = await restoredSystem.log.head();
    const accountId = credentials?.accountId ?? '';
    const { state } = await restoredSystem.handler.load(accountDecider, accountId);
    expect(state.nickname).not.toBe('');
    const commandId = restoredSystem.ids.next();
    const commandResult = await restoredSystem.handler.handle(
      accountDecider,
      accountId,
      { type: 'ChangeProfileName', accountId, profileName: 'Someone Else' },
      {
        commandId,
        correlationId: commandId,
        actor: { kind: 'operator', id: 'tests' },
        occurredAt: restoredSystem.clock.now(),
      },
    );
    expect(commandResult).toMatchObject({ accepted: true, position: head + 1 });
  } finally {
    await restoredSystem.close();
  }
}

test('gives the restored log a new identity', async () => {
  const target = await createDatabase();
  const getIdentity = async () => (await target.pool.query('SELECT id FROM log.identity')).rows[0].id;
  try {
    const identityBefore = await getIdentity();
    expect(await runKindraCommand(target.url, 'restore', file, '--yes')).toMatchObject({ status: 0 });
    expect(await getIdentity()).not.toBe(identityBefore);
  } finally {
    await target.drop();
  }
}, 60_000);

test('overwrites a file only on request, and a failed backup leaves nothing', async () => {
  const contentBefore = await readFile(file);
  const unconfirmedResult = await runKindraCommand(source.url, 'backup', file);
  expect(unconfirmedResult).toEqual({
    status: 1,
    output: '',
    errors: 'Nothing was changed. Add --yes to skip the confirmation.\n',
  });
  expect(await readFile(file)).toEqual(contentBefore);
  const missingFolderResult = await runKindraCommand(source.url, 'backup', join(folder, 'no', 'such.backup'));
  expect(missingFolderResult).toEqual({
    status: 1,
    output: '',
    errors: `${join(folder, 'no')} cannot be used: it does not exist.\n`,
  });
  await chmod(file, 0o644);
  expect(await runKindraCommand(source.url, 'backup', file, '--yes')).toMatchObject({
    status: 0,
    errors: '',
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['kindra.backup']);
}, 60_000);

test('writes only to regular files, and keeps a symlink to one', async () => {
  const paths = ['pipe', 'folder', 'link-to-pipe', 'link-to-nothing'].map((name) => join(folder, name));
  const [pipe = '', subfolder = '', linkToPipe = '', linkToNothing = ''] = paths;
  const [latest, real] = [join(folder, 'latest'), join(folder, 'real')];
  try {
    execFileSync('mkfifo', [pipe]);
    await mkdir(subfolder);
    await symlink(pipe, linkToPipe);
    await symlink(join(folder, 'nothing'), linkToNothing);
    await writeFile(real, '');
    await symlink(real, latest);
    const namesBefore = await readdir(folder);
    for (const command of [['backup'], ['anchor', 'write']])
      for (const path of paths)
        expect(
          await runKindraWith(
            { ANCHOR_KEY_FILE: join(folder, 'anchor-key') },
            source.url,
            ...command,
            path,
            '--yes',
          ),
        ).toEqual({
          status: 1,
          output: '',
          errors: `${path} is not a regular file; name a file to write.\n`,
        });
    expect(await readdir(folder)).toEqual(namesBefore);
    expect((await stat(pipe)).isFIFO()).toBe(true);
    const linkResult = await runKindraCommand(source.url, 'backup', latest, '--yes', '--json');
    expect([linkResult.status, JSON.parse(linkResult.output).file]).toEqual([0, real]);
    expect((await lstat(latest)).isSymbolicLink()).toBe(true);
    expect((await stat(real)).size).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual(namesBefore);
  } finally {
    for (const path of [...paths, latest, real]) await rm(path, { recursive: true, force: true });
  }
}, 60_000);

test.each([
  ['missing', 'cannot be used: it does not exist.'],
  ['.', 'is not a regular file; name a file created by kindra backup.'],
])('refuses to restore %s, which is not a backup', async (name, reason) => {
  const path = join(folder, name);
  expect(await runKindraCommand(source.url, 'restore', path, '--yes')).toEqual({
    status: 1,
    output: '',
    errors: `${path} ${reason}\n`,
  });
});

test('restores only into an empty system', async () => {
  const head = await system.log.head();
  const refusedResult = await runKindraCommand(source.url, 'restore', file, '--yes');
  expect(refusedResult).toEqual({
    status: 1,
    output: '',
    errors: 'A backup can only be restored into an empty system, and log.events is not empty.\n',
  });
  expect(await system.log.head()).toBe(head);
}, 60_000);
