import fc from 'fast-check';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Payment } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';
import {
  ACCOUNTS,
  type CoinSystem,
  CROWDFUNDINGS,
  createCoinSystem,
  type DonationOrder,
  donate,
  isUnknown,
  LONG_AFTER,
  type LostResponse,
  PAYMENT_OWNERS,
  pay,
  STAFF,
} from './coin-system.ts';
import { applyProviderChange, check, sumAtProvider } from './coins-checks.ts';
import { count, expectPlansExecuted, expectSettled } from './coins-oracle.ts';

const account = fc.nat(ACCOUNTS.length - 1);
const crowdfunding = fc.nat(CROWDFUNDINGS.length - 1);
const via = fc.nat(1);
const staff = fc.nat(STAFF.length - 1);
const some = fc.nat(9);
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 300 }) },
);

/** An action in the world. `some` picks one of the existing subjects. */
const action = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      by: account,
      amount: fc.integer({ min: 50, max: 500 }),
      via,
      known: fc.constantFrom(...PAYMENT_OWNERS),
      plan: fc.option(fc.record({ to: crowdfunding, amount: fc.integer({ min: 1, max: 600 }) })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('book' as const), some, givesUp: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      some,
      amount,
      does: fc.constantFrom('refund' as const, 'fail' as const, 'dispute' as const, 'win' as const),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('donate' as const),
      by: account,
      to: crowdfunding,
      amount,
      via,
      again: fc.boolean(),
      stale: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      to: crowdfunding,
      via,
      how: fc.constantFrom(
        'CancelCrowdfunding' as const,
        'CancelCrowdfundingAsStaff' as const,
        'CloseCrowdfunding' as const,
        'ExpireCrowdfunding' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      by: account,
      what: fc.constantFrom('CREDIT' as const, 'DEBIT' as const, 'WRITE_OFF' as const),
      amount,
      via,
      proposer: staff,
      approver: staff,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('identify' as const),
      some,
      by: account,
      via,
      proposer: staff,
      approver: staff,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('account' as const),
      of: crowdfunding,
      via,
      does: fc.constantFrom(
        'DeactivateAccount' as const,
        'BanAccount' as const,
        'ReactivateAccount' as const,
      ),
      cancelCrowdfundings: fc.boolean(),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer Of> ? Of : never;

/** Concurrent actions, after which the settlement runs for some steps and may die. */
const moment = fc.record({
  atOnce: fc.array(action, { minLength: 1, maxLength: 6, size: 'max' }),
  settlementSteps: fc.nat(12),
  shouldKillSettlement: fc.boolean(),
});

const cuts = fc.infiniteStream(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<LostResponse>('no') },
    { weight: 1, arbitrary: fc.constantFrom<LostResponse>('before', 'after') },
  ),
);

/** Returns whether an action has an effect on a payment. */
const hasEffectOn =
  (action: Action) =>
  (payment: Payment): boolean => {
    const { refunds, disputes } = payment;
    if (action.kind === 'identify') return isUnknown(payment);
    if (action.kind !== 'provider') return true;
    if (action.does === 'fail') return refunds.some(({ state }) => state !== 'failed');
    return action.does !== 'win' || disputes.some(({ state }) => state !== 'won');
  };

const choose = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(items.length, 1)];

/** Executes an action; returns the accepted donations. */
async function act(system: CoinSystem, action: Action, orders: DonationOrder[]): Promise<readonly string[]> {
  const { process, context, nextId, payments } = system;
  const payment =
    'some' in action ? choose([...payments.values()].filter(hasEffectOn(action)), action.some) : undefined;
  switch (action.kind) {
    case 'pay':
      await pay(system, action);
      return [];
    case 'book':
      if (payment)
        await Promise.all(
          [0, 1].map((number) => {
            const { books } = process(number);
            return (action.givesUp ? books.bookUnknown : books.book)(payment, context());
          }),
        );
      return [];
    case 'provider':
      if (payment) payments.set(payment.id, applyProviderChange(payment, action));
      return [];
    case 'donate': {
      const repeated = action.again ? orders.at(-1) : undefined;
      const order = { ...(repeated ?? { ...action, donationId: nextId() }), via: action.via };
      orders.push(order);
      const result = await donate(system, order);
      return result.accepted ? [order.donationId] : [];
    }
    case 'end': {
      const crowdfundingId = CROWDFUNDINGS[action.to] as string;
      const accountId = ACCOUNTS[action.to] as string;
      const command = { type: action.how, crowdfundingId, accountId, at: LONG_AFTER } as const;
      await process(action.via).handler.handle(crowdfundingDecider, crowdfundingId, command, context());
      return [];
    }
    case 'adjust':
      await adjust(system, action);
      return [];
    case 'identify': {
      if (!payment) return [];
      await identify(system, payment.id, action);
      return [];
    }
    case 'account': {
      const accountId = ACCOUNTS[action.of] as string;
      const { does: type, cancelCrowdfundings } = action;
      const command = { type, accountId, cancelCrowdfundings } as const;
      await process(action.via).handler.handle(accountDecider, accountId, command, context());
      return [];
    }
  }
}

