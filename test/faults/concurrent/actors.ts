import fc from 'fast-check';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { isClosed } from '../../../domain/accounts/state.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { canReceiveDonations } from '../../../domain/crowdfunding/state.ts';
import { ConflictNotSettled } from '../../../domain/handle.ts';
import { AppendOutcomeUnknown } from '../../../domain/ports/event-log.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { paymentDecider } from '../../../domain/wallet/payments/decide.ts';
import {
  ACCOUNTS,
  CROWDFUNDINGS,
  isUnknown,
  PAYMENT_OWNERS,
  resolveAccount,
  STAFF,
} from '../../properties/coin-system.ts';
import { applyProviderChange } from '../../properties/coins-checks.ts';
import { type ApiProcess, ProcessDied } from './processes.ts';
import { REPORT_MODES } from './provider.ts';
import { createContext, type TestedSystem } from './tested-system.ts';

const account = fc.nat(ACCOUNTS.length - 1);
const crowdfunding = fc.nat(CROWDFUNDINGS.length - 1);
const staff = fc.nat(STAFF.length - 1);
const via = fc.nat(1);
const reportMode = fc.constantFrom(...REPORT_MODES);
const some = fc.nat(9);
const coins = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 300 }) },
);
const createAction = <Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) =>
  fc.record({ kind: fc.constant(kind), via, ...fields } as never) as fc.Arbitrary<
    { readonly kind: Kind; readonly via: number } & Fields
  >;

const known = fc.constantFrom(...PAYMENT_OWNERS);
const purchase = createAction('buy', {
  by: account,
  amount: fc.integer({ min: 50, max: 300 }),
  known,
  reportMode,
  /** The webhook arrives before the start of the payment is recorded. */
  early: fc.boolean(),
  /** The buyer's browser requests the state of the payment. */
  isPolledByBrowser: fc.boolean(),
});
const donation = createAction('donate', {
  by: account,
  to: crowdfunding,
  amount: coins,
  /** The crowdfunding was checked long before the donation. */
  stale: fc.boolean(),
  twice: fc.boolean(),
});
const provider = createAction('provider', {
  some,
  amount: coins,
  does: fc.constantFrom('refund' as const, 'fail' as const, 'dispute' as const, 'win' as const),
  reportMode,
});
const end = createAction('end', {
  to: crowdfunding,
  how: fc.constantFrom(
    ['CancelCrowdfunding'] as const,
    ['CloseCrowdfunding'] as const,
    ['CancelCrowdfundingAsStaff'] as const,
    ['CancelCrowdfunding', 'CloseCrowdfunding'] as const,
    ['CancelCrowdfundingAsStaff', 'CloseCrowdfunding'] as const,
  ),
});
const leap = createAction('leap', { days: fc.constantFrom(10, 100) });
const adjustment = createAction('adjust', {
  by: account,
  what: fc.constantFrom('CREDIT' as const, 'DEBIT' as const, 'WRITE_OFF' as const),
  amount: coins,
  proposer: staff,
  approver: staff,
});
const identification = createAction('identify', { some, by: account, proposer: staff, approver: staff });
const closure = createAction('account', {
  of: crowdfunding,
  /** Commands on the creators' accounts, one after another. */
  does: fc.constantFrom(
    [{ type: 'BanAccount', cancelCrowdfundings: true }] as const,
    [{ type: 'BanAccount' }, { type: 'ReactivateAccount' }] as const,
    [{ type: 'BanAccount', cancelCrowdfundings: true }, { type: 'ReactivateAccount' }] as const,
    [{ type: 'DeactivateAccount' }, { type: 'ReactivateAccount' }] as const,
  ),
});

