import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createAudit } from '../../domain/ledger/audit.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { listCrowdfundingsToExpire } from '../../projections/crowdfunding/settlement/query.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import * as balances from '../../projections/ledger/balances/query.ts';
import * as journal from '../../projections/ledger/journal/query.ts';
import { projections } from '../../projections/registry.ts';
import * as wallets from '../../projections/wallet/wallets/query.ts';
import { checkAgainstLog } from '../../workers/cli/verify/against-log.ts';
import { createAccountId, readWholeLog } from '../support/projections/history.ts';
import {
  CONCURRENT_COMMANDS,
  CREATOR,
  createCrowdfunding,
  createCrowdfundingId,
  database,
  donateCoins,
  endCrowdfunding,
  findStatement,
  getStatement,
  isSettled,
  log,
  START,
  setNow,
  setUpSettlement,
  startSettlementWorker,
  worker,
} from '../support/shared-settlement.ts';
import { waitUntil } from '../support/wait.ts';

const DONOR_COUNT = 3_000;
/** Start date of a campaign whose end is always in the past, regardless of the worker's clock. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const LONG_AFTER = '2128-01-01T00:00:00.000Z';

setUpSettlement({ donors: DONOR_COUNT, startAt: LONG_AGO });
beforeAll(async () => {
  for (const n of [1, 2]) await createCrowdfunding(n);
  await createCrowdfunding(3, LONG_AGO);
  const donors = Array.from({ length: DONOR_COUNT }, (_, n) => n + 1);
  await forEachConcurrently(donors, CONCURRENT_COMMANDS, (donor) => donateCoins(donor, 1, 10));
  await Promise.all([1, 2, 3].map((n) => donateCoins(n, 2, 7)));
  await Promise.all([4, 5].map((n) => donateCoins(n, 3, 9)));
}, 60_000);

async function createAuditReport(): Promise<ReturnType<ReturnType<typeof createAudit>['report']>> {
  const audit = createAudit();
  for (const event of await readWholeLog(log)) audit.add(event as RecordedEvent);
  return audit.report();
}

test('a crowdfunding is over once the clocks of the worker and the database agree', async () => {
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  expect(await listCrowdfundingsToExpire(database.pool, LONG_AGO, null, 10)).toEqual([]);
  const crowdfundingsToExpire = await listCrowdfundingsToExpire(database.pool, LONG_AFTER, null, 10);
  expect(crowdfundingsToExpire.map(({ id }) => id)).toEqual([createCrowdfundingId(3)]);
});

test('every donor of a cancelled crowdfunding is refunded once, even if workers are killed', async () => {
  await endCrowdfunding(1, 'CancelCrowdfunding');
  let appendCount = 0;
  const failure = new Error('killed');
  const failingLog: EventLog = {
    ...log,
    append: async (...args) => {
      appendCount += 1;
      const appendResult = await log.append(...args);
      if (appendCount > 400) throw failure;
      return appendResult;
    },
  };
  const first = startSettlementWorker(failingLog);
  await waitUntil(() => appendCount > 400);
  await first.close();
  const partialReport = await createAuditReport();
  const { refunded = 0 } = partialReport.crowdfundings.get(createCrowdfundingId(1)) ?? {};
  expect(refunded).toBeGreaterThanOrEqual(4_000);
  expect(refunded).toBeLessThan(DONOR_COUNT * 10);

  const workers = [startSettlementWorker(), startSettlementWorker()];
  await waitUntil(() => isSettled(1), 40_000);
  await Promise.all(workers.map((settlementWorker) => settlementWorker.close()));
  expect(await getStatement(1)).toMatchObject({
    donated: DONOR_COUNT * 10,
    refunded: DONOR_COUNT * 10,
    released: 0,
  });
  expect((await createAuditReport()).problems).toEqual([]);
}, 90_000);

test('a closed crowdfunding releases its exact sum, and late donations are refunded', async () => {
  const settlementWorker = startSettlementWorker();
  await endCrowdfunding(2, 'CloseCrowdfunding');
  await donateCoins(6, 2, 5);
  await waitUntil(async () => (await findStatement(2))?.refunded === 5 && (await isSettled(2)));
  await donateCoins(7, 2, 6);
  await waitUntil(async () => (await findStatement(2))?.refunded === 11 && (await isSettled(2)));
  await settlementWorker.close();
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  const { crowdfunding, released, donations } = await getStatement(2);
  expect(released).toBe(21);
  expect(crowdfunding).toMatchObject({ status: 'CLOSED', currentAmount: 21, numDonations: 3 });
  expect(donations.filter(({ refund }) => refund).map(({ amount }) => amount)).toEqual([6, 5]);
  expect(await wallets.getWallet(database.pool, CREATOR)).toEqual({ walletCoins: 21 });
  expect((await createAuditReport()).problems).toEqual([]);
});

test('a crowdfunding that nobody ended is refunded long after its end date', async () => {
  const settlementWorker = startSettlementWorker();
  expect((await getStatement(3)).held).toBe(18);
  setNow(START);
  await waitUntil(() => isSettled(3));
  await settlementWorker.close();
  expect((await getStatement(3)).crowdfunding.status).toBe('CANCELLED');
  expect((await createAuditReport()).problems).toEqual([]);
});

test('the statement of a wallet shows the balance after each movement', async () => {
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  const { items } = await wallets.listTransactions(database.pool, createAccountId(1), { page: 1 });
  expect(items.map(({ type, direction, amount, balance }) => [type, direction, amount, balance])).toEqual([
    ['REFUND', 'IN', 10, 93],
    ['DONATION', 'OUT', 7, 83],
    ['DONATION', 'OUT', 10, 90],
    ['PURCHASE', 'IN', 100, 100],
  ]);
  expect(items[1]?.crowdfunding).toEqual({ id: createCrowdfundingId(2), title: 'Pond 2' });
  const second = await wallets.listTransactions(database.pool, createAccountId(1), { page: 2 });
  expect(second).toEqual({ items: [], next: null });
});

test('the read models of coins equal the audit of the log, live and rebuilt', async () => {
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  const { trialBalance } = await createAuditReport();
  const { position, ...found } = await balances.getTrialBalance(database.pool);
  expect(found.balanced).toBe(true);
  expect(new Map(found.accounts.map((line) => [line.account, line]))).toEqual(
    new Map(trialBalance.accounts.map((line) => [line.account, line])),
  );
  expect(position).toBe(await log.head());
  for (const projection of projections.slice(3)) {
    const report = await rebuild({ log, pool: database.pool, projection });
    expect(report).toMatchObject({ equal: true, differences: [] });
  }
}, 60_000);

test('entries are found by account, type, crowdfunding and owner, page by page', async () => {
  const escrow = `escrow:${createCrowdfundingId(1)}`;
  const filter = { account: escrow, type: 'REFUND', crowdfundingId: createCrowdfundingId(1) } as const;
  const first = await journal.listEntries(database.pool, filter, { page: 1 });
  const second = await journal.listEntries(database.pool, filter, { cursor: first.next ?? '' });
  const secondPage = await journal.listEntries(database.pool, filter, { page: 2 });
  expect(second.items).toEqual(secondPage.items);
  expect(first.items).toHaveLength(20);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(40);
  expect(first.items[0]).toMatchObject({
    type: 'REFUND',
    actor: { kind: 'system', id: 'settlement' },
    reason: 'cancelled',
    postings: [{ account: escrow, debit: 10, credit: 0 }, { credit: 10 }],
  });
  const ownEntries = await journal.listEntries(database.pool, { accountId: createAccountId(1) }, { page: 1 });
  expect(ownEntries.items.map(({ type }) => type)).toEqual(['REFUND', 'DONATION', 'DONATION', 'PURCHASE']);
});

test('verify accepts correct coins and detects direct changes', async () => {
  const verify = async () => checkAgainstLog(database.pool, log, () => {});
  expect(await verify()).toMatchObject({ checked: { wallets: DONOR_COUNT + 1, campaigns: 3 }, problems: [] });
  const escrow = `escrow:${createCrowdfundingId(1)}`;
  await database.pool.query('UPDATE read.wallets SET balance = balance + 1 WHERE account_id = $1', [CREATOR]);
  await database.pool.query('UPDATE read.crowdfundings SET released = released + 1 WHERE id = $1', [
    createCrowdfundingId(2),
  ]);
  await database.pool.query(
    `DELETE FROM read.journal_postings WHERE (position, line) IN (
      SELECT position, line FROM read.journal_postings WHERE account = $1 LIMIT 1)`,
    [escrow],
  );
  const { problems } = await verify();
  expect(problems.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['unbalanced-entry', expect.stringMatching(/^entry \S+ at \d+$/)],
    ['wallet', CREATOR],
    ['released', createCrowdfundingId(2)],
  ]);
});

test('verify detects a wallet that was changed together with its movements', async () => {
  const changedAccount = createAccountId(2);
  await database.pool.query('UPDATE read.wallets SET balance = balance + 1 WHERE account_id = $1', [
    changedAccount,
  ]);
  await database.pool.query(
    `UPDATE read.transactions SET delta = delta + 1 WHERE account_id = $1 AND position = (
      SELECT max(position) FROM read.transactions WHERE account_id = $1)`,
    [changedAccount],
  );
  const { problems } = await checkAgainstLog(database.pool, log, () => {});
  expect(problems).toContainEqual(expect.objectContaining({ kind: 'wallet', subject: changedAccount }));
});
