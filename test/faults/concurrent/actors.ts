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
  ACCOUNT_SOURCES,
  ACCOUNTS,
  CROWDFUNDINGS,
  isUnknownPayment,
  resolveAccount,
  STAFF,
} from '../../properties/coin-system.ts';
import { applyProviderChange } from '../../properties/coins-checks.ts';
import { type ApiProcess, ProcessCrashed } from './processes.ts';
import { REPORT_MODES } from './provider.ts';
import { createContext, type TestedSystem } from './tested-system.ts';

const account = fc.nat(ACCOUNTS.length - 1);
const crowdfunding = fc.nat(CROWDFUNDINGS.length - 1);
const staff = fc.nat(STAFF.length - 1);
const processIndex = fc.nat(1);
const reportMode = fc.constantFrom(...REPORT_MODES);
const subjectIndex = fc.nat(9);
const coins = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 300 }) },
);
const createAction = <Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) =>
  fc.record({ kind: fc.constant(kind), processIndex, ...fields } as never) as fc.Arbitrary<
    { readonly kind: Kind; readonly processIndex: number } & Fields
  >;

const accountSource = fc.constantFrom(...ACCOUNT_SOURCES);
const purchase = createAction('buy', {
  accountIndex: account,
  amount: fc.integer({ min: 50, max: 300 }),
  accountSource,
  reportMode,
  /** Whether the webhook arrives before the payment start is recorded. */
  isReportedEarly: fc.boolean(),
  /** Whether the buyer's browser polls the payment status. */
  isPolledByBrowser: fc.boolean(),
});
const donation = createAction('donate', {
  accountIndex: account,
  crowdfundingIndex: crowdfunding,
  amount: coins,
  /** Whether the campaign was checked too long before the donation. */
  isStale: fc.boolean(),
  isSentTwice: fc.boolean(),
});
const provider = createAction('provider', {
  subjectIndex,
  amount: coins,
  changeKind: fc.constantFrom('refund' as const, 'fail' as const, 'dispute' as const, 'win' as const),
  reportMode,
});
const ending = createAction('end', {
  crowdfundingIndex: crowdfunding,
  commandTypes: fc.constantFrom(
    ['CancelCrowdfunding'] as const,
    ['CloseCrowdfunding'] as const,
    ['CancelCrowdfundingAsStaff'] as const,
    ['CancelCrowdfunding', 'CloseCrowdfunding'] as const,
    ['CancelCrowdfundingAsStaff', 'CloseCrowdfunding'] as const,
  ),
});
const timeAdvance = createAction('leap', { days: fc.constantFrom(10, 100) });
const adjustment = createAction('adjust', {
  accountIndex: account,
  adjustmentKind: fc.constantFrom('CREDIT' as const, 'DEBIT' as const, 'WRITE_OFF' as const),
  amount: coins,
  proposer: staff,
  approver: staff,
});
const identification = createAction('identify', {
  subjectIndex,
  accountIndex: account,
  proposer: staff,
  approver: staff,
});
const accountChange = createAction('account', {
  creatorIndex: crowdfunding,
  /** Commands that are executed one after another on the creator's account. */
  commands: fc.constantFrom(
    [{ type: 'BanAccount', cancelCrowdfundings: true }] as const,
    [{ type: 'BanAccount' }, { type: 'ReactivateAccount' }] as const,
    [{ type: 'BanAccount', cancelCrowdfundings: true }, { type: 'ReactivateAccount' }] as const,
    [{ type: 'DeactivateAccount' }, { type: 'ReactivateAccount' }] as const,
  ),
});

/** Actions that one person performs one after another. */
export const script = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: purchase },
    { weight: 24, arbitrary: donation },
    { weight: 4, arbitrary: provider },
    { weight: 1, arbitrary: ending },
    { weight: 1, arbitrary: timeAdvance },
    { weight: 1, arbitrary: accountChange },
    { weight: 4, arbitrary: adjustment },
    { weight: 2, arbitrary: identification },
  ),
  { minLength: 8, maxLength: 30, size: 'max' },
);
type Action = typeof script extends fc.Arbitrary<(infer Item)[]> ? Item : never;
type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

