import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Handler } from '../../domain/handle.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { createRetries } from '../../workers/crowdfunding/retries.ts';
import { createSettlementRound } from '../../workers/crowdfunding/settlement-round.ts';
import {
  ACCOUNTS,
  BEFORE_END,
  CROWDFUNDINGS,
  createCoinSystem,
  createPayment,
  donate,
  LONG_AFTER,
} from '../properties/coin-system.ts';
import { createRowsInMemory, createSettlementTables } from '../support/settlement-rows.ts';

/** Account indexes of the donors. The first two accounts are the creators. */
const [DONOR, OTHER] = [2, 3];
const UNREADABLE_ACCOUNT = ACCOUNTS[DONOR] as string;

/** Creates two campaigns with one donation each. A settlement round processes one campaign and one command. */
async function setUp({ now = BEFORE_END, broken: unreadableAccount = UNREADABLE_ACCOUNT } = {}) {
  const system = await createCoinSystem(() => 'no');
  const { handler, books } = system.getProcess(0);
  for (const accountIndex of [DONOR, OTHER])
    await createPayment(system, { accountIndex, amount: 100, processIndex: 0, accountSource: 'metadata' });
  for (const payment of system.payments.values()) await books.book(payment, system.createContext());
  for (const [crowdfundingIndex, accountIndex] of [DONOR, OTHER].entries())
    await donate(system, {
      accountIndex,
      crowdfundingIndex,
      amount: 10,
      processIndex: 0,
      donationId: system.nextId(),
      isStale: false,
    });
  const failingIds = new Set([unreadableAccount]);
  const handle: Handler['handle'] = async (decider, id, command, context) => {
    if (failingIds.has(id)) throw new Error('it cannot be read');
    return handler.handle(decider, id, command, context);
  };
  let instant = 0;
  let tables = createSettlementTables([]);
  let sumCount = 0;
  let readCount = 0;
  let runBeforeSum = (): void => {};
  const rows = createRowsInMemory(() => tables);
  const sumHeldBefore: typeof rows.sumHeldBefore = (id, endPosition) => {
    sumCount += 1;
    runBeforeSum();
    return rows.sumHeldBefore(id, endPosition);
  };
  const listHeldDonations: typeof rows.listHeldDonations = async (...args) => {
    const donations = await rows.listHeldDonations(...args);
    readCount += donations.length;
    return donations;
  };
  const runRound = createSettlementRound({
    rows: { ...rows, sumHeldBefore, listHeldDonations },
    handler: { ...handler, handle },
    clock: { now: () => now },
    ids: { next: system.nextId },
    logger: { info: () => {}, error: () => {} },
    retries: createRetries(() => instant),
    limits: { crowdfundings: 1, commands: 1 },
  });
  return {
    /** Updates the rows and runs one round at an instant. Returns the numbers of attempted and completed commands. */
    round: async (newInstant = instant) => {
      instant = newInstant;
      tables = createSettlementTables(await system.log.readAll({ limit: 1_000 }));
      const { attemptCount: attempts, completedCount: doneCount } = await runRound(
        new AbortController().signal,
      );
      return [attempts, doneCount];
    },
    repair: () => failingIds.clear(),
    /** Returns how many times the held donations of a campaign were summed. */
    getSumCount: () => sumCount,
    /** Returns the number of donations that were read in order to refund them. */
    getReadCount: () => readCount,
    /**
     * Simulates a database crash: after a round has read the campaigns, the rows no longer include the events
     * after a position.
     */
    loseRowsAfter: async (position: number) => {
      const keptEvents = (await system.log.readAll({ limit: 1_000 })).filter(
        (event) => event.position <= position,
      );
      runBeforeSum = () => {
        tables = createSettlementTables(keptEvents);
      };
    },
    keep: () => {
      runBeforeSum = () => {};
    },
    head: () => system.log.head(),
    donate: (accountIndex: number, amount: number) =>
      donate(system, {
        accountIndex,
        crowdfundingIndex: 0,
        amount,
        processIndex: 0,
        donationId: system.nextId(),
        isStale: true,
      }),
    close: () =>
      handler.handle(
        crowdfundingDecider,
        CROWDFUNDINGS[0] as string,
        {
          type: 'CloseCrowdfunding',
          crowdfundingId: CROWDFUNDINGS[0] as string,
          accountId: ACCOUNTS[0] as string,
        },
        system.createContext(),
      ),
    cancel: async () => {
      for (const [n, crowdfundingId] of CROWDFUNDINGS.entries()) {
        const command = {
          type: 'CancelCrowdfunding',
          crowdfundingId,
          accountId: ACCOUNTS[n] as string,
        } as const;
        await handler.handle(crowdfundingDecider, crowdfundingId, command, system.createContext());
      }
    },
    statusOf: async (n: number) =>
      (await handler.load(crowdfundingDecider, CROWDFUNDINGS[n] as string)).state.status,
    coinsOf: async (n: number) => (await handler.load(walletDecider, ACCOUNTS[n] as string)).state.balance,
  };
}

