import fc from 'fast-check';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Payment } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import {
  ACCOUNT_SOURCES,
  ACCOUNTS,
  type CoinSystem,
  CROWDFUNDINGS,
  createPayment,
  type DonationOrder,
  donate,
  isUnknownPayment,
  LONG_AFTER,
  STAFF,
} from './coin-system.ts';
import { applyProviderChange } from './coins-checks.ts';

const account = fc.nat(ACCOUNTS.length - 1);
const crowdfunding = fc.nat(CROWDFUNDINGS.length - 1);
const processIndex = fc.nat(1);
const staff = fc.nat(STAFF.length - 1);
const subjectIndex = fc.nat(9);
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 300 }) },
);

/** Generates random actions. `subjectIndex` selects one of the existing subjects. */
export const actionArbitrary = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      accountIndex: account,
      amount: fc.integer({ min: 50, max: 500 }),
      processIndex,
      accountSource: fc.constantFrom(...ACCOUNT_SOURCES),
      plannedDonation: fc.option(
        fc.record({ crowdfundingIndex: crowdfunding, amount: fc.integer({ min: 1, max: 600 }) }),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      subjectIndex,
      shouldBookUnknown: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      subjectIndex,
      amount,
      changeKind: fc.constantFrom('refund' as const, 'fail' as const, 'dispute' as const, 'win' as const),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('donate' as const),
      accountIndex: account,
      crowdfundingIndex: crowdfunding,
      amount,
      processIndex,
      isRepeated: fc.boolean(),
      isStale: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      crowdfundingIndex: crowdfunding,
      processIndex,
      commandType: fc.constantFrom(
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
      accountIndex: account,
      adjustmentKind: fc.constantFrom('CREDIT' as const, 'DEBIT' as const, 'WRITE_OFF' as const),
      amount,
      processIndex,
      proposer: staff,
      approver: staff,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('identify' as const),
      subjectIndex,
      accountIndex: account,
      processIndex,
      proposer: staff,
      approver: staff,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('account' as const),
      creatorIndex: crowdfunding,
      processIndex,
      commandType: fc.constantFrom(
        'DeactivateAccount' as const,
        'BanAccount' as const,
        'ReactivateAccount' as const,
      ),
      cancelCrowdfundings: fc.boolean(),
    }),
  },
);
/** A random action. */
export type Action = typeof actionArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns a predicate that is true if the action has an effect on a payment. */
const hasEffectOn =
  (action: Action) =>
  (payment: Payment): boolean => {
    const { refunds, disputes } = payment;
    if (action.kind === 'identify') return isUnknownPayment(payment);
    if (action.kind !== 'provider') return true;
    if (action.changeKind === 'fail') return refunds.some(({ state }) => state !== 'failed');
    return action.changeKind !== 'win' || disputes.some(({ state }) => state !== 'won');
  };

const pickCyclic = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(items.length, 1)];

/** Executes an action. Returns the accepted donations. */
export async function executeAction(
  system: CoinSystem,
  action: Action,
  orders: DonationOrder[],
): Promise<readonly string[]> {
  const { getProcess, createContext, nextId, payments } = system;
  const payment =
    'subjectIndex' in action
      ? pickCyclic([...payments.values()].filter(hasEffectOn(action)), action.subjectIndex)
      : undefined;
  switch (action.kind) {
    case 'pay':
      await createPayment(system, action);
      return [];
    case 'book':
      if (payment)
        await Promise.all(
          [0, 1].map((number) => {
            const { books } = getProcess(number);
            return (action.shouldBookUnknown ? books.bookUnknown : books.book)(payment, createContext());
          }),
        );
      return [];
    case 'provider':
      if (payment) payments.set(payment.id, applyProviderChange(payment, action));
      return [];
    case 'donate': {
      const repeatedOrder = action.isRepeated ? orders.at(-1) : undefined;
      const order = {
        ...(repeatedOrder ?? { ...action, donationId: nextId() }),
        processIndex: action.processIndex,
      };
      orders.push(order);
      const result = await donate(system, order);
      return result.accepted ? [order.donationId] : [];
    }
    case 'end': {
      const crowdfundingId = CROWDFUNDINGS[action.crowdfundingIndex] as string;
      const accountId = ACCOUNTS[action.crowdfundingIndex] as string;
      const command = { type: action.commandType, crowdfundingId, accountId, at: LONG_AFTER } as const;
      await getProcess(action.processIndex).handler.handle(
        crowdfundingDecider,
        crowdfundingId,
        command,
        createContext(),
      );
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
      const accountId = ACCOUNTS[action.creatorIndex] as string;
      const { commandType: type, cancelCrowdfundings } = action;
      const command = { type, accountId, cancelCrowdfundings } as const;
      await getProcess(action.processIndex).handler.handle(
        accountDecider,
        accountId,
        command,
        createContext(),
      );
      return [];
    }
  }
}

async function identify(
  { getProcess, createContext, nextId }: CoinSystem,
  paymentId: string,
  { accountIndex, processIndex, proposer, approver }: Extract<Action, { kind: 'identify' }>,
): Promise<void> {
  const adjustment = { paymentId, adjustmentId: nextId() };
  const proposal = {
    type: 'ProposeIdentification',
    ...adjustment,
    accountId: ACCOUNTS[accountIndex] as string,
    staffId: STAFF[proposer] as string,
  } as const;
  await getProcess(processIndex).handler.handle(paymentDecider, paymentId, proposal, createContext());
  const { state } = await getProcess(processIndex).handler.load(paymentDecider, paymentId);
  const adjustmentId = state.openIdentification ?? adjustment.adjustmentId;
  const staffId = STAFF[approver] as string;
  await Promise.all(
    [0, 1].map((number) => {
      const approval = {
        type: 'ApproveIdentification',
        paymentId,
        adjustmentId,
        purchaseId: nextId(),
        staffId,
      };
      const { handler } = getProcess(number);
      return handler.handle(
        paymentDecider,
        paymentId,
        { ...approval, type: 'ApproveIdentification' },
        createContext(),
      );
    }),
  );
}

async function adjust(
  { getProcess, createContext, nextId }: CoinSystem,
  {
    accountIndex,
    adjustmentKind,
    amount,
    processIndex,
    proposer,
    approver,
  }: Extract<Action, { kind: 'adjust' }>,
): Promise<void> {
  const accountId = ACCOUNTS[accountIndex] as string;
  const adjustmentId = nextId();
  const { handler } = getProcess(processIndex);
  const { owed } = (await handler.load(walletDecider, accountId)).state;
  const proposal = {
    type: 'ProposeAdjustment',
    accountId,
    adjustmentId,
    kind: adjustmentKind,
    amount: adjustmentKind === 'WRITE_OFF' && owed > 0 ? Math.min(amount, owed) : amount,
    staffId: STAFF[proposer] as string,
  } as const;
  await handler.handle(walletDecider, accountId, proposal, createContext());
  const approval = {
    type: 'ApproveAdjustment',
    accountId,
    adjustmentId,
    staffId: STAFF[approver] as string,
  } as const;
  await Promise.all(
    [0, 1].map((number) =>
      getProcess(number).handler.handle(walletDecider, accountId, approval, createContext()),
    ),
  );
}
