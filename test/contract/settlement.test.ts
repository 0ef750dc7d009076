import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { createHandler, type Handler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createAudit } from '../../domain/ledger/audit.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { findCrowdfundingStatement } from '../../projections/crowdfunding/donations/query.ts';
import { listCrowdfundingsToExpire } from '../../projections/crowdfunding/settlement/query.ts';
import { createReadModelProgress, type SharedProgress } from '../../projections/engine/progress.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import * as balances from '../../projections/ledger/balances/query.ts';
import * as journal from '../../projections/ledger/journal/query.ts';
import { projections } from '../../projections/registry.ts';
import * as wallets from '../../projections/wallet/wallets/query.ts';
import { checkAgainstLog } from '../../workers/cli/verify/against-log.ts';
import { type SettlementSystem, startSettlement } from '../../workers/crowdfunding/settlement.ts';
import type { Worker } from '../../workers/worker.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { createAccountId, createEvent, createId, readWholeLog } from '../support/projections/history.ts';
import { type RunningEngine, runEngine } from '../support/projections/running.ts';
import { waitUntil } from '../support/wait.ts';

const DONORS = 3_000;
const CREATOR = createAccountId(0);
const START = new Date().toISOString();
/** Start of a crowdfunding that is over by every clock. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const LONG_AFTER = '2128-01-01T00:00:00.000Z';
const createCrowdfundingId = (n: number): string => createId(4, n);

let database: TestDatabase;
let log: EventLog;
let handler: Handler;
let worker: RunningEngine;
let progress: SharedProgress;
let idCount = 0;
const running: Worker[] = [];
let now = LONG_AGO;

const createNextId = (): string => {
  idCount += 1;
  return createId(7, idCount * 0x100);
};
const createContext = () => ({
  commandId: createNextId(),
  correlationId: createId(8, 0),
  actor: { kind: 'system', id: 'test' } as const,
  occurredAt: START,
});
const createCrowdfunding = async (n: number, at = START) => {
  const crowdfundingId = createCrowdfundingId(n);
  const form = { title: `Pond ${n}`, description: 'For otters', goalAmount: 10_000, durationDays: 7 };
  const create = {
    type: 'CreateCrowdfunding',
    crowdfundingId,
    creatorId: CREATOR,
    imageHash: '',
    ...form,
  } as const;
  await handler.handle(crowdfundingDecider, crowdfundingId, create, createContext());
  const approve = { type: 'ApproveCrowdfunding', crowdfundingId, staffId: createNextId(), at } as const;
  await handler.handle(crowdfundingDecider, crowdfundingId, approve, createContext());
};
const end = (n: number, type: 'CancelCrowdfunding' | 'CloseCrowdfunding') =>
  handler.handle(
    crowdfundingDecider,
    createCrowdfundingId(n),
    { type, crowdfundingId: createCrowdfundingId(n), accountId: CREATOR },
    createContext(),
  );
const buy = (account: number, amount: number) => {
  const accountId = createAccountId(account);
  const purchase = {
    purchaseId: createNextId(),
    paymentId: `pi_${createNextId()}`,
    amount,
    source: 'clearing',
  } as const;
  return handler.handle(
    walletDecider,
    accountId,
    { type: 'PurchaseCoins', accountId, ...purchase },
    createContext(),
  );
};
const give = (account: number, n: number, amount: number) => {
  const accountId = createAccountId(account);
  const donationId = createNextId();
  const target = { crowdfundingId: createCrowdfundingId(n), creatorId: CREATOR, acceptsDonations: true };
  const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
  return handler.handle(walletDecider, accountId, command, { ...createContext(), commandId: donationId });
};
const donors = Array.from({ length: DONORS }, (_, n) => n + 1);

/** Starts a settlement worker like a separate process, which shares only the database. */
function startSettlementWorker(through: EventLog = log, changes: Partial<SettlementSystem> = {}): Worker {
  const one = startSettlement({
    pool: database.pool,
    rawLog: log,
    handler: createHandler({ log: through }),
    progress,
    clock: { now: () => now },
    ids: { next: createNextId },
    logger: { info: () => {}, error: () => {} },
    ...changes,
  });
  running.push(one);
  return one;
}
/** Creates a log in which one wallet cannot be read. */
const createLogWithoutWallet = (account: number): EventLog => ({
  ...log,
  readStream: async (stream, ...args) => {
    if (stream === `wallet-${createAccountId(account)}`) throw new Error('the wallet cannot be read');
    return log.readStream(stream, ...args);
  },
});
/** Returns null until the crowdfunding is projected. */
const findStatement = (n: number) => findCrowdfundingStatement(database.pool, createCrowdfundingId(n));
const getStatement = async (n: number) => {
  const statement = await findStatement(n);
  if (!statement) throw new Error('there is no such campaign');
  return statement;
};
const isSettled = async (n: number): Promise<boolean> => (await findStatement(n))?.held === 0;

