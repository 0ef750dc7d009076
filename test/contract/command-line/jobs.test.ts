import { randomUUID } from 'node:crypto';
import type { System } from '../../../adapters/compose.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runKindraCommand } from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';

let database: TestDatabase;
let system: System;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, system, close } = await startSystem());
}, 120_000);
afterAll(() => close());

async function giveUpMail(): Promise<string> {
  const [id, accountId] = [randomUUID(), randomUUID()];
  await system.pool.query(
    `INSERT INTO private.accounts (account_id, email, name, surnames, email_verified_at)
     VALUES ($1, 'nuria@example.org', 'Nuria', '', now())`,
    [accountId],
  );
  const { mails } = system.privateData;
  const content = { nickname: 'nuria' };
  await mails.queue({ id, accountId, kind: 'password-changed', language: 'en', content });
  await mails.fail(id, '550 No such mailbox');
  return id;
}

test('jobs lists a mail that was given up, and retries or drops it', async () => {
  expect(await runKindraCommand(database.url, 'jobs')).toEqual({
    status: 0,
    output: 'Nothing waits, and nothing has failed.\n',
    errors: '',
  });
  const id = await giveUpMail();
  const listed = await runKindraCommand(database.url, 'jobs', 'list', '--json');
  expect(listed.status).toBe(1);
  expect(JSON.parse(listed.output)).toMatchObject([
    { id, kind: 'mail password-changed', state: 'failed', error: '550 No such mailbox' },
  ]);
  expect(listed.output).not.toContain('example.org');

  expect((await runKindraCommand(database.url, 'jobs', 'drop', id)).errors).toBe(
    'Nothing was changed. Add --yes to skip the confirmation.\n',
  );
  expect((await runKindraCommand(database.url, 'jobs', 'retry', id)).status).toBe(0);
  expect(await system.privateData.mails.list(['failed'], 10)).toEqual([]);
  await system.privateData.mails.fail(id, '550 No such mailbox');
  expect((await runKindraCommand(database.url, 'jobs', 'drop', id, '--yes')).status).toBe(0);
  expect((await runKindraCommand(database.url, 'jobs', 'retry', id)).errors).toBe(
    `No mail ${id} was given up.\n`,
  );
}, 120_000);
