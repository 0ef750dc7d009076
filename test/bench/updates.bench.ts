import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { waitUntil } from '../support/wait.ts';
import { BARE_TABLE, createBareInsert, createLikeEvent } from './bare-insert.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET, createAccounts, type LiveAccount } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';

const MAX_MEDIAN_MS = 30;
const MAX_P99_MS = 100;
/** Maximum pause between two posts, in milliseconds. Pauses are random, so that posts do not align with timers. */
const MAX_PAUSE_MS = 100;
/** Number of posts per account. Must be below the rate limit for posts. */
const POSTS_PER_ACCOUNT = 4;
const CHANNEL = 'benchmark_updates';

/** An open event stream, and the arrival times by post id. */
interface UpdateStream {
  readonly arrivals: ReadonlyMap<string, number>;
  readonly close: () => void;
}

async function openUpdateStream(url: string): Promise<UpdateStream> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/live/updates`, {
    signal: stop.signal,
    headers: { 'User-Agent': 'benchmark' },
  });
  if (!response.ok || !response.body) throw new Error(`the stream was answered ${response.status}`);
  const arrivals = new Map<string, number>();
  let name = '';
  // Closing the stream aborts it, which causes an error in the stream and in the line reader.
  const input = Readable.fromWeb(response.body as ReadableStream).on('error', () => {});
  const lines = createInterface({ input }).on('error', () => {});
  lines.on('line', (line) => {
    if (line.startsWith('event: ')) name = line.slice('event: '.length);
    else if (line.startsWith('data: ') && name === 'post-published')
      arrivals.set((JSON.parse(line.slice('data: '.length)) as { id: string }).id, performance.now());
  });
  return { arrivals, close: () => stop.abort() };
}

async function publish(url: string, { token }: LiveAccount): Promise<string> {
  const response = await fetch(`${url}/api/publication`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'User-Agent': 'benchmark',
    },
    body: JSON.stringify({ text: `A dog that needs a walk, ${randomUUID()}` }),
  });
  if (!response.ok) throw new Error(`publishing was answered ${response.status}`);
  return ((await response.json()) as { id: string }).id;
}

/** Sends posts to one process and waits for their hints from the other. Returns the delays in milliseconds. */
async function measureHints(
  writerUrl: string,
  { arrivals }: UpdateStream,
  accounts: readonly LiveAccount[],
  posts: number,
): Promise<readonly number[]> {
  const durations: number[] = [];
  while (durations.length < posts) {
    const sentAt = performance.now();
    const id = await publish(writerUrl, accounts[durations.length % accounts.length] as LiveAccount);
    await waitUntil(() => arrivals.has(id));
    durations.push((arrivals.get(id) as number) - sentAt);
    await delay(Math.random() * MAX_PAUSE_MS);
  }
  return durations;
}

/**
 * Inserts rows and sends a NOTIFY for each. Returns the delays until another connection receives them, in milliseconds.
 */
async function measureNotify({ url, pool }: BenchmarkDatabase, count: number): Promise<readonly number[]> {
  await pool.query(BARE_TABLE);
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  await listener.query(`LISTEN ${CHANNEL}`);
  const durations: number[] = [];
  const client = await pool.connect();
  try {
    while (durations.length < count) {
      const arrival = new Promise<number>((resolve) =>
        listener.once('notification', () => resolve(performance.now())),
      );
      const sentAt = performance.now();
      await client.query('BEGIN');
      await client.query(createBareInsert(createLikeEvent()));
      await client.query(`NOTIFY ${CHANNEL}`);
      await client.query('COMMIT');
      durations.push((await arrival) - sentAt);
    }
  } finally {
    client.release();
    await listener.end();
  }
  return durations;
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const posts = pick({ tiny: 2, quick: 30, standard: 100, large: 400 });
  const database = await createDatabase();
  const accounts = await createAccounts(database, Math.ceil(posts / POSTS_PER_ACCOUNT) + 1);
  const startApi = () => startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET, 'api');
  const projector = await startServerProcess('projector-server.ts', database.url);
  const [writer, reader] = await Promise.all([startApi(), startApi()]);
  const stream = await openUpdateStream(`http://127.0.0.1:${reader.port}`);
  try {
    const writerUrl = `http://127.0.0.1:${writer.port}`;
    await measureHints(writerUrl, stream, accounts.slice(-1), 1);
    note(`${posts} posts`);
    const hintDelays = await measureHints(writerUrl, stream, accounts, posts);
    const notifyDelays = await measureNotify(database, posts);
    const limit = { unit: 'ms', limitName: 'insert + NOTIFY' };
    const label = 'a post shown by the live updates of another process';
    report(
      createRow({
        what: `${label}: median`,
        rate: median(hintDelays),
        ...limit,
        limit: median(notifyDelays),
        goal: { atMost: MAX_MEDIAN_MS },
      }),
      createRow({
        what: `${label}: p99`,
        rate: percentile(hintDelays, 0.99),
        ...limit,
        limit: percentile(notifyDelays, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
    );
  } finally {
    stream.close();
    await Promise.all([writer.close(), reader.close(), projector.close()]);
    await database.drop();
  }
}

/**
 * Delay of live updates (server-sent events): from sending a post to one API process until its hint arrives from
 * another process.
 */
export const updatesBenchmark: Benchmark = { name: 'updates', run };