async function createAuditReport(): Promise<ReturnType<ReturnType<typeof createAudit>['report']>> {
  const audit = createAudit();
  for (const event of await readWholeLog(log)) audit.add(event as RecordedEvent);
  return audit.report();
}

beforeAll(async () => {
  database = await createDatabase();
  log = createPostgresEventLog({ pool: database.pool });
  handler = createHandler({ log });
  progress = createReadModelProgress(database.pool, createPostgresFanOut(database.pool));
  worker = await runEngine(database.pool, log);
  await Promise.all(
    [0, ...donors].map((n) => {
      const data = { role: 'USER', nickname: `Nick${n}`, profileName: `Name ${n}`, category: null } as const;
      const accountId = createAccountId(n);
      const event = createEvent({ type: 'AccountRegistered', data: { accountId, ...data } });
      return log.append(`account-${accountId}`, [event], 'no_stream');
    }),
  );
  for (const n of [1, 2]) await createCrowdfunding(n);
  await createCrowdfunding(3, LONG_AGO);
  await Promise.all(donors.map((n) => buy(n, 100)));
  await Promise.all(donors.map((n) => give(n, 1, 10)));
  await Promise.all([1, 2, 3].map((n) => give(n, 2, 7)));
  await Promise.all([4, 5].map((n) => give(n, 3, 9)));
}, 60_000);
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));
afterAll(async () => {
  await worker.stop();
  await progress.close();
  await log.close();
  await database.drop();
});

test('a crowdfunding is over once the clocks of the worker and the database agree', async () => {
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  expect(await listCrowdfundingsToExpire(database.pool, LONG_AGO, null, 10)).toEqual([]);
  const expired = await listCrowdfundingsToExpire(database.pool, LONG_AFTER, null, 10);
  expect(expired.map(({ id }) => id)).toEqual([createCrowdfundingId(3)]);
});

test('every donor of a cancelled crowdfunding is refunded once, even if workers are killed', async () => {
  await end(1, 'CancelCrowdfunding');
  let appends = 0;
  const failure = new Error('killed');
  const failingLog: EventLog = {
    ...log,
    append: async (...args) => {
      appends += 1;
      const written = await log.append(...args);
      if (appends > 400) throw failure;
      return written;
    },
  };
  const first = startSettlementWorker(failingLog);
  await waitUntil(() => appends > 400);
  await first.close();
  const halfway = await createAuditReport();
  const { refunded = 0 } = halfway.crowdfundings.get(createCrowdfundingId(1)) ?? {};
  expect(refunded).toBeGreaterThanOrEqual(4_000);
  expect(refunded).toBeLessThan(DONORS * 10);

  const two = [startSettlementWorker(), startSettlementWorker()];
  await waitUntil(() => isSettled(1), 40_000);
  await Promise.all(two.map((one) => one.close()));
  expect(await getStatement(1)).toMatchObject({ donated: DONORS * 10, refunded: DONORS * 10, released: 0 });
  expect((await createAuditReport()).problems).toEqual([]);
}, 90_000);

test('a closed crowdfunding releases its exact sum, and late donations are refunded', async () => {
  const one = startSettlementWorker();
  await end(2, 'CloseCrowdfunding');
  await give(6, 2, 5);
  await waitUntil(async () => (await findStatement(2))?.refunded === 5 && (await isSettled(2)));
  await give(7, 2, 6);
  await waitUntil(async () => (await findStatement(2))?.refunded === 11 && (await isSettled(2)));
  await one.close();
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  const { crowdfunding, released, donations } = await getStatement(2);
  expect(released).toBe(21);
  expect(crowdfunding).toMatchObject({ status: 'CLOSED', currentAmount: 21, numDonations: 3 });
  expect(donations.filter(({ refund }) => refund).map(({ amount }) => amount)).toEqual([6, 5]);
  expect(await wallets.getWallet(database.pool, CREATOR)).toEqual({ walletCoins: 21 });
  expect((await createAuditReport()).problems).toEqual([]);
});