/** Actions of one person, one after another. */
export const script = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: purchase },
    { weight: 24, arbitrary: donation },
    { weight: 4, arbitrary: provider },
    { weight: 1, arbitrary: end },
    { weight: 1, arbitrary: leap },
    { weight: 1, arbitrary: closure },
    { weight: 4, arbitrary: adjustment },
    { weight: 2, arbitrary: identification },
  ),
  { minLength: 8, maxLength: 30, size: 'max' },
);
type Action = typeof script extends fc.Arbitrary<(infer One)[]> ? One : never;
type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

const MAX_ATTEMPTS = 30;
const pickAt = (list: readonly string[], index: number): string => list[index % list.length] as string;

const isUnanswered = (error: unknown): boolean =>
  error instanceof ProcessDied ||
  error instanceof AppendOutcomeUnknown ||
  error instanceof ConflictNotSettled;

/** Calls one process after another until one responds, like a customer. */
async function retryUntilAnswered<Result>(
  { api }: TestedSystem,
  first: number,
  ask: (process: ApiProcess) => Promise<Result>,
): Promise<Result> {
  for (let number = 0; ; number += 1) {
    try {
      return await ask(api[(first + number) % api.length] as ApiProcess);
    } catch (error) {
      if (!isUnanswered(error) || number === MAX_ATTEMPTS) throw error;
    }
  }
}

async function book(system: TestedSystem, first: number, paymentId: string): Promise<void> {
  await retryUntilAnswered(system, first, async (process) => {
    const payment = await system.provider.payments.retrieve(paymentId);
    if (payment) await process.getBooks().book(payment, createContext(system));
  });
}

async function buy(
  system: TestedSystem,
  { by, amount, known, reportMode, early, isPolledByBrowser, via }: Of<'buy'>,
): Promise<void> {
  const { provider, nextId, now } = system;
  const id = `pi_${nextId()}`;
  const accountId = pickAt(ACCOUNTS, by);
  provider.put({
    id,
    status: 'succeeded',
    amount,
    amountReceived: early ? amount : 0,
    amountRefunded: 0,
    currency: 'eur',
    refunds: [],
    disputes: [],
    accountId: resolveAccount(known, accountId),
    metadata: {},
    createdAt: now(),
  });
  if (early) await provider.report(id, reportMode);
  const purchaseId = nextId();
  const start = { type: 'StartPayment', paymentId: id, purchaseId, accountId, amount } as const;
  if (known === 'started')
    await retryUntilAnswered(system, via, (process) =>
      process.handler().handle(paymentDecider, id, start, createContext(system, purchaseId)),
    );
  provider.change(id, (payment) => ({ ...payment, amountReceived: amount }));
  await Promise.all([
    early ? undefined : provider.report(id, reportMode),
    isPolledByBrowser ? book(system, via, id) : undefined,
  ]);
}

async function donate(
  system: TestedSystem,
  { by, to, amount, stale, twice, via }: Of<'donate'>,
): Promise<void> {
  const { nextId, now, accepted } = system;
  const [accountId, crowdfundingId, donationId] = [pickAt(ACCOUNTS, by), pickAt(CROWDFUNDINGS, to), nextId()];
  const callProcess = (first: number) =>
    retryUntilAnswered(system, first, async (process) => {
      const handler = process.handler();
      const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
      const creatorId = state.status === 'NONE' ? '' : state.creatorId;
      const creator = await handler.load(accountDecider, creatorId);
      const isAccepting = canReceiveDonations(state, now()) && !isClosed(creator.state, now());
      const target = { crowdfundingId, creatorId, acceptsDonations: stale || isAccepting };
      const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
      return handler.handle(walletDecider, accountId, command, createContext(system, donationId));
    });
  const responses = await Promise.all([callProcess(via), ...(twice ? [callProcess(via + 1)] : [])]);
  if (responses.some((response) => response.accepted)) accepted.add(donationId);
}

