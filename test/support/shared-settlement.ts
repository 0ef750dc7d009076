import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { createHandler, type Handler } from '../../domain/handle.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { findCrowdfundingStatement } from '../../projections/crowdfunding/donations/query.ts';
import { createReadModelProgress, type SharedProgress } from '../../projections/engine/progress.ts';
import { type SettlementSystem, startSettlement } from '../../workers/crowdfunding/settlement.ts';
import type { Worker } from '../../workers/worker.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { createAccountId, createEvent, createId } from './projections/history.ts';
import { type RunningEngine, runEngine } from './projections/running.ts';
import { purchaseCoins } from './purchase.ts';

/** Number of commands sent at a time. More would wait longer than the deadlines of the log on a busy machine. */
export const CONCURRENT_COMMANDS = 100;
export const CREATOR = createAccountId(0);
/** Current time when the test file is loaded. */
export const START = new Date().toISOString();
export const createCrowdfundingId = (n: number): string => createId(4, n);

/** Database created by `setUpSettlement` for the current test file. The variables below use it. */
export let database: TestDatabase;
export let log: EventLog;
export let worker: RunningEngine;
export let progress: SharedProgress;
let handler: Handler;
let idCount = 0;
let now = START;
const settlementWorkers: Worker[] = [];

/**
 * Creates a database in which each donor has 100 coins, and runs its projections. The clock of the settlement workers
 * starts at `startAt`.
 */
export function setUpSettlement({ donors = 0, startAt = START } = {}): void {
  beforeAll(async () => {
    now = startAt;
    database = await createDatabase();
    log = createPostgresEventLog({ pool: database.pool });
    handler = createHandler({ log });
    progress = createReadModelProgress(database.pool, createPostgresFanOut(database.pool));
    worker = await runEngine(database.pool, log);
    const numbers = Array.from({ length: donors }, (_, n) => n + 1);
    await forEachConcurrently([0, ...numbers], CONCURRENT_COMMANDS, register);
    await forEachConcurrently(numbers, CONCURRENT_COMMANDS, (n) => buyCoins(n, 100));
  }, 60_000);
  afterEach(() =>
    Promise.all(settlementWorkers.splice(0).map((settlementWorker) => settlementWorker.close())),
  );
  afterAll(async () => {
    await worker.stop();
    await progress.close();
    await log.close();
    await database.drop();
  });
}

/** Sets the clock of the settlement workers. */
export const setNow = (instant: string): void => {
  now = instant;
};

function register(n: number) {
  const data = { role: 'USER', nickname: `Nick${n}`, profileName: `Name ${n}`, category: null } as const;
  const accountId = createAccountId(n);
  const event = createEvent({ type: 'AccountRegistered', data: { accountId, ...data } });
  return log.append(`account-${accountId}`, [event], 'no_stream');
}

const createNextId = (): string => {
  idCount += 1;
  return createId(7, idCount * 0x100);
};

const createContext = () => ({
  commandId: createNextId(),
  correlationId: createId(8, 0),
  actor: { kind: 'system', id: 'test' } as const,
  occurredAt: START,
});

export const createCrowdfunding = async (n: number, startAt = START) => {
  const crowdfundingId = createCrowdfundingId(n);
  const form = { title: `Pond ${n}`, description: 'For otters', goalAmount: 10_000, durationDays: 7 };
  const creation = {
    type: 'CreateCrowdfunding',
    crowdfundingId,
    creatorId: CREATOR,
    imageHash: '',
    ...form,
  } as const;
  await handler.handle(crowdfundingDecider, crowdfundingId, creation, createContext());
  const approval = {
    type: 'ApproveCrowdfunding',
    crowdfundingId,
    staffId: createNextId(),
    at: startAt,
  } as const;
  await handler.handle(crowdfundingDecider, crowdfundingId, approval, createContext());
};

export const endCrowdfunding = (n: number, type: 'CancelCrowdfunding' | 'CloseCrowdfunding') =>
  handler.handle(
    crowdfundingDecider,
    createCrowdfundingId(n),
    { type, crowdfundingId: createCrowdfundingId(n), accountId: CREATOR },
    createContext(),
  );

export const buyCoins = (account: number, amount: number) =>
  purchaseCoins(handler, createAccountId(account), amount, createContext());

export const donateCoins = (account: number, n: number, amount: number) => {
  const accountId = createAccountId(account);
  const donationId = createNextId();
  const target = { crowdfundingId: createCrowdfundingId(n), creatorId: CREATOR, acceptsDonations: true };
  const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
  return handler.handle(walletDecider, accountId, command, { ...createContext(), commandId: donationId });
};

/**
 * Starts a settlement worker and closes it after the test. Like a worker in a separate process, it shares only the
 * database with other workers.
 */
export function startSettlementWorker(
  settlementLog: EventLog = log,
  changes: Partial<SettlementSystem> = {},
): Worker {
  const settlementWorker = startSettlement({
    pool: database.pool,
    rawLog: log,
    handler: createHandler({ log: settlementLog }),
    progress,
    clock: { now: () => now },
    ids: { next: createNextId },
    logger: { info: () => {}, error: () => {} },
    ...changes,
  });
  settlementWorkers.push(settlementWorker);
  return settlementWorker;
}

/** Creates a log in which the wallet of one account cannot be read. */
export const createLogWithUnreadableWallet = (account: number): EventLog => ({
  ...log,
  readStream: async (stream, ...args) => {
    if (stream === `wallet-${createAccountId(account)}`) throw new Error('the wallet cannot be read');
    return log.readStream(stream, ...args);
  },
});

/** Returns the statement of the n-th campaign, or null until the campaign is projected. */
export const findStatement = (n: number) => findCrowdfundingStatement(database.pool, createCrowdfundingId(n));

export const getStatement = async (n: number) => {
  const statement = await findStatement(n);
  if (!statement) throw new Error('there is no such campaign');
  return statement;
};

export const isSettled = async (n: number): Promise<boolean> => (await findStatement(n))?.held === 0;
