import { randomUUID } from 'node:crypto';
import type { System } from '../../../adapters/compose.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runKindraCommand } from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';
import { waitUntil } from '../../support/wait.ts';

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
    output: 'No emails are pending, and none have failed.\n',
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
  const retryResult = await runKindraCommand(database.url, 'jobs', 'retry', id, '--json');
  expect(retryResult.status).toBe(0);
  expect(JSON.parse(retryResult.output)).toEqual({ id, state: 'waiting' });
  expect(await system.privateData.emails.list(['failed'], 10)).toEqual([]);
  // A worker sends it. Until then, it is listed.
  await waitUntil(async () => (await system.privateData.emails.list(['waiting'], 10)).length === 0);

  const otherId = await createFailedEmail();
  const dropResult = await runKindraCommand(database.url, 'jobs', 'drop', otherId, '--yes', '--json');
  expect(dropResult.status).toBe(0);
  expect(JSON.parse(dropResult.output)).toEqual({ id: otherId, state: 'deleted' });
  expect((await runKindraCommand(database.url, 'jobs', 'retry', otherId)).errors).toBe(
    `There is no email ${otherId} that was given up.\n`,
  );
}, 120_000);

test.each([
  ['retry', '5'],
  ['drop', 'foo'],
])('jobs %s refuses %s, which is not the id of an email', async (command, id) => {
  expect(await runKindraCommand(database.url, 'jobs', command, id, '--yes')).toEqual({
    status: 1,
    output: '',
    errors: `There is no email ${id} that was given up.\n`,
  });
});

test('jobs lists emails that were given up first, omits scheduled ones, and reports an incomplete list', async () => {
  const id = await createFailedEmail();
  // Newer emails. None is due yet, so running workers do not send them.
  const createWaitingEmails = (attempts: number, count: number) =>
    system.pool.query(
      `INSERT INTO private.mails (id, account_id, kind, language, content, attempts, due_at)
       SELECT gen_random_uuid(), account_id, kind, language, content, $2, now() + interval '1 hour'
       FROM private.mails, generate_series(1, $3::int) WHERE id = $1`,
      [id, attempts, count],
    );
  await createWaitingEmails(0, 120);
  const { output, errors } = await runKindraCommand(database.url, 'jobs', '--json');
  expect(JSON.parse(output)).toMatchObject([{ id, state: 'failed' }]);
  expect(errors).toBe('');

  await createWaitingEmails(1, 120);
  const longList = await runKindraCommand(database.url, 'jobs', '--json');
  expect(longList.status).toBe(1);
  const states = JSON.parse(longList.output).map(({ state }: { state: string }) => state);
  expect(states).toEqual(['failed', ...Array.from({ length: 99 }, () => 'waiting')]);
  expect(longList.errors).toBe('There are more emails. These are the first 100.\n');
}, 120_000);
