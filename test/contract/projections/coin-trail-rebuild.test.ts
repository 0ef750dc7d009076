import type pg from 'pg';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { extendCoinTrails, rebuildCoinTrails } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { journalProjection } from '../../../projections/ledger/journal/project.ts';
import { appendToEnd } from '../../support/append-to-end.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createEvent, createId } from '../../support/projections/history.ts';
import { runEngine } from '../../support/projections/running.ts';

const CROWDFUNDING_ID = createId(4, 1);

let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createDatabase();
  pool = database.pool;
});
afterEach(() => database.drop());

function donate(log: EventLog, amount: number): Promise<unknown> {
  const [accountId, creatorId] = [createAccountId(1), createAccountId(0)];
  const data = {
    accountId,
    donationId: createId(5, amount),
    crowdfundingId: CROWDFUNDING_ID,
    amount,
    creatorId,
  };
  return appendToEnd(log, `wallet-${accountId}`, [createEvent({ type: 'CoinsDonated', data })]);
}

async function readTrail(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ amount: string }>('SELECT amount FROM trail.links ORDER BY sequence');
  return rows.map(({ amount }) => Number(amount));
}

test('coin trails lose the lines of events that the log has lost, even if nobody updated them after the rebuild', async () => {
  const log = createMemoryEventLog();
  for (const amount of [10, 4_000]) await donate(log, amount);
  const worker = await runEngine(pool, log, { projections: [journalProjection] });
  await worker.waitUntilCaughtUp(['journal']);
  await worker.stop();
  await extendCoinTrails(pool);
  expect(await readTrail()).toEqual([10, 4_000]);

  log.truncate(1);
  for (const amount of [20, 30]) await donate(log, amount);
  // Simulates that the process is killed between rebuilding the journal and rebuilding the trails.
  await rebuild({ log, pool, projection: journalProjection });
  await extendCoinTrails(pool);
  expect(await readTrail()).toEqual([10, 20, 30]);
  await donate(log, 40);
  const secondEngine = await runEngine(pool, log, { projections: [journalProjection] });
  await secondEngine.waitUntilCaughtUp(['journal']);
  await secondEngine.stop();
  await extendCoinTrails(pool);
  expect(await readTrail()).toEqual([10, 20, 30, 40]);
});

/** Inserts journal entries of donations at the positions from 1, and marks them as projected. */
async function addDonationEntries(count: number): Promise<void> {
  await pool.query(
    `INSERT INTO read.journal_entries (position, id, type, occurred_at, event_id, stream, correlation_id, actor_kind,
       actor_id, account_id, crowdfunding_id, donation_id)
     SELECT n, donation_id, 'DONATION', now(), donation_id, 'wallet-1', donation_id, 'account', 'tests', $2, $3, donation_id
     FROM generate_series(1, $1::int) n, LATERAL (SELECT gen_random_uuid() AS donation_id WHERE n > 0) donation`,
    [count, createAccountId(1), CROWDFUNDING_ID],
  );
  await pool.query(
    `INSERT INTO read.journal_postings (position, line, account, debit, credit)
     SELECT n, 1, 'escrow:' || $2, 0, n FROM generate_series(1, $1::int) n`,
    [count, CROWDFUNDING_ID],
  );
  await pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('journal', $1)`, [count]);
}

test('coin trails contain every donation, even if there are more than one transaction chains', async () => {
  const donationCount = 5_001;
  await addDonationEntries(donationCount);
  await extendCoinTrails(pool);
  expect(await readTrail()).toEqual(Array.from({ length: donationCount }, (_, n) => n + 1));
});

test('coin trails are rebuilt although their deletion takes longer than the query timeout of the pool', async () => {
  await addDonationEntries(2);
  await pool.query(`
    CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE TRIGGER slow_down BEFORE DELETE ON trail.links EXECUTE FUNCTION slow_down()`);
  const workerPool = openPool({ connectionString: database.ownerUrl, query_timeout: 500 });
  await rebuildCoinTrails(workerPool).finally(() => workerPool.end());
  expect(await readTrail()).toEqual([1, 2]);
});