async function finish(system: TestedSystem, { to, how, via }: Of<'end'>): Promise<void> {
  const [crowdfundingId, accountId] = [pickAt(CROWDFUNDINGS, to), pickAt(ACCOUNTS, to)];
  await Promise.all(
    how.map((type, index) =>
      retryUntilAnswered(system, via + index, (process) =>
        process
          .handler()
          .handle(
            crowdfundingDecider,
            crowdfundingId,
            { type, crowdfundingId, accountId },
            createContext(system),
          ),
      ),
    ),
  );
}

async function adjust(
  system: TestedSystem,
  { by, what, amount, proposer, approver, via }: Of<'adjust'>,
): Promise<void> {
  const accountId = pickAt(ACCOUNTS, by);
  const adjustmentId = system.nextId();
  const about = { accountId, adjustmentId };
  await retryUntilAnswered(system, via, async (process) => {
    const handler = process.handler();
    const { owed } = (await handler.load(walletDecider, accountId)).state;
    const agreed = what === 'WRITE_OFF' && owed > 0 ? Math.min(amount, owed) : amount;
    const staffId = pickAt(STAFF, proposer);
    const propose = { type: 'ProposeAdjustment', ...about, kind: what, amount: agreed, staffId } as const;
    return handler.handle(walletDecider, accountId, propose, createContext(system, adjustmentId));
  });
  const approve = { type: 'ApproveAdjustment', ...about, staffId: pickAt(STAFF, approver) } as const;
  await Promise.all(
    [0, 1].map((number) =>
      retryUntilAnswered(system, number, (process) =>
        process.handler().handle(walletDecider, accountId, approve, createContext(system)),
      ),
    ),
  );
}

async function changeAccount(system: TestedSystem, { of: number, does, via }: Of<'account'>): Promise<void> {
  const accountId = pickAt(ACCOUNTS, number);
  for (const command of does)
    await retryUntilAnswered(system, via, (process) =>
      process.handler().handle(accountDecider, accountId, { ...command, accountId }, createContext(system)),
    );
}

async function identify(
  system: TestedSystem,
  { some, by, proposer, approver, via }: Of<'identify'>,
): Promise<void> {
  const unknown = system.provider.all().filter(isUnknown);
  const paymentId = unknown[some % Math.max(unknown.length, 1)]?.id;
  if (!paymentId) return;
  const adjustmentId = system.nextId();
  const propose = {
    type: 'ProposeIdentification',
    paymentId,
    adjustmentId,
    accountId: pickAt(ACCOUNTS, by),
    staffId: pickAt(STAFF, proposer),
  } as const;
  await retryUntilAnswered(system, via, (process) =>
    process.handler().handle(paymentDecider, paymentId, propose, createContext(system, adjustmentId)),
  );
  const approve = { type: 'ApproveIdentification', paymentId, adjustmentId } as const;
  await Promise.all(
    [0, 1].map((number) => {
      const decision = { ...approve, purchaseId: system.nextId(), staffId: pickAt(STAFF, approver) };
      return retryUntilAnswered(system, number, (process) =>
        process.handler().handle(paymentDecider, paymentId, decision, createContext(system)),
      );
    }),
  );
}

async function actAtProvider(
  { provider }: TestedSystem,
  { some, reportMode, ...change }: Of<'provider'>,
): Promise<void> {
  const paid = provider.all().filter(({ amountReceived }) => amountReceived > 0);
  const id = paid[some % Math.max(paid.length, 1)]?.id;
  if (!id) return;
  provider.change(id, (payment) => applyProviderChange(payment, change));
  await provider.report(id, reportMode);
}

/** Executes an action until it gets a response. */
export async function act(system: TestedSystem, action: Action): Promise<void> {
  switch (action.kind) {
    case 'buy':
      return buy(system, action);
    case 'donate':
      return donate(system, action);
    case 'provider':
      return actAtProvider(system, action);
    case 'end':
      return finish(system, action);
    case 'leap':
      return system.advanceDays(action.days);
    case 'adjust':
      return adjust(system, action);
    case 'identify':
      return identify(system, action);
    case 'account':
      return changeAccount(system, action);
  }
}
