import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { projectionNames } from '../../projections/registry.ts';
import type { Benchmark, BenchmarkDatabase, BenchmarkEnvironment } from './harness.ts';
import { fillLog } from './rebuild-data.ts';
import { createRow } from './rows.ts';

const MIN_RATIO = 0.5;
const MAX_MB = 300;
const PAGE_SIZE = 5_000;
const ROWS_PER_INSERT = 1_000;

/** Duration of a rebuild, and the results of the read models. */
export interface RebuildResult {
  readonly megabytes: number;
  /** Duration of the whole rebuild. */
  readonly seconds: number;
  readonly reports: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly equal: boolean;
    readonly comparedAt: number | null;
  }[];
}

/** Rebuilds read models in a separate process. */
export async function rebuildAll(url: string, names: readonly string[]): Promise<RebuildResult> {
  const program = fileURLToPath(new URL('rebuild-run.ts', import.meta.url));
  const execute = promisify(execFile);
  const { stdout } = await execute(process.execPath, ['--import', 'tsx', program, url, ...names]);
  return JSON.parse(stdout);
}

async function measurePerSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - startedAt);
}

/** Reads the whole log page by page. */
async function readAll({ pool }: BenchmarkDatabase): Promise<void> {
  const log = createPostgresEventLog({ pool });
  for (let position = 0; ; ) {
    const events = await log.readAll({ after: position, limit: PAGE_SIZE });
    position = events.at(-1)?.position ?? position;
    if (events.length < PAGE_SIZE) break;
  }
  await log.close();
}

/** Inserts as many rows as there are events, 1,000 per statement. Each statement is its own transaction. */
async function insertRows({ pool }: BenchmarkDatabase, count: number): Promise<void> {
  await pool.query('CREATE TABLE public.rows (id bigint PRIMARY KEY, likes integer NOT NULL)');
  for (let offset = 0; offset < count; offset += ROWS_PER_INSERT) {
    const ids = Array.from({ length: Math.min(ROWS_PER_INSERT, count - offset) }, (_, i) => offset + i);
    await pool.query({
      name: 'insert-rows',
      text: 'INSERT INTO public.rows SELECT * FROM unnest($1::bigint[], $2::integer[])',
      values: [ids, ids.map(() => 1)],
    });
  }
  await pool.query('DROP TABLE public.rows');
}

/** Counts the likes and unlikes of every post in one SQL query on the log. */
const countInSql = ({ pool }: BenchmarkDatabase): Promise<unknown> =>
  pool.query(`
    CREATE TABLE public.counted AS
    SELECT coalesce(data->>'postId', '') AS post, count(*) FILTER (WHERE type = 'PostLiked') AS likes,
      count(*) FILTER (WHERE type = 'PostUnliked') AS unlikes, max(data->>'text') AS text
    FROM log.events WHERE type IN ('PostPublished', 'PostLiked', 'PostUnliked') GROUP BY 1`);

/** Copies all read models in PostgreSQL, one after another, and creates their indexes. A rebuild cannot do less. */
async function copyReadModels({ pool }: BenchmarkDatabase): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string; indexes: readonly string[] }>(`
    SELECT tablename AS name, ARRAY(
      SELECT indexdef FROM pg_indexes WHERE schemaname = 'read' AND tablename = pg_tables.tablename) AS indexes
    FROM pg_tables WHERE schemaname = 'read'`);
  await pool.query('CREATE SCHEMA copied');
  for (const { name, indexes } of tables) {
    await pool.query(`CREATE TABLE copied.${name} AS TABLE read.${name}`);
    for (const index of indexes) await pool.query(index.replace(' ON read.', ' ON copied.'));
  }
  await pool.query('DROP SCHEMA copied CASCADE');
}

const MEASURED_MODELS = ['posts', 'follows'];

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const count = pick({ tiny: 2_000, quick: 100_000, standard: 200_000, large: 1_000_000 });
  const database = await createDatabase();
  try {
    note(`filling a log with ${count} events`);
    await fillLog(database, count);
    const unit = 'events/s';
    const limit = {
      unit,
      limitName: 'reading the events',
      limit: await measurePerSecond(count, () => readAll(database)),
    };
    note('the first rebuild, which creates all read models');
    const fullRebuild = await rebuildAll(database.url, projectionNames);
    report(
      createRow({
        what: 'rebuild of all read models',
        rate: count / fullRebuild.seconds,
        ...limit,
        goal: { ratio: MIN_RATIO },
      }),
    );
    note('a rebuild beside the live read models');
    const rebuildResult = await rebuildAll(database.url, MEASURED_MODELS);
    const differingReport = rebuildResult.reports.find(
      ({ equal, comparedAt }) => !equal || comparedAt !== count,
    );
    if (differingReport)
      throw new Error(`the rebuilt ${differingReport.name} are not equal to the live ones`);
    report(
      createRow({
        what: 'rebuild of posts, follows and their counters, compared and swapped',
        rate: count / rebuildResult.seconds,
        ...limit,
        goal: { ratio: MIN_RATIO },
      }),
      createRow({
        what: 'memory of the rebuild',
        unit: 'MB',
        rate: rebuildResult.megabytes,
        goal: { atMost: MAX_MB },
      }),
    );
    note('other ways to read the log');
    report(
      createRow({
        what: 'inserting as many rows, unnest of 1,000',
        rate: await measurePerSecond(count, () => insertRows(database, count)),
        ...limit,
      }),
      createRow({
        what: 'copying all read models in PostgreSQL, with their indexes',
        rate: await measurePerSecond(count, () => copyReadModels(database)),
        ...limit,
      }),
      createRow({
        what: 'one SQL statement over the log',
        rate: await measurePerSecond(count, () => countInSql(database)),
        ...limit,
      }),
    );
  } finally {
    await database.drop();
  }
}

/** Speed of rebuilding read models next to the live ones. */
export const rebuildBenchmark: Benchmark = { name: 'rebuild', run };
