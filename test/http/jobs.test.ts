import { openJobs } from '../../adapters/jobs/index.ts';
import * as wallet from '../../contract/wallet.ts';
import { noTracing } from '../../domain/ports/tracing.ts';
import { startJobs } from '../../workers/jobs/worker.ts';
import type { Worker } from '../../workers/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import { pay, startPurchase } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { api, setUpTestApi } from './support/shared-api.ts';

const MONTH_MS = 31 * 24 * 60 * 60_000;

const workers: { readonly worker: Worker; readonly jobs: ReturnType<typeof openJobs> }[] = [];

setUpTestApi();
afterEach(async () => {
  for (const { worker, jobs } of workers.splice(0)) {
    await worker.close();
    await jobs.close();
  }
  await api.database.pool.query('TRUNCATE bullmq.job, bullmq.scheduler CASCADE');
});

/** Starts workers like two processes. */
function startWorkers(): void {
  const { foundation, database } = api;
  for (let process = 0; process < 2; process += 1) {
    const jobs = openJobs({ pool: database.pool, redis: undefined, tracing: noTracing });
    workers.push({ worker: startJobs({ ...foundation, jobs }), jobs });
  }
}

const has = async (query: string, values: unknown[] = []): Promise<boolean> =>
  (await api.database.pool.query(query, values)).rows.length > 0;

test('the sweep credits a payment without a webhook', async () => {
  const client = createClient(api.url);
  const { token } = await registerNewUser(client);
  api.simulator.planDeliveries(() => ['held']);
  await pay(api, await startPurchase(client, token, 700));
  startWorkers();
  await waitUntil(async () => (await client.ok(wallet.getWallet, { token })).walletCoins === 700);
});

test('expired data is deleted, and nothing else', async () => {
  const { privateData, ids, clock } = api.foundation;
  const { pool } = api.database;
  const { dataUser } = await registerNewUser(createClient(api.url));
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
    await privateData.webhooks.keep(id, Buffer.from('{}'));
    await privateData.webhooks.done(id);
  }
  await pool.query(`UPDATE private.webhooks SET done_at = $1 WHERE id = 'evt_old'`, [
    getInstantAfter(-MONTH_MS),
  ]);
  startWorkers();
  await waitUntil(() => has(`SELECT FROM bullmq.job WHERE name = 'forget-expired' AND state = 'completed'`));
  const findKnown = async (table: string, column: string, values: readonly string[]) =>
    Promise.all(
      values.map((value) => has(`SELECT FROM private.${table} WHERE ${column}::text = $1`, [value])),
    );
  expect(await findKnown('sessions', 'id', [endedId, unusedId, ongoingId])).toEqual([false, false, true]);
  expect(await findKnown('idempotency_keys', 'key', [oldId, recentId])).toEqual([false, true]);
  expect(await findKnown('webhooks', 'id', ['evt_old', 'evt_recent'])).toEqual([false, true]);
});
