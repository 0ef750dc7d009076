import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createEventLogPaymentBooks } from '../../application/payment-books.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { isClosed } from '../../domain/accounts/state.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { canReceiveDonations } from '../../domain/crowdfunding/state.ts';
import { createHandler, type Handler } from '../../domain/handle.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { AppendOutcomeUnknown, type EventLog } from '../../domain/ports/event-log.ts';
import type { Payment } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import type { BookingContext, PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
import { createSettlement, type Settlement } from './coins-settlement.ts';

/** When an append loses its connection: before the write, after it, or not at all. */
export type LostResponse = 'no' | 'before' | 'after';

const createNumberedId = (kind: string, number: number): string =>
  `01980000-0000-7000-${kind}-${number.toString(16).padStart(12, '0')}`;

export const ACCOUNTS = [1, 2, 3, 4].map((number) => createNumberedId('8000', number));
export const STAFF = [1, 2].map((number) => createNumberedId('8001', number));
/** Id of an account in another installation that uses the same payment provider. */
export const FOREIGN_ACCOUNT = createNumberedId('8004', 1);
/** Crowdfunding ids. The n-th campaign belongs to the n-th account. */
export const CROWDFUNDINGS = [1, 2].map((number) => createNumberedId('8002', number));

const START = '2026-11-21T09:30:00.000Z';
export const BEFORE_END = '2026-11-22T09:30:00.000Z';
export const LONG_AFTER = '2028-01-01T00:00:00.000Z';
const SYSTEM: Actor = { kind: 'system', id: 'properties' };

/** A process with its own stream cache and payment books. */
interface Process {
  readonly handler: Handler;
  readonly books: PaymentBooks;
}

/** Simulated processes that share a log, a payment provider, and a settlement that can be killed. */
export interface CoinSystem {
  readonly log: EventLog;
  readonly getProcess: (number: number) => Process;
  readonly payments: Map<string, Payment>;
  readonly nextId: () => string;
  readonly createContext: () => BookingContext & { readonly commandId: string };
  readonly settlement: Settlement;
}

/** Creates a log in which some appends lose their response, before or after the events are written. */
function createUnreliableLog(log: EventLog, getLostResponse: () => LostResponse): EventLog {
  const append: EventLog['append'] = async (stream, ...args) => {
    const lostResponse = getLostResponse();
    if (lostResponse === 'before') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    const result = await log.append(stream, ...args);
    if (lostResponse === 'after') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return result;
  };
  return { ...log, append };
}

/**
 * Creates a handler that behaves as if all streams were so long that command ids are no longer cached. Only deciders
 * recognize repeated commands.
 */
export const createUncachedHandler = (handler: Handler, nextId: () => string): Handler => ({
  ...handler,
  handle: (decider, id, command, context) =>
    handler.handle(decider, id, command, { ...context, commandId: nextId() }),
});

/**
 * Creates the processes and the log that they share.
 * @param hasLongStreams whether only deciders recognize repeated commands
 */
export async function createCoinSystem(
  getLostResponse: () => LostResponse,
  hasLongStreams = false,
): Promise<CoinSystem> {
  const reliableLog = createMemoryEventLog();
  let idCount = 0;
  const createNextId = () => {
    idCount += 1;
    return `01990000-0000-7000-8000-${idCount.toString(16).padStart(8, '0')}0000`;
  };
  const createContext = () => ({
    commandId: createNextId(),
    correlationId: createNumberedId('8003', 0),
    actor: SYSTEM,
    occurredAt: START,
  });
  const startProcess = (log: EventLog, cacheSize: number): Process => {
    const cachedHandler = createHandler({ log, cacheSize });
    const handler = hasLongStreams ? createUncachedHandler(cachedHandler, createNextId) : cachedHandler;
    return {
      handler,
      books: createEventLogPaymentBooks({ handler, ids: { next: createNextId } }),
    };
  };
  const log = createUnreliableLog(reliableLog, getLostResponse);
  const processes = [startProcess(log, 100), startProcess(log, 1)] as const;
  const { handler } = startProcess(reliableLog, 10);
  await registerAccounts(handler, createContext);
  await createCrowdfundings(handler, createContext);
  return {
    log: reliableLog,
    getProcess: (number) => processes[number % 2] as Process,
    payments: new Map(),
    nextId: createNextId,
    createContext,
    settlement: createSettlement(
      reliableLog,
      startProcess(log, 1).handler,
      { now: () => START },
      { next: createNextId },
    ),
  };
}

/** Registers all accounts that have a wallet. */
export async function registerAccounts(
  handler: Handler,
  createContext: CoinSystem['createContext'],
): Promise<void> {
  for (const [index, accountId] of ACCOUNTS.entries()) {
    const person = {
      role: 'USER',
      nickname: `person${index}`,
      profileName: 'Person',
      category: null,
    } as const;
    await handler.handle(
      accountDecider,
      accountId,
      { type: 'RegisterAccount', accountId, ...person },
      createContext(),
    );
  }
}

async function createCrowdfundings(
  handler: Handler,
  createContext: CoinSystem['createContext'],
): Promise<void> {
  for (const [index, crowdfundingId] of CROWDFUNDINGS.entries()) {
    const form = { title: 'A pond', description: 'For otters', goalAmount: 10_000, durationDays: 7 };
    const creatorId = ACCOUNTS[index] as string;
    const creation = {
      type: 'CreateCrowdfunding',
      crowdfundingId,
      creatorId,
      imageHash: '',
      ...form,
    } as const;
    await handler.handle(crowdfundingDecider, crowdfundingId, creation, createContext());
    const staffId = STAFF[0] as string;
    const approval = { type: 'ApproveCrowdfunding', crowdfundingId, staffId, at: START } as const;
    await handler.handle(crowdfundingDecider, crowdfundingId, approval, createContext());
  }
}

/** Input of `donate`. `isStale` means that the campaign was checked too long ago. */
export interface DonationOrder {
  readonly accountIndex: number;
  readonly crowdfundingIndex: number;
  readonly amount: number;
  readonly processIndex: number;
  readonly donationId: string;
  readonly isStale: boolean;
}

/** Donates like the API: loads the campaign and its creator first. */
export async function donate({ getProcess, createContext }: CoinSystem, order: DonationOrder) {
  const { handler } = getProcess(order.processIndex);
  const crowdfundingId = CROWDFUNDINGS[order.crowdfundingIndex] as string;
  const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
  const creatorId = state.status === 'NONE' ? '' : state.creatorId;
  const creator = await handler.load(accountDecider, creatorId);
  const isAccepting = canReceiveDonations(state, BEFORE_END) && !isClosed(creator.state, BEFORE_END);
  const target = { crowdfundingId, creatorId, acceptsDonations: order.isStale || isAccepting };
  const accountId = ACCOUNTS[order.accountIndex] as string;
  const { donationId, amount } = order;
  return handler.handle(
    walletDecider,
    accountId,
    { type: 'DonateCoins', accountId, donationId, amount, target },
    { ...createContext(), commandId: donationId },
  );
}

/** Returns whether the account of a payment is unknown to this installation. */
export const isUnknownPayment = ({ accountId }: Payment): boolean =>
  accountId === null || accountId === FOREIGN_ACCOUNT;

/**
 * Where the account of a payment is recorded: in the payment start, in the payment's metadata, in another installation,
 * or nowhere.
 */
export const ACCOUNT_SOURCES = ['started', 'metadata', 'stranger', 'unknown'] as const;

/** Returns the account id in the metadata of a payment, or null if the metadata contains none. */
export function resolveAccount(source: (typeof ACCOUNT_SOURCES)[number], accountId: string): string | null {
  if (source === 'stranger') return FOREIGN_ACCOUNT;
  return source === 'metadata' ? accountId : null;
}

/**
 * Creates a payment at the provider. `accountSource` selects where the account is recorded. If the amount is odd, one
 * coin less than requested is received. Some payments are in another currency.
 */
export async function createPayment(
  { getProcess, createContext, nextId, payments }: CoinSystem,
  order: {
    accountIndex: number;
    amount: number;
    processIndex: number;
    accountSource: (typeof ACCOUNT_SOURCES)[number];
    plannedDonation?: { crowdfundingIndex: number; amount: number } | null;
  },
): Promise<void> {
  const id = `pi_${nextId()}`;
  const accountId = ACCOUNTS[order.accountIndex] as string;
  if (order.accountSource === 'started') {
    const paymentStart = {
      type: 'StartPayment',
      paymentId: id,
      purchaseId: nextId(),
      accountId,
      amount: order.amount,
      ...(order.plannedDonation && {
        donation: {
          donationId: nextId(),
          crowdfundingId: CROWDFUNDINGS[order.plannedDonation.crowdfundingIndex] as string,
          amount: order.plannedDonation.amount,
        },
      }),
    };
    await getProcess(order.processIndex).handler.handle(
      paymentDecider,
      id,
      { ...paymentStart, type: 'StartPayment' },
      createContext(),
    );
  }
  payments.set(id, {
    id,
    status: 'succeeded',
    amount: order.amount,
    amountReceived: order.amount - (order.amount % 2),
    amountRefunded: 0,
    currency: order.amount % 11 === 0 ? 'usd' : 'eur',
    refunds: [],
    disputes: [],
    accountId: resolveAccount(order.accountSource, accountId),
    metadata: {},
    createdAt: START,
  });
}
