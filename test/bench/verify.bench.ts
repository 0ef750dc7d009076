import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { projectionNames } from '../../projections/registry.ts';
import { createProcessEnvironment } from '../support/environment.ts';
import { cancel, close, createCrowdfunding } from './coins-commands.ts';
import {
  createDonation,
  createIds,
  createLogFiller,
  createPurchase,
  createRefund,
  createRegistration,
  createRelease,
  type DonationData,
  type StreamEvent,
} from './coins-data.ts';
import type { Benchmark, BenchmarkDatabase, BenchmarkEnvironment } from './harness.ts';
import { buildReadModels, openHandler } from './refunds.bench.ts';
import { createRow } from './rows.ts';

/** Number of events of the goal. With fewer, starting the process takes a considerable share of the time. */
const GOAL_EVENTS = 1_000_000;
const MAX_SECONDS = 15;
const MAX_MB = 400;
const PAGE_SIZE = 5_000;
/** Average number of events per campaign. */
const EVENTS_PER_CROWDFUNDING = 1_000;
const MIN_CROWDFUNDINGS = 8;
/** Average number of coin events per account. */
const EVENTS_PER_ACCOUNT = 25;
const INITIAL_COINS = 1_000_000;

/** Returns whether the n-th campaign is cancelled. One in four is cancelled, and one in four is closed. */
const isCancelled = (crowdfunding: number): boolean => crowdfunding % 4 === 1;
const isClosed = (crowdfunding: number): boolean => crowdfunding % 4 === 2;

interface Crowdfunding {
  readonly id: string;
  readonly creator: string;
  readonly donations: DonationData[];
}

/**
 * Yields the events before the campaigns end: registrations, one large purchase by each account, then seven
 * donations for every three purchases.
 */
function* generateEventsBeforeCompletion(
  accounts: readonly string[],
  crowdfundings: readonly Crowdfunding[],
  events: number,
): Generator<StreamEvent> {
  for (const [n, account] of accounts.entries()) yield createRegistration(account, n);
  for (const account of accounts) yield createPurchase(account, INITIAL_COINS);
  for (let n = accounts.length; n < events; n += 1) {
    const accountId = accounts[(n * 7_919) % accounts.length] as string;
    if (n % 10 < 3) {
      yield createPurchase(accountId, 50 + (n % 1_000));
      continue;
    }
    const { id: crowdfundingId, donations } = crowdfundings[
      (n * 104_729) % crowdfundings.length
    ] as Crowdfunding;
    const donation = {
      donationId: createIds(1)[0] as string,
      accountId,
      crowdfundingId,
      amount: 1 + (n % 50),
    };
    donations.push(donation);
    yield createDonation(donation);
  }
}

/** Yields the events after the campaigns have ended: refunds and releases. */
function* generateEventsAfterCompletion(crowdfundings: readonly Crowdfunding[]): Generator<StreamEvent> {
  for (const [n, { id, creator, donations }] of crowdfundings.entries()) {
    if (isCancelled(n)) for (const donation of donations) yield createRefund(donation, 'cancelled');
    const sum = donations.reduce((total, { amount }) => total + amount, 0);
    if (isClosed(n) && sum > 0) yield createRelease(id, creator, sum);
  }
}

/** Fills a log with valid coin events, and builds the read models from it. */
async function fillSystem(
  database: BenchmarkDatabase,
  events: number,
  note: (text: string) => void,
): Promise<void> {
  const { log, handler } = openHandler(database);
  const accounts = createIds(events / EVENTS_PER_ACCOUNT);
  const creators = createIds(Math.max(MIN_CROWDFUNDINGS, events / EVENTS_PER_CROWDFUNDING));
  const crowdfundings = await Promise.all(
    creators.map(async (creator) => ({
      id: await createCrowdfunding(handler, creator),
      creator,
      donations: [],
    })),
  );
  const fillLog = createLogFiller(database);
  note('the log');
  await fillLog(creators.map((creator, n) => createRegistration(creator, n + accounts.length)));
  await fillLog(generateEventsBeforeCompletion(accounts, crowdfundings, Math.round(events * 0.85)));
  for (const [n, { id, creator }] of crowdfundings.entries()) {
    if (isCancelled(n)) await cancel(handler, creator, id);
    if (isClosed(n)) await close(handler, creator, id);
  }
  await fillLog(generateEventsAfterCompletion(crowdfundings));
  await log.close();
  note('the read models');
  await buildReadModels(database.url, projectionNames);
  await database.pool.query('VACUUM ANALYZE');
  // Otherwise, PostgreSQL would still write the new rows to disk during the measurement.
  await database.pool.query('CHECKPOINT');
}

/** Counts, duration and memory of a `kindra verify` run. */
export interface VerifyResult {
  readonly seconds: number;
  readonly megabytes: number;
  /** Number of checked items, by kind. */
  readonly checked: Readonly<Record<string, number>>;
}

/** Parsed output of `kindra verify --json`. */
interface VerifyOutput extends Pick<VerifyResult, 'checked'> {
  readonly ok: boolean;
  readonly problems: readonly unknown[];
}

/**
 * Runs `kindra verify` in a separate process.
 * @throws Error if it finds problems
 */
export async function verify(url: string): Promise<VerifyResult> {
  const program = fileURLToPath(new URL('verify-run.mjs', import.meta.url));
  const env = createProcessEnvironment({
    DATABASE_URL: url,
    TOKEN_SECRET: 'of the benchmark, long enough to be one',
  });
  const startedAt = performance.now();
  // The exit status is not zero if there are problems.
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env }).catch(
    (error: Error & { readonly stdout: string }) => {
      if (error.stdout === '') throw error;
      return error;
    },
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const [answer = '', megabytes] = stdout.trim().split('\n');
  const { ok, problems, checked } = JSON.parse(answer) as VerifyOutput;
  if (!ok) throw new Error(`verify found problems: ${JSON.stringify(problems.slice(0, 3))}`);
  return { checked, seconds, megabytes: Number(megabytes) };
}

/** Reads every event page by page. Returns the duration in seconds. */
export async function measureReadSeconds({ pool }: BenchmarkDatabase): Promise<number> {
  const log = createPostgresEventLog({ pool });
  const startedAt = performance.now();
  for (let position = 0; ; ) {
    const events = await log.readAll({ after: position, limit: PAGE_SIZE });
    position = events.at(-1)?.position ?? position;
    if (events.length < PAGE_SIZE) break;
  }
  await log.close();
  return (performance.now() - startedAt) / 1_000;
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  try {
    const size = pick({ tiny: 1_000, quick: 50_000, standard: 150_000, large: GOAL_EVENTS });
    await fillSystem(database, size, note);
    note('kindra verify');
    const { seconds, megabytes, checked } = await verify(database.url);
    note('the limit');
    const { events = Number.NaN } = checked;
    report(
      createRow({
        what: 'verify of a log of coin events and its read models',
        rate: events / seconds,
        unit: 'events/s',
        limitName: 'reading the log once',
        limit: events / (await measureReadSeconds(database)),
        ...(size === GOAL_EVENTS && { goal: { atLeast: GOAL_EVENTS / MAX_SECONDS } }),
      }),
      createRow({ what: 'verify: memory', rate: megabytes, unit: 'MB', goal: { atMost: MAX_MB } }),
    );
  } finally {
    await database.drop();
  }
}

/** Time to verify a log of coin events and the read models built from it. */
export const verifyBenchmark: Benchmark = { name: 'verify', run };
