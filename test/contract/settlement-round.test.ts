import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Handler } from '../../domain/handle.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { createRetries } from '../../workers/crowdfunding/retries.ts';
import { createSettlementRound } from '../../workers/crowdfunding/settlement-round.ts';
import {
  ACCOUNTS,
  BEFORE_END,
  CAMPAIGNS,
  createWorld,
  donate,
  LONG_AFTER,
  pay,
} from '../properties/coins-world.ts';
import { remembered, rowsInMemory } from '../support/settlement-rows.ts';

/** Donors by their index; the first two accounts are the creators. */
const [DONOR, OTHER] = [2, 3];
const UNREADABLE = ACCOUNTS[DONOR] as string;

/** Two campaigns with one donation each, whose settlement takes one campaign and one command a round. */
async function setUp({ now = BEFORE_END, broken = UNREADABLE } = {}) {
  const world = await createWorld(() => 'no');
  const { handler, books } = world.process(0);
  for (const by of [DONOR, OTHER]) await pay(world, { by, amount: 100, via: 0, known: 'metadata' });
  for (const payment of world.payments.values()) await books.book(payment, world.context());
  for (const [to, by] of [DONOR, OTHER].entries())
    await donate(world, { by, to, amount: 10, via: 0, donationId: world.nextId(), stale: false });
  const failing = new Set([broken]);
  const handle: Handler['handle'] = async (decider, id, command, context) => {
    if (failing.has(id)) throw new Error('it cannot be read');
    return handler.handle(decider, id, command, context);
  };
  let at = 0;
  let tables = remembered([]);
  const round = createSettlementRound({
    rows: rowsInMemory(() => tables),
    handler: { ...handler, handle },
    clock: { now: () => now },
    ids: { next: world.nextId },
    logger: { info: () => {}, error: () => {} },
    retries: createRetries(() => at),
    limits: { campaigns: 1, commands: 1 },
  });
  return {
    /** A round on rows that are up to date, at a moment; how much it tried and did. */
    round: async (moment = at) => {
      at = moment;
      tables = remembered(await world.log.readAll({ limit: 1_000 }));
      const { tried, done } = await round(new AbortController().signal);
      return [tried, done];
    },
    mend: () => failing.clear(),
    cancel: async () => {
      for (const [n, crowdfundingId] of CAMPAIGNS.entries()) {
        const command = {
          type: 'CancelCrowdfunding',
          crowdfundingId,
          accountId: ACCOUNTS[n] as string,
        } as const;
        await handler.handle(crowdfundingDecider, crowdfundingId, command, world.context());
      }
    },
    statusOf: async (n: number) =>
      (await handler.load(crowdfundingDecider, CAMPAIGNS[n] as string)).state.status,
    coinsOf: async (n: number) => (await handler.load(walletDecider, ACCOUNTS[n] as string)).state.balance,
  };
}

test('campaigns that cannot be settled hold up none behind them, however few a round takes', async () => {
  const { round, cancel, coinsOf } = await setUp();
  await cancel();
  expect(await round()).toEqual([1, 0]);
  expect(await round()).toEqual([1, 1]);
  expect([await coinsOf(DONOR), await coinsOf(OTHER)]).toEqual([90, 100]);
});

test('a campaign that cannot be ended holds up none behind it', async () => {
  const { round, statusOf } = await setUp({ now: LONG_AFTER, broken: CAMPAIGNS[0] as string });
  expect(await round()).toEqual([1, 0]);
  expect(await round()).toEqual([1, 1]);
  expect([await statusOf(0), await statusOf(1)]).toEqual(['ACTIVE', 'CANCELLED']);
});

test('what fails is tried again, after twice as long each time, up to five minutes', async () => {
  const { round, mend, cancel, coinsOf } = await setUp();
  await cancel();
  expect(await round()).toEqual([1, 0]);
  await round();
  let at = 0;
  for (const wait of [
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000,
  ]) {
    expect(await round(at + wait - 1)).toEqual([0, 0]);
    at += wait;
    expect(await round(at)).toEqual([1, 0]);
  }
  mend();
  expect(await round(at + 300_000)).toEqual([1, 1]);
  expect(await coinsOf(DONOR)).toBe(100);
});