test('crowdfundings that cannot be settled do not delay others, even in small rounds', async () => {
  const { round, cancel, coinsOf } = await setUp();
  await cancel();
  expect(await round()).toEqual([1, 0]);
  expect(await round()).toEqual([1, 1]);
  expect([await coinsOf(DONOR), await coinsOf(OTHER)]).toEqual([90, 100]);
});

test('a crowdfunding that cannot be ended does not delay others', async () => {
  const { round, statusOf } = await setUp({ now: LONG_AFTER, broken: CROWDFUNDINGS[0] as string });
  expect(await round()).toEqual([1, 0]);
  expect(await round()).toEqual([1, 1]);
  expect([await statusOf(0), await statusOf(1)]).toEqual(['ACTIVE', 'CANCELLED']);
});

test('failures are retried with doubled delays up to five minutes', async () => {
  const { round, repair, cancel, coinsOf } = await setUp();
  await cancel();
  expect(await round()).toEqual([1, 0]);
  await round();
  let retryAt = 0;
  for (const delayMs of [
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000,
  ]) {
    expect(await round(retryAt + delayMs - 1)).toEqual([0, 0]);
    retryAt += delayMs;
    expect(await round(retryAt)).toEqual([1, 0]);
  }
  repair();
  expect(await round(retryAt + 300_000)).toEqual([1, 1]);
  expect(await coinsOf(DONOR)).toBe(100);
});

test('a release is the sum of all donations before the end, and waits if the rows were reset meanwhile', async () => {
  const { round, close, donate: give, head, loseRowsAfter, keep, coinsOf } = await setUp({ broken: '' });
  const positionBefore = await head();
  await give(OTHER, 5);
  await close();
  await loseRowsAfter(positionBefore);
  expect(await round()).toEqual([0, 0]);
  keep();
  expect(await round()).toEqual([1, 1]);
  expect(await coinsOf(0)).toBe(15);
});

test('the donations of a crowdfunding are summed once, for a due release', async () => {
  const { round, close, donate: give, repair, getSumCount } = await setUp({ broken: ACCOUNTS[0] as string });
  await close();
  expect([await round(), getSumCount()]).toEqual([[1, 0], 1]);
  expect([await round(999), getSumCount()]).toEqual([[0, 0], 1]);
  repair();
  expect([await round(1_000), getSumCount()]).toEqual([[1, 1], 2]);
  await give(OTHER, 5);
  expect([await round(), getSumCount()]).toEqual([[1, 1], 2]);
});

test('the settlement of a closed crowdfunding reads only the donations after its end', async () => {
  const { round, close, donate: give, getReadCount, coinsOf } = await setUp({ broken: '' });
  await close();
  expect([await round(), getReadCount()]).toEqual([[1, 1], 0]);
  await give(OTHER, 5);
  expect([await round(), getReadCount()]).toEqual([[1, 1], 1]);
  expect([await coinsOf(0), await coinsOf(OTHER)]).toEqual([10, 90]);
});
