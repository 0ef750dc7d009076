import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createHandler } from '../../domain/handle.ts';
import { refundProgress, type SettledCampaign } from '../../domain/settlement/settlement.ts';
import { settlementOf } from '../../projections/crowdfunding/settlement/query.ts';
import { projectionNames } from '../../projections/registry.ts';
import { cancel, newCampaign } from './coins-commands.ts';
import { bought, createFiller, donated, newIds, type Placed, registered } from './coins-data.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  percentile,
} from './harness.ts';

const DONORS = 100_000;
const QUICK_DONORS = 20_000;
const LEAST = 2_000;
const LOOK_MS = 100;
const LONGEST_MS = 300_000;
const AMOUNT = 25;

const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Makes the read models of what the log holds, in a process of its own. */
export async function makeReadModels(url: string, names: readonly string[]): Promise<void> {
  const run = promisify(execFile);
  await run(process.execPath, ['--import', 'tsx', program('rebuild-run.ts'), url, ...names]);
}

/** A handler that leaves texts as they are, as the bulk of a filled log does: to readers they are those of erased people. */
export function openHandler({ pool }: BenchmarkDatabase) {
  const log = createPostgresEventLog({ pool });
  return { log, handler: createHandler({ log }) };
}

function* donations(donors: readonly string[], crowdfundingId: string): Generator<Placed> {
  for (const [n, accountId] of donors.entries()) yield registered(accountId, n);
  for (const accountId of donors) yield bought(accountId, 2 * AMOUNT);
  for (const accountId of donors) {
    const [donationId = ''] = newIds(1);
    yield donated({ donationId, accountId, crowdfundingId, amount: AMOUNT });
  }
}

/** What was seen of a campaign's progress. */
interface Watched {
  readonly last: SettledCampaign;
  /** How long each look took, in milliseconds. */
  readonly looks: readonly number[];
  /** How many had been refunded at each look. */
  readonly done: readonly number[];
}

/** Looks at the progress of the refunds, as the screen of a campaign does, until all donors have their coins. */
async function watch(pool: Pool, id: string, donors: number): Promise<Watched> {
  const looks: number[] = [];
  const done: number[] = [];
  const deadline = performance.now() + LONGEST_MS;
  for (;;) {
    const before = performance.now();
    const last = await settlementOf(pool, id);
    looks.push(performance.now() - before);
    if (!last) throw new Error('the settlement does not know the campaign');
    const progress = refundProgress(last);
    done.push(progress.done);
    if (progress.done === donors) return { last, looks, done };
    if (before > deadline) throw new Error(`only ${progress.done} of ${donors} donors were refunded`);
    await delay(LOOK_MS);
  }
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  const { log, handler } = openHandler(database);
  try {
    const donors = quick ? QUICK_DONORS : DONORS;
    note(`${donors} donors of one campaign`);
    const [creator = '', ...accounts] = newIds(donors + 1);
    const campaign = await newCampaign(handler, creator);
    await createFiller(database)(donations(accounts, campaign));
    note('the read models');
    await makeReadModels(database.url, projectionNames);
    await database.pool.query('VACUUM ANALYZE');
    const worker = spawn(process.execPath, ['--import', 'tsx', program('refunds-run.ts'), database.url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const printed = once(worker.stdout, 'data');
    note('cancelled: refunds');
    await cancel(handler, creator, campaign);
    const started = performance.now();
    const { last, looks, done } = await watch(database.pool, campaign, donors);
    const seconds = (performance.now() - started) / 1_000;
    worker.stdin.end();
    const [megabytes] = await printed;
    if (last.refunded !== donors * AMOUNT) throw new Error('not every coin went back');
    return [
      absoluteRow({
        what: `refund of ${donors} donors, shown in the progress`,
        rate: donors / seconds,
        unit: 'refunds/s',
        atLeast: LEAST,
      }),
      absoluteRow({ what: 'reading the progress meanwhile, p99', rate: percentile(looks, 0.99), unit: 'ms' }),
      absoluteRow({ what: 'steps of the progress seen', rate: new Set(done).size, unit: 'steps' }),
      absoluteRow({ what: 'memory of the worker', rate: Number(String(megabytes)), unit: 'MB' }),
    ];
  } finally {
    await log.close();
    await database.drop();
  }
}

/** How fast every donor of a cancelled campaign has the coins back, by a worker that also projects. */
export const refundsBenchmark: Benchmark = { name: 'refunds', run };