test('a crowdfunding that nobody ended is refunded long after its end date', async () => {
  const one = startSettlementWorker();
  expect((await getStatement(3)).held).toBe(18);
  now = START;
  await waitUntil(() => isSettled(3));
  await one.close();
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
  const own = await journal.listEntries(database.pool, { accountId: createAccountId(1) }, { page: 1 });
  expect(own.items.map(({ type }) => type)).toEqual(['REFUND', 'DONATION', 'DONATION', 'PURCHASE']);
});

test('verify accepts correct coins and detects direct changes', async () => {
  const verify = async () => checkAgainstLog(database.pool, log, () => {});
  expect(await verify()).toMatchObject({ checked: { wallets: DONORS + 1, campaigns: 3 }, problems: [] });
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
    ['journal', escrow],
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

test('a wallet that cannot be read delays neither its crowdfunding nor others', async () => {
  for (const n of [4, 5]) await createCrowdfunding(n);
  await Promise.all([give(8, 4, 6), give(9, 4, 6), give(10, 5, 6)]);
  const one = startSettlementWorker(createLogWithoutWallet(8));
  for (const n of [4, 5]) await end(n, 'CancelCrowdfunding');
  await waitUntil(async () => (await findStatement(4))?.held === 6 && (await isSettled(5)));
  await one.close();

  const other = startSettlementWorker();
  await waitUntil(() => isSettled(4));
  await other.close();
});

test('thousands of donations that cannot be refunded do not delay others and are reported together', async () => {
  const MANY = 2_000;
  await createCrowdfunding(6);
  await buy(11, MANY);
  await Promise.all(Array.from({ length: MANY }, () => give(11, 6, 1)));
  await give(12, 6, 5);
  await end(6, 'CancelCrowdfunding');
  const reports: unknown[] = [];
  const recordError = (fields: object) => void reports.push(fields);
  const one = startSettlementWorker(createLogWithoutWallet(11), {
    logger: { info: () => {}, error: recordError },
  });
  await waitUntil(async () => (await findStatement(6))?.held === MANY && reports.length > 0);
  await one.close();
  expect(reports[0]).toMatchObject({ crowdfunding: createCrowdfundingId(6), failed: MANY });

  const other = startSettlementWorker();
  await waitUntil(() => isSettled(6));
  await other.close();
}, 60_000);

test('a failed settlement delays no other crowdfunding and waits until its rows advance', async () => {
  for (const n of [7, 8]) await createCrowdfunding(n);
  await Promise.all([give(13, 7, 6), give(14, 8, 6)]);
  await end(7, 'CancelCrowdfunding');
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  let isAsleep = false;
  let wakeUp = (): void => {};
  const over = new Promise<boolean>((resolve) => {
    wakeUp = () => resolve(false);
  });
  const waitFor: typeof progress.waitFor = async (names, position, waitMs) => {
    isAsleep = position > (await log.head());
    if (!isAsleep) return progress.waitFor(names, position, waitMs);
    return Promise.race([progress.waitFor(names, position, 60_000), over]);
  };
  const one = startSettlementWorker(createLogWithoutWallet(13), { progress: { waitFor } });
  await waitUntil(() => isAsleep);
  await end(8, 'CloseCrowdfunding');
  await waitUntil(() => isSettled(8));
  wakeUp();
  await one.close();
  expect((await getStatement(7)).held).toBe(6);
});

test('the settlement ends immediately, although its rows are behind its commands', async () => {
  await createCrowdfunding(9);
  await give(15, 9, 6);
  await end(9, 'CancelCrowdfunding');
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  let isWaiting = false;
  const waitFor = (): Promise<boolean> => {
    isWaiting = true;
    return new Promise(() => {});
  };
  const one = startSettlementWorker(log, { progress: { waitFor } });
  await waitUntil(() => isWaiting);
  const startedAt = performance.now();
  await one.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('events without effect on its rows cause no extra queries of the settlement', async () => {
  let waits = 0;
  let rounds = 0;
  const query = (async (...args: Parameters<typeof database.pool.query>) => {
    if ((args[0] as { readonly name?: string }).name === 'campaigns-to-settle') rounds += 1;
    return database.pool.query(...args);
  }) as typeof database.pool.query;
  const waitFor = async (): Promise<boolean> => {
    waits += 1;
    return true;
  };
  startSettlementWorker(log, {
    pool: Object.assign(Object.create(database.pool), { query }),
    progress: { waitFor },
  });
  await waitUntil(() => waits >= 50);
  expect(rounds).toBeLessThan(waits / 4);
});
