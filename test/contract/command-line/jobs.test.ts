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

/**
 * Creates an email whose delivery has permanently failed. Uses a single statement, because running workers would send a
 * pending email.
 */
async function createFailedEmail(): Promise<string> {
  const [id, accountId] = [randomUUID(), randomUUID()];
  await system.pool.query(
    `WITH account AS (
       INSERT INTO private.accounts (account_id, email, name, surnames, email_verified_at)
       VALUES ($1, 'nuria@example.org', 'Nuria', '', now()) RETURNING account_id
     )
     INSERT INTO private.mails (id, account_id, kind, language, content, state, error)
     SELECT $2, account_id, 'password-changed', 'en', '{"nickname": "nuria"}', 'failed', '550 No such mailbox' FROM account`,
    [accountId, id],
  );
  return id;
}

test('jobs lists an email whose delivery has failed permanently, and retries or drops it', async () => {
  expect(await runKindraCommand(database.url, 'jobs')).toEqual({
    status: 0,
    output: 'Nothing waits, and nothing has failed.\n',
    errors: '',
  });
  const id = await createFailedEmail();
  const listResult = await runKindraCommand(database.url, 'jobs', 'list', '--json');
  expect(listResult.status).toBe(1);
  expect(JSON.parse(listResult.output)).toMatchObject([
    { id, kind: 'email password-changed', state: 'failed', error: '550 No such mailbox' },
  ]);
  expect(listResult.output).not.toContain('example.org');

  expect((await runKindraCommand(database.url, 'jobs', 'drop', id)).errors).toBe(
    'Nothing was changed. Add --yes to skip the confirmation.\n',
  );
  expect((await runKindraCommand(database.url, 'jobs', 'retry', id)).status).toBe(0);
  expect(await system.privateData.emails.list(['failed'], 10)).toEqual([]);

  const otherId = await createFailedEmail();
  expect((await runKindraCommand(database.url, 'jobs', 'drop', otherId, '--yes')).status).toBe(0);
  expect((await runKindraCommand(database.url, 'jobs', 'retry', otherId)).errors).toBe(
    `No email ${otherId} was given up.\n`,
  );
}, 120_000);
