import { openJobQueue } from '../../adapters/jobs/index.ts';
import { scheduleDeletion } from '../../contract/own-data.ts';
import * as wallet from '../../contract/wallet.ts';
import { noTracing } from '../../domain/ports/tracing.ts';
import { profilesProjection } from '../../projections/accounts/profiles/project.ts';
import {
  discardInterruptedRebuilds,
  tryLockRebuild,
  unlockRebuild,
} from '../../projections/engine/rebuild/start.ts';
import { createHousekeepingJobs } from '../../workers/jobs/housekeeping.ts';
import { startJobs } from '../../workers/jobs/worker.ts';
import type { Worker } from '../../workers/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { pay, startPurchase } from './support/coins.ts';
import { PASSWORD, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const MONTH_MS = 31 * 24 * 60 * 60_000;

const workers: { readonly worker: Worker; readonly jobs: ReturnType<typeof openJobQueue> }[] = [];

setUpTestApi();
afterEach(async () => {
  for (const { worker, jobs } of workers.splice(0)) {
    await worker.close();
    await jobs.close();
  }
  await api.database.pool.query('TRUNCATE bullmq.job, bullmq.scheduler CASCADE');
});

/** Starts job workers as in two separate processes. */
function startWorkers(): void {
  const { foundation, database } = api;
  for (let index = 0; index < 2; index += 1) {
    const jobs = openJobQueue({ pool: database.pool, redis: undefined, tracing: noTracing });
    workers.push({ worker: startJobs({ ...foundation, jobs }), jobs });
  }
}

const hasRows = async (query: string, values: unknown[] = []): Promise<boolean> =>
  (await api.database.pool.query(query, values)).rows.length > 0;

const hasCompleted = (job: string): Promise<boolean> =>
  hasRows(`SELECT FROM bullmq.job WHERE name = $1 AND state = 'completed'`, [job]);

test('the sweep credits a payment without a webhook', async () => {
  const { token } = await registerNewUser(client);
  api.simulator.planDeliveries(() => ['held']);
  await pay(api, await startPurchase(client, token, 700));
  startWorkers();
  await waitUntil(async () => (await client.ok(wallet.getWallet, { token })).walletCoins === 700);
});

test('deletes expired data only', async () => {
  const { privateData, ids, clock } = api.foundation;
  const { pool } = api.database;
  const { dataUser } = await registerNewUser(client);
  const [endedId, unusedId, ongoingId, oldId, recentId] = Array.from({ length: 5 }, () => ids.next()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const getInstantAfter = (ms: number) => new Date(Date.parse(clock.now()) + ms).toISOString();
  const session = {
    accountId: dataUser.id,
    createdAt: getInstantAfter(-1_000),
    expiresAt: getInstantAfter(MONTH_MS),
  };
  await privateData.sessions.open({ ...session, id: endedId, expiresAt: getInstantAfter(-1_000) });
  await privateData.sessions.open({ ...session, id: unusedId, createdAt: getInstantAfter(-MONTH_MS) });
  await privateData.sessions.open({ ...session, id: ongoingId });
  for (const key of [oldId, recentId])
    await privateData.idempotencyKeys.claim(dataUser.id, key, Buffer.alloc(32), ids.next());
  await pool.query('UPDATE private.idempotency_keys SET created_at = $2 WHERE key = $1', [
    oldId,
    getInstantAfter(-MONTH_MS),
  ]);
  for (const id of ['evt_old', 'evt_recent']) {
    await privateData.webhooks.save(id, Buffer.from('{}'));
    await privateData.webhooks.markProcessed(id);
  }
  await pool.query(`UPDATE private.webhooks SET done_at = $1 WHERE id = 'evt_old'`, [
    getInstantAfter(-MONTH_MS),
  ]);
  startWorkers();
  await waitUntil(() => hasCompleted('forget-expired'));
  const checkStored = async (table: string, column: string, values: readonly string[]) =>
    Promise.all(
      values.map((value) => hasRows(`SELECT FROM private.${table} WHERE ${column}::text = $1`, [value])),
    );
  expect(await checkStored('sessions', 'id', [endedId, unusedId, ongoingId])).toEqual([false, false, true]);
  expect(await checkStored('idempotency_keys', 'key', [oldId, recentId])).toEqual([false, true]);
  expect(await checkStored('webhooks', 'id', ['evt_old', 'evt_recent'])).toEqual([false, true]);
});

const TOKEN_HASH = `sha256(random()::text::bytea)`;

test.each([
  ['devices', 'token_hash, account_id, last_used_at', `${TOKEN_HASH}, $1, $2`],
  ['password_resets', 'token_hash, account_id, expires_at', `${TOKEN_HASH}, $1, $2`],
  ['email_links', 'token_hash, account_id, purpose, email, expires_at', `${TOKEN_HASH}, $1, 'undo', '', $2`],
  ['challenges', 'hash, account_id, purpose, expires_at', `${TOKEN_HASH}, $1, 'login', $2`],
  [
    'data_exports',
    'id, account_id, language, state, created_at, expires_at',
    `gen_random_uuid(), $1, 'en', 'ready', $2, $2`,
  ],
  ['mails', 'id, account_id, kind, language, state, ended_at', `gen_random_uuid(), $1, '', 'en', 'sent', $2`],
  [
    'mails',
    'id, account_id, kind, language, state, ended_at',
    `gen_random_uuid(), $1, '', 'en', 'failed', $2`,
  ],
])('deletes expired rows of %s only', async (table, columns, values) => {
  const { pool } = api.database;
  const [expiredAccount, validAccount] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
  ]);
  await pool.query(`DELETE FROM private.${table}`);
  const insertStatement = `INSERT INTO private.${table} (${columns}) VALUES (${values})`;
  await pool.query(insertStatement, [expiredAccount.dataUser.id, '2020-01-01T00:00:00.000Z']);
  await pool.query(insertStatement, [validAccount.dataUser.id, '2120-01-01T00:00:00.000Z']);
  startWorkers();
  await waitUntil(() => hasCompleted('forget-expired'));
  const { rows } = await pool.query(`SELECT account_id FROM private.${table}`);
  expect(rows).toEqual([{ account_id: validAccount.dataUser.id }]);
});

