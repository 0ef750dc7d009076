import fc from 'fast-check';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { toJournalEntry } from '../../domain/ledger/journal.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { getTrialBalance } from '../../projections/ledger/balances/query.ts';
import { getOverview } from '../../projections/ledger/overview/query.ts';
import { projections } from '../../projections/registry.ts';
import { getWallet, listTransactions } from '../../projections/wallet/wallets/query.ts';
import { checkAgainstLog } from '../../workers/cli/verify/against-log.ts';
import { createSettlementRows, type SettlementRows } from '../../workers/crowdfunding/settlement-rows.ts';
import { appendToEnd } from '../support/append-to-end.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { createEvent } from '../support/projections/history.ts';
import { clearReadModels } from '../support/projections/read-models.ts';
import { runEngine } from '../support/projections/running.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';
import { createRowsInMemory, createSettlementTables } from '../support/settlement-rows.ts';
import {
  ACCOUNTS,
  type CoinSystem,
  CROWDFUNDINGS,
  createCoinSystem,
  createPayment,
  donate,
  LONG_AFTER,
  STAFF,
} from './coin-system.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const KINDS = [
  'pay',
  'donate',
  'donate',
  'donate',
  'takeBack',
  'giveBack',
  'adjust',
  'writeOff',
  'settle',
] as const;