const MAX_ATTEMPTS = 30;
const pickCyclic = (items: readonly string[], index: number): string => items[index % items.length] as string;

const isResponseMissing = (error: unknown): boolean =>
  error instanceof ProcessCrashed ||
  error instanceof AppendOutcomeUnknown ||
  error instanceof ConflictNotSettled;

/** Calls the API processes in turn until one responds, as a customer would. */
async function retryUntilResponse<Result>(
  { api }: TestedSystem,
  firstProcess: number,
  send: (process: ApiProcess) => Promise<Result>,
): Promise<Result> {
  for (let number = 0; ; number += 1) {
    try {
      return await send(api[(firstProcess + number) % api.length] as ApiProcess);
    } catch (error) {
      if (!isResponseMissing(error) || number === MAX_ATTEMPTS) throw error;
    }
  }
}

async function book(system: TestedSystem, firstProcess: number, paymentId: string): Promise<void> {
  await retryUntilResponse(system, firstProcess, async (process) => {
    const payment = await system.provider.payments.retrieve(paymentId);
    if (payment) await process.getBooks().book(payment, createContext(system));
  });
}

async function buy(
  system: TestedSystem,
  {
    accountIndex,
    amount,
    accountSource,
    reportMode,
    isReportedEarly,
    isPolledByBrowser,
    processIndex,
  }: ActionOf<'buy'>,
): Promise<void> {
  const { provider, nextId, getNow } = system;
  const id = `pi_${nextId()}`;
  const accountId = pickCyclic(ACCOUNTS, accountIndex);
  provider.putPayment({
    id,
    status: 'succeeded',
    amount,
    amountReceived: isReportedEarly ? amount : 0,
    amountRefunded: 0,
    currency: 'eur',
    refunds: [],
    disputes: [],
    accountId: resolveAccount(accountSource, accountId),
    metadata: {},
    createdAt: getNow(),
  });
  if (isReportedEarly) await provider.report(id, reportMode);
  const purchaseId = nextId();
  const paymentStart = { type: 'StartPayment', paymentId: id, purchaseId, accountId, amount } as const;
  if (accountSource === 'started')
    await retryUntilResponse(system, processIndex, (process) =>
      process.getHandler().handle(paymentDecider, id, paymentStart, createContext(system, purchaseId)),
    );
  provider.change(id, (payment) => ({ ...payment, amountReceived: amount }));
  await Promise.all([
    isReportedEarly ? undefined : provider.report(id, reportMode),
    isPolledByBrowser ? book(system, processIndex, id) : undefined,
  ]);
}

async function donate(
  system: TestedSystem,
  { accountIndex, crowdfundingIndex, amount, isStale, isSentTwice, processIndex }: ActionOf<'donate'>,
): Promise<void> {
  const { nextId, getNow, acceptedDonations } = system;
  const [accountId, crowdfundingId, donationId] = [
    pickCyclic(ACCOUNTS, accountIndex),
    pickCyclic(CROWDFUNDINGS, crowdfundingIndex),
    nextId(),
  ];
  const callProcess = (firstProcess: number) =>
    retryUntilResponse(system, firstProcess, async (process) => {
      const handler = process.getHandler();
      const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
      const creatorId = state.status === 'NONE' ? '' : state.creatorId;
      const creator = await handler.load(accountDecider, creatorId);
      const isAccepting = canReceiveDonations(state, getNow()) && !isClosed(creator.state, getNow());
      const target = { crowdfundingId, creatorId, acceptsDonations: isStale || isAccepting };
      const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
      return handler.handle(walletDecider, accountId, command, createContext(system, donationId));
    });
  const responses = await Promise.all([
    callProcess(processIndex),
    ...(isSentTwice ? [callProcess(processIndex + 1)] : []),
  ]);
  if (responses.some((response) => response.accepted)) acceptedDonations.add(donationId);
}

