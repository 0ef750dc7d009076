import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createHandler } from '../../domain/handle.ts';
import { type CrowdfundingSettlement, getRefundProgress } from '../../domain/settlement/settlement.ts';
import { findSettlement } from '../../projections/crowdfunding/settlement/query.ts';
import { projectionNames } from '../../projections/registry.ts';
import { BARE_TABLE, createLikeEvent, getLikeStream } from './bare-insert.ts';
import { cancel, createCrowdfunding } from './coins-commands.ts';
import {
  createDonation,
  createIds,
  createLogFiller,
  createPurchase,
  createRegistration,
  type StreamEvent,
} from './coins-data.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  measureMs,
  measureRate,
  percentile,
} from './harness.ts';
import { createRow } from './rows.ts';

const MIN_PER_SECOND = 2_000;
const POLL_INTERVAL_MS = 100;
const MAX_WAIT_MS = 300_000;
const AMOUNT = 25;
const ROWS_PER_INSERT = 500;
const MAX_BARE_READS = 200;

const getProgramPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds read models from a log in a separate process. */
export async function buildReadModels(url: string, names: readonly string[]): Promise<void> {
  const execute = promisify(execFile);
  await execute(process.execPath, ['--import', 'tsx', getProgramPath('rebuild-run.ts'), url, ...names]);
}

/** Opens a handler that does not decrypt texts. The bulk-inserted log contains no texts. */
export function openHandler({ pool }: BenchmarkDatabase) {
  const log = createPostgresEventLog({ pool });
  return { log, handler: createHandler({ log }) };
}

function* generateDonations(donors: readonly string[], crowdfundingId: string): Generator<StreamEvent> {
  for (const [n, accountId] of donors.entries()) yield createRegistration(accountId, n);
  for (const accountId of donors) yield createPurchase(accountId, 2 * AMOUNT);
  for (const accountId of donors) {
    const [donationId = ''] = createIds(1);
    yield createDonation({ donationId, accountId, crowdfundingId, amount: AMOUNT });
  }
}

/** Observed refund progress of a campaign. */
interface RefundProgress {
  readonly finalState: CrowdfundingSettlement;
  /** Durations of the reads, in milliseconds. */
  readonly readDurations: readonly number[];
}

/** Polls the refund progress, as the crowdfunding page does, until all donors are refunded. */
async function observeProgress(pool: Pool, id: string, donors: number): Promise<RefundProgress> {
  const readDurations: number[] = [];
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const readAt = performance.now();
    const state = await findSettlement(pool, id);
    readDurations.push(performance.now() - readAt);
    if (!state) throw new Error('the settlement has no such campaign');
    const progress = getRefundProgress(state);
    if (progress.done === donors) return { finalState: state, readDurations };
    if (readAt > deadline) throw new Error(`only ${progress.done} of ${donors} donors were refunded`);
    await delay(POLL_INTERVAL_MS);
  }
}

/** Returns the number of events inserted per second in batches, like the appends of many concurrent refunds. */
async function measureInsertRate({ pool }: BenchmarkDatabase, ms: number): Promise<number> {
  await pool.query(BARE_TABLE);
  const batch = Array.from({ length: ROWS_PER_INSERT }, createLikeEvent);
  const values = [
    batch.map(getLikeStream),
    batch.map(({ data }) => JSON.stringify(data)),
    batch.map(({ metadata }) => JSON.stringify(metadata)),
  ];
  const text = `INSERT INTO public.bare (stream, data, metadata)
    SELECT stream, data::json, metadata::json FROM unnest($1::text[], $2::text[], $3::text[]) made (stream, data, metadata)`;
  return ROWS_PER_INSERT * (await measureRate(1, ms, () => pool.query({ name: 'batch', text, values })));
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  const { log, handler } = openHandler(database);
  try {
    const donors = pick({ tiny: 50, quick: 5_000, standard: 20_000, large: 100_000 });
    note(`${donors} donors of one campaign`);
    const [creator = '', ...accounts] = createIds(donors + 1);
    const crowdfunding = await createCrowdfunding(handler, creator);
    await createLogFiller(database)(generateDonations(accounts, crowdfunding));
    note('the read models');
    await buildReadModels(database.url, projectionNames);
    await database.pool.query('VACUUM ANALYZE');
    const worker = spawn(
      process.execPath,
      ['--import', 'tsx', getProgramPath('refunds-run.ts'), database.url],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const memoryOutput = once(worker.stdout, 'data');
    note('cancelled: refunds');
    await cancel(handler, creator, crowdfunding);
    const startedAt = performance.now();
    const { finalState, readDurations } = await observeProgress(database.pool, crowdfunding, donors);
    const seconds = (performance.now() - startedAt) / 1_000;
    worker.stdin.end();
    const [megabytes] = await memoryOutput;
    if (finalState.refunded !== donors * AMOUNT) throw new Error('not every coin went back');
    const selectDurations: number[] = [];
    for (const _ of readDurations.slice(0, MAX_BARE_READS))
      selectDurations.push(await measureMs(() => database.pool.query('SELECT 1')));
    report(
      createRow({
        what: 'refunds of the donors of one campaign, shown in the progress',
        rate: donors / seconds,
        unit: 'refunds/s',
        limitName: 'events inserted in batches of 500',
        limit: await measureInsertRate(database, pick({ tiny: 50, quick: 500, standard: 2_000 })),
        goal: { atLeast: MIN_PER_SECOND },
      }),
      createRow({
        what: 'reading the progress meanwhile, p99',
        rate: percentile(readDurations, 0.99),
        unit: 'ms',
        limitName: 'SELECT 1 afterwards',
        limit: percentile(selectDurations, 0.99),
      }),
      createRow({ what: 'memory of the worker', rate: Number(String(megabytes)), unit: 'MB' }),
    );
  } finally {
    await log.close();
    await database.drop();
  }
}

/** Time until a worker refunds every donor of a cancelled campaign. The worker also runs the projections. */
export const refundsBenchmark: Benchmark = { name: 'refunds', run };