test('the erasure of an account discards interrupted rebuilds, which may contain its data', async () => {
  const { pool } = api.database;
  const { token, dataUser } = await registerNewUser(client);
  await client.ok(scheduleDeletion, { token, body: { currentPassword: PASSWORD } });
  await pool.query(`INSERT INTO engine.rebuilds (projection, version, position, phase)
    VALUES ('profiles', '1', 1, 'loading')`);
  api.clock.advance(MONTH_MS);
  startWorkers();
  await waitUntil(() => hasCompleted('erase-deleted-accounts'));
  expect(await hasRows('SELECT FROM private.accounts WHERE account_id = $1', [dataUser.id])).toBe(false);
  expect(await hasRows('SELECT FROM engine.rebuilds')).toBe(false);
});

const eraseDeletedAccounts = () =>
  createHousekeepingJobs(api.foundation)
    .find(({ name }) => name === 'erase-deleted-accounts')
    ?.run();

/** Creates what an interrupted rebuild of the profiles leaves, and erases an account while the rebuild is locked. */
async function eraseDuringRebuild(): Promise<void> {
  const { pool } = api.foundation;
  const { token } = await registerNewUser(client);
  await client.ok(scheduleDeletion, { token, body: { currentPassword: PASSWORD } });
  await pool.query(`CREATE TABLE rebuild.profiles AS SELECT * FROM read.profiles;
    INSERT INTO engine.rebuilds (projection, version, position, phase) VALUES ('profiles', '1', 1, 'loading')`);
  api.clock.advance(MONTH_MS);
  const lockHolder = await pool.connect();
  await tryLockRebuild(lockHolder, profilesProjection);
  await eraseDeletedAccounts();
  await unlockRebuild(lockHolder, profilesProjection);
  lockHolder.release();
}

const hasRebuild = async () => ({
  hasRecord: await hasRows('SELECT FROM engine.rebuilds'),
  hasTable: await hasRows(`SELECT FROM pg_tables WHERE schemaname = 'rebuild'`),
});

test('a rebuild that was in progress during an erasure is discarded after it was interrupted', async () => {
  await eraseDuringRebuild();
  expect(await hasRebuild()).toEqual({ hasRecord: true, hasTable: true });
  await eraseDeletedAccounts();
  expect(await hasRebuild()).toEqual({ hasRecord: false, hasTable: false });
});

test('an interrupted rebuild that was started after the newest erasure is kept', async () => {
  await eraseDuringRebuild();
  await api.database.pool.query(`UPDATE engine.rebuilds SET started_at = '2120-01-01'`);
  await eraseDeletedAccounts();
  expect(await hasRebuild()).toEqual({ hasRecord: true, hasTable: true });
  await discardInterruptedRebuilds(api.foundation.pool, [profilesProjection]);
});