const actionArbitrary = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...KINDS) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('CancelCrowdfunding', 'CloseCrowdfunding', 'ExpireCrowdfunding'),
    },
  ),
  accountIndex: fc.nat(ACCOUNTS.length - 1),
  crowdfundingIndex: fc.nat(CROWDFUNDINGS.length - 1),
  amount: fc.integer({ min: 50, max: 300 }),
});
type Action = typeof actionArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Parts of a history. After each part, the worker either continues or is replaced. */
const historyArbitrary = fc.array(
  fc.record({
    actions: fc.array(actionArbitrary, { minLength: 5, maxLength: 30, size: 'max' }),
    shouldReplaceWorker: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4, size: 'max' },
);

async function bookPayments({ getProcess, payments, createContext }: CoinSystem): Promise<void> {
  for (const payment of payments.values()) await getProcess(0).books.book(payment, createContext());
}

async function adjust(
  system: CoinSystem,
  accountId: string,
  kind: 'CREDIT' | 'WRITE_OFF',
  amount: number,
): Promise<void> {
  const { handler } = system.getProcess(0);
  const adjustmentId = system.nextId();
  const [staffId = '', other = ''] = STAFF;
  const adjustment = { accountId, adjustmentId };
  const { owed } = (await handler.load(walletDecider, accountId)).state;
  const proposedAmount = kind === 'WRITE_OFF' ? Math.max(owed, 1) : amount;
  const proposal = {
    type: 'ProposeAdjustment',
    ...adjustment,
    kind,
    amount: proposedAmount,
    staffId,
  } as const;
  await handler.handle(walletDecider, accountId, proposal, system.createContext());
  const type = amount % 3 === 0 ? 'DeclineAdjustment' : 'ApproveAdjustment';
  await handler.handle(
    walletDecider,
    accountId,
    { type, ...adjustment, staffId: other },
    system.createContext(),
  );
}

async function executeAction(
  system: CoinSystem,
  { kind, accountIndex, crowdfundingIndex, amount }: Action,
): Promise<void> {
  const { getProcess, payments, nextId, createContext } = system;
  const accountId = ACCOUNTS[accountIndex] as string;
  const payment = [...payments.values()].at(amount % Math.max(payments.size, 1));
  switch (kind) {
    case 'pay':
      await createPayment(system, {
        accountIndex,
        amount,
        processIndex: 0,
        accountSource: amount % 5 === 0 ? 'unknown' : 'started',
      });
      return bookPayments(system);
    case 'donate':
      await donate(system, {
        accountIndex,
        crowdfundingIndex,
        amount: amount % 90,
        processIndex: 0,
        donationId: nextId(),
        isStale: amount % 2 === 0,
      });
      return;
    case 'takeBack':
      if (!payment || payment.disputes.length > 0) return;
      payments.set(payment.id, {
        ...payment,
        disputes: [{ id: `dp_${payment.id}`, amount: payment.amount, state: 'open' }],
      });
      return bookPayments(system);
    case 'giveBack':
      if (!payment) return;
      payments.set(payment.id, {
        ...payment,
        disputes: payment.disputes.map((dispute) => ({ ...dispute, state: 'won' as const })),
      });
      return bookPayments(system);
    case 'adjust':
      return adjust(system, accountId, 'CREDIT', amount);
    case 'writeOff':
      return adjust(system, accountId, 'WRITE_OFF', amount);
    case 'settle':
      return system.settlement.run(amount % 20);
    default: {
      const crowdfundingId = CROWDFUNDINGS[crowdfundingIndex] as string;
      const creatorId = ACCOUNTS[crowdfundingIndex] as string;
      const command = { type: kind, crowdfundingId, accountId: creatorId, at: LONG_AFTER } as const;
      await getProcess(0).handler.handle(crowdfundingDecider, crowdfundingId, command, createContext());
    }
  }
}

/** Checks that the settlement reads the same rows from the database as from memory. */
async function expectSettlementRows({ log }: CoinSystem): Promise<void> {
  const tables = createSettlementTables(await log.readAll({ limit: 100_000 }));
  const readResponses = async (rows: SettlementRows): Promise<unknown> => {
    const [first] = await rows.listCrowdfundingsToSettle(0, 1);
    return [
      await rows.listCrowdfundingsToSettle(0, 10),
      await rows.listCrowdfundingsToSettle(first?.endPosition ?? 0, 10),
      await Promise.all(
        [...tables.crowdfundings.values()].flatMap(({ id, decided }) => [
          rows.listHeldDonations(id, 0, 100),
          rows.listHeldDonations(id, decided ?? 0, 2),
          rows.sumHeldBefore(id, decided ?? 0),
          rows.sumHeldBefore(id, (decided ?? 0) + 1),
        ]),
      ),
    ];
  };
  expect(await readResponses(createSettlementRows(database.pool, log))).toEqual(
    await readResponses(createRowsInMemory(() => tables)),
  );
}

async function expectStatement({ getProcess }: CoinSystem, accountId: string): Promise<void> {
  const { state } = await getProcess(1).handler.load(walletDecider, accountId);
  expect(await getWallet(database.pool, accountId)).toEqual({ walletCoins: state.balance });
  const { items } = await listTransactions(database.pool, accountId, { page: 1 });
  expect(items[0]?.balance ?? 0).toBe(state.balance);
  for (const { amount, balance } of items) {
    expect(amount).toBeGreaterThan(0);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
}

/** Checks the audit overview against the trial balance, and its weekly figures against the log. */
async function expectOverview({ log }: CoinSystem): Promise<void> {
  const { accounts, position } = await getTrialBalance(database.pool);
  const sum = (prefix: string) =>
    accounts
      .filter(({ account }) => account.startsWith(prefix))
      .reduce((total, { balance }) => total + balance, 0);
  const events = await log.readAll({ limit: 100_000 });
  const lastTime = Math.max(...events.map(({ metadata }) => Date.parse(metadata.occurredAt)));
  const overview = await getOverview(database.pool, new Date(lastTime).toISOString());
  expect(overview).toMatchObject({
    position,
    inWallets: sum('wallet:'),
    inEscrow: sum('escrow:'),
    inCirculation: sum('wallet:') + sum('escrow:'),
    atProvider: sum('stripe:clearing'),
  });
  const firstWeek = overview.weeks[0]?.week ?? '';
  const sumEntries = (type: 'PURCHASE' | 'DONATION') =>
    events
      .filter(({ metadata }) => metadata.occurredAt >= firstWeek)
      .map((event) => toJournalEntry(event))
      .filter((entry) => entry?.type === type)
      .reduce(
        (total, entry) =>
          total + (entry?.postings ?? []).reduce((totalDebit, { debit }) => totalDebit + debit, 0),
        0,
      );
  const sumWeeks = (series: 'bought' | 'donated') =>
    overview.weeks.reduce((total, week) => total + week[series], 0);
  expect([sumWeeks('bought'), sumWeeks('donated')]).toEqual([sumEntries('PURCHASE'), sumEntries('DONATION')]);
}

test(
  'read models of coins are equal live, rebuilt and projected again for random histories',
  async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, fc.constantFrom(1, 7, 1_000), async (parts, batchSize) => {
        await clearReadModels(database.pool);
        const system = await createCoinSystem(() => 'no');
        const { log } = system;
        for (const [n, accountId] of ACCOUNTS.entries()) {
          const data = {
            role: 'USER',
            nickname: `Nick${n}`,
            profileName: `Name ${n}`,
            category: null,
          } as const;
          await appendToEnd(log, `account-${accountId}`, [
            createEvent({ type: 'AccountRegistered', data: { accountId, ...data } }),
          ]);
        }
        let worker = await runEngine(database.pool, log, { batchSize });
        for (const { actions, shouldReplaceWorker } of parts) {
          for (const action of actions) await executeAction(system, action);
          if (!shouldReplaceWorker) continue;
          await worker.stop();
          worker = await runEngine(database.pool, log, { batchSize });
        }
        expect(await worker.waitUntilCaughtUp()).toBe(true);
        await expectSettlementRows(system);
        await system.settlement.finish();
        expect(await worker.waitUntilCaughtUp()).toBe(true);
        await expectSettlementRows(system);
        await worker.stop();
        const { problems } = await checkAgainstLog(database.pool, log, () => {});
        expect(problems).toEqual([]);
        for (const accountId of ACCOUNTS) await expectStatement(system, accountId);
        await expectOverview(system);
        for (const projection of projections.slice(3)) {
          const report = await rebuild({ log, pool: database.pool, projection, batchSize });
          expect(report).toMatchObject({ equal: true, differences: [] });
        }
      }),
      { numRuns: scaleRuns(4), endOnFailure: true },
    );
  },
  scaleTimeout(30_000),
);
