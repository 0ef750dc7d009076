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

/** When the connection of an append is lost: before or after the write, or not at all. */
export type LostResponse = 'no' | 'before' | 'after';

const createNumberedId = (kind: string, number: number): string =>
  `01980000-0000-7000-${kind}-${number.toString(16).padStart(12, '0')}`;

export const ACCOUNTS = [1, 2, 3, 4].map((number) => createNumberedId('8000', number));
export const STAFF = [1, 2].map((number) => createNumberedId('8001', number));
/** An account of another installation with the same payment provider. */
export const STRANGER = createNumberedId('8004', 1);
/** The n-th crowdfunding was created by the n-th account. */
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

/** Processes that share a log, a payment provider, and a settlement that can be killed. */
export interface CoinSystem {
  readonly log: EventLog;
  readonly process: (number: number) => Process;
  readonly payments: Map<string, Payment>;
  readonly nextId: () => string;
  readonly context: () => BookingContext & { readonly commandId: string };
  readonly settlement: Settlement;
}

/** Creates a log that loses some responses. */
function createUnreliableLog(log: EventLog, getLostResponse: () => LostResponse): EventLog {
  const append: EventLog['append'] = async (stream, ...args) => {
    const lostAt = getLostResponse();
    if (lostAt === 'before') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    const result = await log.append(stream, ...args);
    if (lostAt === 'after') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return result;
  };
  return { ...log, append };
}

/**
 * Creates a handler whose streams are so long that the ids of commands are no longer cached: only deciders
 * recognize repetitions.
 */
export const createUncachedHandler = (handler: Handler, nextId: () => string): Handler => ({
  ...handler,
  handle: (decider, id, command, context) =>
    handler.handle(decider, id, command, { ...context, commandId: nextId() }),
});

/**
 * Creates the processes and their shared log.
 * @param longStreams whether only deciders recognize repeated commands
 */
export async function createCoinSystem(
  getLostResponse: () => LostResponse,
  longStreams = false,
): Promise<CoinSystem> {
  const memory = createMemoryEventLog();
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
    const handler = longStreams ? createUncachedHandler(cachedHandler, createNextId) : cachedHandler;
    return {
      handler,
      books: createEventLogPaymentBooks({ handler, ids: { next: createNextId } }),
    };
  };
  const log = createUnreliableLog(memory, getLostResponse);
  const processes = [startProcess(log, 100), startProcess(log, 1)] as const;
  const { handler } = startProcess(memory, 10);
  await registerAccounts(handler, createContext);
  await createCrowdfundings(handler, createContext);
  return {
    log: memory,
    process: (number) => processes[number % 2] as Process,
    payments: new Map(),
    nextId: createNextId,
    context: createContext,
    settlement: createSettlement(
      memory,
      startProcess(log, 1).handler,
      { now: () => START },
      { next: createNextId },
    ),
  };
}

/** Registers all owners of wallets. */
export async function registerAccounts(handler: Handler, context: CoinSystem['context']): Promise<void> {
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
      context(),
    );
  }
}

async function createCrowdfundings(handler: Handler, context: CoinSystem['context']): Promise<void> {
  for (const [index, crowdfundingId] of CROWDFUNDINGS.entries()) {
    const form = { title: 'A pond', description: 'For otters', goalAmount: 10_000, durationDays: 7 };
    const creatorId = ACCOUNTS[index] as string;
    const create = { type: 'CreateCrowdfunding', crowdfundingId, creatorId, imageHash: '', ...form } as const;
    await handler.handle(crowdfundingDecider, crowdfundingId, create, context());
    const staffId = STAFF[0] as string;
    const approve = { type: 'ApproveCrowdfunding', crowdfundingId, staffId, at: START } as const;
    await handler.handle(crowdfundingDecider, crowdfundingId, approve, context());
  }
}

/** A donation to be made through a process; `stale` if the crowdfunding was checked too long ago. */
export interface DonationOrder {
  readonly by: number;
  readonly to: number;
  readonly amount: number;
  readonly via: number;
  readonly donationId: string;
  readonly stale: boolean;
}

/** Donates like the API: loads crowdfunding and creator first. */
export async function donate({ process, context }: CoinSystem, order: DonationOrder) {
  const { handler } = process(order.via);
  const crowdfundingId = CROWDFUNDINGS[order.to] as string;
  const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
  const creatorId = state.status === 'NONE' ? '' : state.creatorId;
  const creator = await handler.load(accountDecider, creatorId);
  const isAccepting = canReceiveDonations(state, BEFORE_END) && !isClosed(creator.state, BEFORE_END);
  const target = { crowdfundingId, creatorId, acceptsDonations: order.stale || isAccepting };
  const accountId = ACCOUNTS[order.by] as string;
  const { donationId, amount } = order;
  return handler.handle(
    walletDecider,
    accountId,
    { type: 'DonateCoins', accountId, donationId, amount, target },
    { ...context(), commandId: donationId },
  );
}

/** Whether the account of a payment is unknown here. */
export const isUnknown = ({ accountId }: Payment): boolean => accountId === null || accountId === STRANGER;

/**
 * How the account of a payment is known: by its start, by its metadata, as an account of another installation, or not
 * at all.
 */
export const PAYMENT_OWNERS = ['started', 'metadata', 'stranger', 'unknown'] as const;

/** Returns the account in the metadata of a payment. */
export function resolveAccount(source: (typeof PAYMENT_OWNERS)[number], accountId: string): string | null {
  if (source === 'stranger') return STRANGER;
  return source === 'metadata' ? accountId : null;
}

/**
 * Makes a payment at the provider: started here, perhaps with a planned donation, or known only by its metadata, or
 * unknown. For odd amounts, one coin less is received than requested, and some are in another currency.
 */
export async function pay(
  { process, context, nextId, payments }: CoinSystem,
  order: {
    by: number;
    amount: number;
    via: number;
    known: (typeof PAYMENT_OWNERS)[number];
    plan?: { to: number; amount: number } | null;
  },
): Promise<void> {
  const id = `pi_${nextId()}`;
  const accountId = ACCOUNTS[order.by] as string;
  if (order.known === 'started') {
    const start = {
      type: 'StartPayment',
      paymentId: id,
      purchaseId: nextId(),
      accountId,
      amount: order.amount,
      ...(order.plan && {
        donation: {
          donationId: nextId(),
          crowdfundingId: CROWDFUNDINGS[order.plan.to] as string,
          amount: order.plan.amount,
        },
      }),
    };
    await process(order.via).handler.handle(
      paymentDecider,
      id,
      { ...start, type: 'StartPayment' },
      context(),
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
    accountId: resolveAccount(order.known, accountId),
    metadata: {},
    createdAt: START,
  });
}
