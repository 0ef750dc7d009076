import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
} from './harness.ts';
import { fillLog } from './rebuild-data.ts';

const EVENTS = 1_000_000;
const QUICK_EVENTS = 200_000;
const LEAST = 50_000;
const MOST_MEGABYTES = 300;
const PAGE = 5_000;
const INSERTED_AT_ONCE = 1_000;

interface Rebuilt {
  readonly megabytes: number;
  readonly reports: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly equal: boolean;
    readonly comparedAt: number | null;
  }[];
}

async function rebuildAll(url: string, names: readonly string[]): Promise<Rebuilt> {
  const program = fileURLToPath(new URL('rebuild-run.ts', import.meta.url));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program, url, ...names]);
  return JSON.parse(stdout);
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - started);
}

/** Reads all events into this process, a page at a time. */
async function readAll({ pool }: BenchmarkDatabase): Promise<void> {
  const log = createPostgresEventLog({ pool });
  for (let after = 0; ; ) {
    const events = await log.readAll({ after, limit: PAGE });
    after = events.at(-1)?.position ?? after;
    if (events.length < PAGE) break;
  }
  await log.close();
}

/** Inserts as many rows as there are events, the plain way: 1,000 a statement, each its own transaction. */
async function insertRows({ pool }: BenchmarkDatabase, count: number): Promise<void> {
  await pool.query('CREATE TABLE public.rows (id bigint PRIMARY KEY, likes integer NOT NULL)');
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    const ids = Array.from({ length: Math.min(INSERTED_AT_ONCE, count - from) }, (_, i) => from + i);
    await pool.query({
      name: 'insert-rows',
      text: 'INSERT INTO public.rows SELECT * FROM unnest($1::bigint[], $2::integer[])',
      values: [ids, ids.map(() => 1)],
    });
  }
  await pool.query('DROP TABLE public.rows');
}

/** What one statement does that counts the likes and comments of every post right from the log. */
const countInSql = ({ pool }: BenchmarkDatabase): Promise<unknown> =>
  pool.query(`
    CREATE TABLE public.counted AS
    SELECT coalesce(data->>'postId', '') AS post, count(*) FILTER (WHERE type = 'PostLiked') AS likes,
      count(*) FILTER (WHERE type = 'PostUnliked') AS unlikes, max(data->>'text') AS text
    FROM log.events WHERE type IN ('PostPublished', 'PostLiked', 'PostUnliked') GROUP BY 1`);

const MODELS = ['posts', 'follows'];

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const count = quick ? QUICK_EVENTS : EVENTS;
  const database = await freshDatabase();
  try {
    note(`filling a log with ${count} events`);
    await fillLog(database, count);
    note('the first rebuild, which makes the live read models');
    await rebuildAll(database.url, MODELS);
    note('the rebuild beside them');
    const { reports, megabytes } = await rebuildAll(database.url, MODELS);
    const wrong = reports.find(({ equal, comparedAt }) => !equal || comparedAt !== count);
    if (wrong) throw new Error(`the rebuilt ${wrong.name} are not equal to the live ones`);
    note('the limits');
    const reading = await perSecond(count, () => readAll(database));
    const inserting = await perSecond(count, () => insertRows(database, count));
    const counting = await perSecond(count, () => countInSql(database));
    const seconds = reports.reduce((sum, report) => sum + report.seconds, 0);
    const what = `rebuild of posts, follows and their counters, compared and swapped`;
    const both = { ...absoluteRow({ what, rate: count / seconds, unit: 'events/s', atLeast: LEAST }) };
    return [
      { ...both, limitName: 'reading the events', limit: reading, ratio: both.rate / reading },
      ...reports.map((report) =>
        absoluteRow({
          what: `rebuild of ${report.name} alone`,
          rate: count / report.seconds,
          unit: 'events/s',
        }),
      ),
      absoluteRow({ what: 'memory of the rebuild', rate: megabytes, unit: 'MB', atMost: MOST_MEGABYTES }),
      absoluteRow({ what: 'limit: reading the events into Node', rate: reading, unit: 'events/s' }),
      absoluteRow({
        what: 'limit: inserting as many rows, unnest of 1,000',
        rate: inserting,
        unit: 'rows/s',
      }),
      absoluteRow({ what: 'limit: one SQL statement over the log', rate: counting, unit: 'events/s' }),
    ];
  } finally {
    await database.drop();
  }
}

/** How fast read models are rebuilt from the log, beside live ones. */
export const rebuildBenchmark: Benchmark = { name: 'rebuild', run };
