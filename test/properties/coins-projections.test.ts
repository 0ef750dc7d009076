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
  donate,
  LONG_AFTER,
  pay,
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

const action = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...KINDS) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('CancelCrowdfunding', 'CloseCrowdfunding', 'ExpireCrowdfunding'),
    },
  ),
  by: fc.nat(ACCOUNTS.length - 1),
  to: fc.nat(CROWDFUNDINGS.length - 1),
  amount: fc.integer({ min: 50, max: 300 }),
});
type Action = typeof action extends fc.Arbitrary<infer Of> ? Of : never;

/** Parts of a history; after each part, the worker either continues or is replaced. */
const history = fc.array(
  fc.record({ actions: fc.array(action, { minLength: 5, maxLength: 30, size: 'max' }), stops: fc.boolean() }),
  { minLength: 1, maxLength: 4, size: 'max' },
);

async function book({ process, payments, context }: CoinSystem): Promise<void> {
  for (const payment of payments.values()) await process(0).books.book(payment, context());
}

async function adjust(
  system: CoinSystem,
  accountId: string,
  kind: 'CREDIT' | 'WRITE_OFF',
  amount: number,
): Promise<void> {
  const { handler } = system.process(0);
  const adjustmentId = system.nextId();
  const [staffId = '', other = ''] = STAFF;
  const about = { accountId, adjustmentId };
  const { owed } = (await handler.load(walletDecider, accountId)).state;
  const agreed = kind === 'WRITE_OFF' ? Math.max(owed, 1) : amount;
  const propose = { type: 'ProposeAdjustment', ...about, kind, amount: agreed, staffId } as const;
  await handler.handle(walletDecider, accountId, propose, system.context());
  const type = amount % 3 === 0 ? 'DeclineAdjustment' : 'ApproveAdjustment';
  await handler.handle(walletDecider, accountId, { type, ...about, staffId: other }, system.context());
}

async function act(system: CoinSystem, { kind, by, to, amount }: Action): Promise<void> {
  const { process, payments, nextId, context } = system;
  const accountId = ACCOUNTS[by] as string;
  const payment = [...payments.values()].at(amount % Math.max(payments.size, 1));
  switch (kind) {
    case 'pay':
      await pay(system, { by, amount, via: 0, known: amount % 5 === 0 ? 'unknown' : 'started' });
      return book(system);
    case 'donate':
      await donate(system, {
        by,
        to,
        amount: amount % 90,
        via: 0,
        donationId: nextId(),
        stale: amount % 2 === 0,
      });
      return;
    case 'takeBack':
      if (!payment || payment.disputes.length > 0) return;
      payments.set(payment.id, {
        ...payment,
        disputes: [{ id: `dp_${payment.id}`, amount: payment.amount, state: 'open' }],
      });
      return book(system);
    case 'giveBack':
      if (!payment) return;
      payments.set(payment.id, {
        ...payment,
        disputes: payment.disputes.map((dispute) => ({ ...dispute, state: 'won' as const })),
      });
      return book(system);
    case 'adjust':
      return adjust(system, accountId, 'CREDIT', amount);
    case 'writeOff':
      return adjust(system, accountId, 'WRITE_OFF', amount);
    case 'settle':
      return system.settlement.run(amount % 20);
    default: {
      const crowdfundingId = CROWDFUNDINGS[to] as string;
      const creatorId = ACCOUNTS[to] as string;
      const command = { type: kind, crowdfundingId, accountId: creatorId, at: LONG_AFTER } as const;
      await process(0).handler.handle(crowdfundingDecider, crowdfundingId, command, context());
    }
  }
}

/** Checks that the database returns the same rows to the settlement as the rows in memory. */
async function expectSettlementRows({ log }: CoinSystem): Promise<void> {
  const tables = createSettlementTables(await log.readAll({ limit: 100_000 }));
  const readResponses = async (rows: SettlementRows): Promise<unknown> => {
    const [first] = await rows.listCrowdfundingsToSettle(0, 1);
    return [
      await rows.listCrowdfundingsToSettle(0, 10),
      await rows.listCrowdfundingsToSettle(first?.decided ?? 0, 10),
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

async function expectStatement({ process }: CoinSystem, accountId: string): Promise<void> {
  const { state } = await process(1).handler.load(walletDecider, accountId);
  expect(await getWallet(database.pool, accountId)).toEqual({ walletCoins: state.balance });
  const { items } = await listTransactions(database.pool, accountId, { page: 1 });
  expect(items[0]?.balance ?? 0).toBe(state.balance);
  for (const { amount, balance } of items) {
    expect(amount).toBeGreaterThan(0);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
}

/** Checks the overview of the audit against the trial balance, and its weeks against the log. */
async function expectOverview({ log }: CoinSystem): Promise<void> {
  const { accounts, position } = await getTrialBalance(database.pool);
  const sum = (prefix: string) =>
    accounts
      .filter(({ account }) => account.startsWith(prefix))
      .reduce((total, { balance }) => total + balance, 0);
  const events = await log.readAll({ limit: 100_000 });
  const last = Math.max(...events.map(({ metadata }) => Date.parse(metadata.occurredAt)));
  const overview = await getOverview(database.pool, new Date(last).toISOString());
  expect(overview).toMatchObject({
    position,
    inWallets: sum('wallet:'),
    inEscrow: sum('escrow:'),
    inCirculation: sum('wallet:') + sum('escrow:'),
    atProvider: sum('stripe:clearing'),
  });
  const since = overview.weeks[0]?.week ?? '';
  const sumEntries = (type: 'PURCHASE' | 'DONATION') =>
    events
      .filter(({ metadata }) => metadata.occurredAt >= since)
      .map((event) => toJournalEntry(event))
      .filter((entry) => entry?.type === type)
      .reduce(
        (total, entry) => total + (entry?.postings ?? []).reduce((all, { debit }) => all + debit, 0),
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
      fc.asyncProperty(history, fc.constantFrom(1, 7, 1_000), async (parts, batchSize) => {
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
          await log.append(
            `account-${accountId}`,
            [createEvent({ type: 'AccountRegistered', data: { accountId, ...data } })],
            'any',
          );
        }
        let worker = await runEngine(database.pool, log, { batchSize });
        for (const { actions, stops } of parts) {
          for (const one of actions) await act(system, one);
          if (!stops) continue;
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