async function identify(
  { process, context, nextId }: CoinSystem,
  paymentId: string,
  { by, via, proposer, approver }: Extract<Action, { kind: 'identify' }>,
): Promise<void> {
  const about = { paymentId, adjustmentId: nextId() };
  const propose = {
    type: 'ProposeIdentification',
    ...about,
    accountId: ACCOUNTS[by] as string,
    staffId: STAFF[proposer] as string,
  } as const;
  await process(via).handler.handle(paymentDecider, paymentId, propose, context());
  const { state } = await process(via).handler.load(paymentDecider, paymentId);
  const adjustmentId = state.openIdentification ?? about.adjustmentId;
  const staffId = STAFF[approver] as string;
  await Promise.all(
    [0, 1].map((number) => {
      const approve = {
        type: 'ApproveIdentification',
        paymentId,
        adjustmentId,
        purchaseId: nextId(),
        staffId,
      };
      const { handler } = process(number);
      return handler.handle(
        paymentDecider,
        paymentId,
        { ...approve, type: 'ApproveIdentification' },
        context(),
      );
    }),
  );
}

async function adjust(
  { process, context, nextId }: CoinSystem,
  { by, what, amount, via, proposer, approver }: Extract<Action, { kind: 'adjust' }>,
): Promise<void> {
  const accountId = ACCOUNTS[by] as string;
  const adjustmentId = nextId();
  const { handler } = process(via);
  const { owed } = (await handler.load(walletDecider, accountId)).state;
  const proposal = {
    type: 'ProposeAdjustment',
    accountId,
    adjustmentId,
    kind: what,
    amount: what === 'WRITE_OFF' && owed > 0 ? Math.min(amount, owed) : amount,
    staffId: STAFF[proposer] as string,
  } as const;
  await handler.handle(walletDecider, accountId, proposal, context());
  const approve = {
    type: 'ApproveAdjustment',
    accountId,
    adjustmentId,
    staffId: STAFF[approver] as string,
  } as const;
  await Promise.all(
    [0, 1].map((number) => process(number).handler.handle(walletDecider, accountId, approve, context())),
  );
}

test(
  'no coin is lost or created in random concurrent histories with crashes',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        cuts,
        fc.boolean(),
        fc.array(moment, { minLength: 1, maxLength: 20, size: 'max' }),
        async (cut, longStreams, moments) => {
          const system = await createCoinSystem(() => cut.next().value as LostResponse, longStreams);
          for (const by of ACCOUNTS.keys()) await pay(system, { by, amount: 100, via: 0, known: 'metadata' });
          for (const payment of system.payments.values())
            await system.process(0).books.book(payment, system.context());
          const orders: DonationOrder[] = [];
          const answered = new Set<string>();
          for (const { atOnce, settlementSteps, shouldKillSettlement } of moments) {
            const [accepted] = await Promise.all([
              Promise.all(atOnce.map((action) => act(system, action, orders))),
              system.settlement.run(settlementSteps),
            ]);
            for (const donationId of accepted.flat()) answered.add(donationId);
            if (shouldKillSettlement) system.settlement.kill();
            await check(system.log, system.process(1).handler);
          }

          for (const payment of system.payments.values())
            await system.process(0).books.bookUnknown(payment, system.context());
          await system.settlement.finish();

          await check(system.log, system.process(1).handler);
          const totals = count(await system.log.readAll({ limit: 100_000 }));
          expectSettled(totals);
          const planned = expectPlansExecuted(totals);
          expect(new Set(totals.donations.keys())).toEqual(new Set([...answered, ...planned]));
          expect(totals.clearing).toBe(sumAtProvider(system.payments.values()));
        },
      ),
      { numRuns: scaleRuns(30) },
    );
  },
  scaleTimeout(60_000),
);

test(
  'a settlement that is killed after each step refunds every donation once or releases all',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.constantFrom(
          'CancelCrowdfunding' as const,
          'CancelCrowdfundingAsStaff' as const,
          'BanAccount' as const,
          'CloseCrowdfunding' as const,
        ),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        async (longStreams, type, workerFates) => {
          const system = await createCoinSystem(() => 'no', longStreams);
          for (const by of [1, 2]) await pay(system, { by, amount: 100, via: 0, known: 'metadata' });
          for (const payment of system.payments.values())
            await system.process(0).books.book(payment, system.context());
          for (let number = 0; number < 20; number += 1)
            await donate(system, {
              by: 1 + (number % 2),
              to: 0,
              amount: 5,
              via: 0,
              donationId: system.nextId(),
              stale: false,
            });
          const [crowdfundingId, accountId] = [CROWDFUNDINGS[0] as string, ACCOUNTS[0] as string];
          const { handler } = system.process(0);
          if (type === 'BanAccount') {
            const ban = { type, accountId, cancelCrowdfundings: true } as const;
            await handler.handle(accountDecider, accountId, ban, system.context());
          } else {
            const end = { type, crowdfundingId, accountId } as const;
            await handler.handle(crowdfundingDecider, crowdfundingId, end, system.context());
          }

          for (const steps of workerFates) {
            await system.settlement.run(steps);
            system.settlement.kill();
            await check(system.log, system.process(1).handler);
          }
          await system.settlement.finish();

          const totals = count(await system.log.readAll({ limit: 100_000 }));
          expectSettled(totals);
          const balances = ACCOUNTS.slice(0, 3).map((id) => totals.wallets.get(id) ?? 0);
          expect(balances).toEqual(type === 'CloseCrowdfunding' ? [100, 50, 50] : [0, 100, 100]);
        },
      ),
      { numRuns: scaleRuns(8) },
    );
  },
  scaleTimeout(60_000),
);