async function endCrowdfunding(
  system: TestedSystem,
  { crowdfundingIndex, commandTypes, processIndex }: ActionOf<'end'>,
): Promise<void> {
  const [crowdfundingId, accountId] = [
    pickCyclic(CROWDFUNDINGS, crowdfundingIndex),
    pickCyclic(ACCOUNTS, crowdfundingIndex),
  ];
  await Promise.all(
    commandTypes.map((type, index) =>
      retryUntilResponse(system, processIndex + index, (process) =>
        process
          .getHandler()
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
  { accountIndex, adjustmentKind, amount, proposer, approver, processIndex }: ActionOf<'adjust'>,
): Promise<void> {
  const accountId = pickCyclic(ACCOUNTS, accountIndex);
  const adjustmentId = system.nextId();
  const adjustment = { accountId, adjustmentId };
  await retryUntilResponse(system, processIndex, async (process) => {
    const handler = process.getHandler();
    const { owed } = (await handler.load(walletDecider, accountId)).state;
    const proposedAmount = adjustmentKind === 'WRITE_OFF' && owed > 0 ? Math.min(amount, owed) : amount;
    const staffId = pickCyclic(STAFF, proposer);
    const proposal = {
      type: 'ProposeAdjustment',
      ...adjustment,
      kind: adjustmentKind,
      amount: proposedAmount,
      staffId,
    } as const;
    return handler.handle(walletDecider, accountId, proposal, createContext(system, adjustmentId));
  });
  const approval = {
    type: 'ApproveAdjustment',
    ...adjustment,
    staffId: pickCyclic(STAFF, approver),
  } as const;
  await Promise.all(
    [0, 1].map((number) =>
      retryUntilResponse(system, number, (process) =>
        process.getHandler().handle(walletDecider, accountId, approval, createContext(system)),
      ),
    ),
  );
}

async function changeAccount(
  system: TestedSystem,
  { creatorIndex, commands, processIndex }: ActionOf<'account'>,
): Promise<void> {
  const accountId = pickCyclic(ACCOUNTS, creatorIndex);
  for (const command of commands)
    await retryUntilResponse(system, processIndex, (process) =>
      process
        .getHandler()
        .handle(accountDecider, accountId, { ...command, accountId }, createContext(system)),
    );
}

async function identify(
  system: TestedSystem,
  { subjectIndex, accountIndex, proposer, approver, processIndex }: ActionOf<'identify'>,
): Promise<void> {
  const unknownPayments = system.provider.listPayments().filter(isUnknownPayment);
  const paymentId = unknownPayments[subjectIndex % Math.max(unknownPayments.length, 1)]?.id;
  if (!paymentId) return;
  const adjustmentId = system.nextId();
  const proposal = {
    type: 'ProposeIdentification',
    paymentId,
    adjustmentId,
    accountId: pickCyclic(ACCOUNTS, accountIndex),
    staffId: pickCyclic(STAFF, proposer),
  } as const;
  await retryUntilResponse(system, processIndex, (process) =>
    process.getHandler().handle(paymentDecider, paymentId, proposal, createContext(system, adjustmentId)),
  );
  const approval = { type: 'ApproveIdentification', paymentId, adjustmentId } as const;
  await Promise.all(
    [0, 1].map((number) => {
      const approvalCommand = {
        ...approval,
        purchaseId: system.nextId(),
        staffId: pickCyclic(STAFF, approver),
      };
      return retryUntilResponse(system, number, (process) =>
        process.getHandler().handle(paymentDecider, paymentId, approvalCommand, createContext(system)),
      );
    }),
  );
}

async function actAtProvider(
  { provider }: TestedSystem,
  { subjectIndex, reportMode, ...change }: ActionOf<'provider'>,
): Promise<void> {
  const receivedPayments = provider.listPayments().filter(({ amountReceived }) => amountReceived > 0);
  const id = receivedPayments[subjectIndex % Math.max(receivedPayments.length, 1)]?.id;
  if (!id) return;
  provider.change(id, (payment) => applyProviderChange(payment, change));
  await provider.report(id, reportMode);
}

/** Repeats an action until it gets a response. */
export async function executeAction(system: TestedSystem, action: Action): Promise<void> {
  switch (action.kind) {
    case 'buy':
      return buy(system, action);
    case 'donate':
      return donate(system, action);
    case 'provider':
      return actAtProvider(system, action);
    case 'end':
      return endCrowdfunding(system, action);
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
