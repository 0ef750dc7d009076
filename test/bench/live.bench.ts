import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import { type Benchmark, type BenchmarkEnvironment, median, percentile } from './harness.ts';
import { BENCHMARK_SECRET, createAccounts, type LiveAccount } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';

const MAX_MEDIAN_MS = 10;
const MAX_P99_MS = 50;
/** Number of accounts. With this many, each account stays below the rate limits for posts and writes. */
const ACCOUNTS = 400;
/** Number of posts that are written concurrently before the measurement. */
const CONCURRENT_POSTS = 20;

/** Number of accounts, constant request rates, and durations of a load test. */
interface Load {
  readonly accounts: number;
  readonly commandsPerSecond: number;
  readonly readsPerSecond: number;
  /** Duration of the warm-up. A new process uses twice as much CPU time per call until its code is compiled. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

const LARGE_LOAD: Load = {
  accounts: ACCOUNTS,
  commandsPerSecond: 200,
  readsPerSecond: 1_000,
  warmUpSeconds: 15,
  seconds: 20,
};
const STANDARD_LOAD: Load = { ...LARGE_LOAD, warmUpSeconds: 10, seconds: 10 };
const QUICK_LOAD: Load = { ...LARGE_LOAD, warmUpSeconds: 5, seconds: 5 };
const TINY_LOAD: Load = {
  accounts: 4,
  commandsPerSecond: 4,
  readsPerSecond: 10,
  warmUpSeconds: 0,
  seconds: 1,
};

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** Creates a client that sends requests over persistent connections and records failures. */
function createHttpClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const failures: string[] = [];

  async function sendRequest({ method, path, token, body }: Call): Promise<string> {
    const text = body && JSON.stringify(body);
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path });
    outgoing.setHeader('User-Agent', 'benchmark');
    if (token) outgoing.setHeader('Authorization', `Bearer ${token}`);
    if (text) outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(text);
    const [response] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const responseText = Buffer.concat(chunks).toString();
    const isBehind = response.headers['x-read-model'] === 'behind';
    if (response.statusCode !== 200 || isBehind)
      failures.push(`${method} ${path} ${response.statusCode} ${responseText}`);
    return responseText;
  }

  return { sendRequest, failures, close: () => agent.destroy() };
}

type HttpClient = ReturnType<typeof createHttpClient>;

/**
 * Starts calls at a steady rate, without waiting for earlier calls.
 * @returns the time from when each call was due until its response, in milliseconds
 */
async function callAtSteadyRate(
  { sendRequest }: HttpClient,
  perSecond: number,
  seconds: number,
  createCall: (n: number) => Call,
): Promise<number[]> {
  const startedAt = performance.now();
  const durations: number[] = [];
  const calls: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; ) {
    const dueCount = Math.min(
      perSecond * seconds,
      Math.ceil(((performance.now() - startedAt) / 1000) * perSecond),
    );
    for (; n < dueCount; n += 1) {
      const dueAt = startedAt + (n / perSecond) * 1000;
      calls.push(sendRequest(createCall(n)).then(() => void durations.push(performance.now() - dueAt)));
    }
    await delay(1);
  }
  await Promise.all(calls);
  return durations;
}

const pickRandom = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item;

function createCommand(accounts: readonly LiveAccount[], posts: readonly string[], n: number): Call {
  const { token } = accounts[n % accounts.length] as LiveAccount;
  if (n % 10 < 5)
    return { method: 'POST', path: '/api/publication', token, body: { text: `A thought, number ${n}` } };
  if (n % 10 < 8)
    return {
      method: 'POST',
      path: '/api/likePublication',
      token,
      body: { idPublication: pickRandom(posts) },
    };
  const followee = accounts[
    (n + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length
  ] as LiveAccount;
  return { method: 'POST', path: '/api/followProfile', token, body: { idProfileToFollow: followee.id } };
}

function createRead(accounts: readonly LiveAccount[], posts: readonly string[], n: number): Call {
  const { token, id } = pickRandom(accounts);
  const paths = [
    '/api/publications',
    '/api/following/publications',
    `/api/profilePublications/${id}`,
    `/api/post/${pickRandom(posts)}`,
    `/api/profile/${id}`,
  ];
  return { method: 'GET', path: paths[n % paths.length] as string, ...(n % 2 ? { token } : {}) };
}

/**
 * Publishes one post per account. Sends only a few requests at a time, because a busy machine would reject more.
 * Returns the post ids.
 */
async function writePosts(client: HttpClient, accounts: readonly LiveAccount[]): Promise<readonly string[]> {
  const ids: string[] = [];
  await forEachConcurrently(accounts, CONCURRENT_POSTS, async ({ token }) => {
    const body = { text: randomUUID() };
    const responseText = await client.sendRequest({ method: 'POST', path: '/api/publication', token, body });
    ids.push((JSON.parse(responseText) as { id: string }).id);
  });
  return ids;
}

/** Latencies of commands and reads, in milliseconds. */
interface Durations {
  readonly commands: readonly number[];
  readonly reads: readonly number[];
}

/**
 * Measures commands and reads under a steady load.
 * @throws Error if a call fails
 */
async function measureLoad(
  client: HttpClient,
  { commandsPerSecond, readsPerSecond, warmUpSeconds, seconds }: Load,
  command: (n: number) => Call,
  read: (n: number) => Call,
): Promise<Durations> {
  const runLoad = (duration: number) =>
    Promise.all([
      callAtSteadyRate(client, commandsPerSecond, duration, command),
      callAtSteadyRate(client, readsPerSecond, duration, read),
    ]);
  await runLoad(warmUpSeconds);
  client.failures.length = 0;
  const [commands, reads] = await runLoad(seconds);
  if (client.failures.length > 0)
    throw new Error(`${client.failures.length} calls failed: ${client.failures.slice(0, 3).join('\n')}`);
  return { commands, reads };
}

/** Measures the same load on a plain Koa server with one insert per command and one select per read. */
async function measureLimit(databaseUrl: string, runLoad: Load): Promise<Durations> {
  const server = await startServerProcess('plain-server.ts', databaseUrl);
  const client = createHttpClient(server.port);
  try {
    return await measureLoad(
      client,
      runLoad,
      () => ({ method: 'POST', path: '/', body: { text: 'A thought' } }),
      () => ({ method: 'GET', path: '/' }),
    );
  } finally {
    client.close();
    await server.close();
  }
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const size = pick({ tiny: TINY_LOAD, quick: QUICK_LOAD, standard: STANDARD_LOAD, large: LARGE_LOAD });
  const database = await createDatabase();
  const accounts = await createAccounts(database, size.accounts);
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  const client = createHttpClient(server.port);
  try {
    const posts = await writePosts(client, accounts);
    note(`${size.commandsPerSecond} commands and ${size.readsPerSecond} reads a second`);
    const { commands, reads } = await measureLoad(
      client,
      size,
      (n) => createCommand(accounts, posts, n),
      (n) => createRead(accounts, posts, n),
    );
    note('the limit');
    const bareDurations = await measureLimit(database.url, size);
    const insertLimit = { unit: 'ms', limitName: 'Koa, one insert + commit' };
    const selectLimit = { unit: 'ms', limitName: 'Koa, one select of 10' };
    report(
      createRow({
        what: 'command answered, read model included: median',
        rate: median(commands),
        ...insertLimit,
        limit: median(bareDurations.commands),
        goal: { atMost: MAX_MEDIAN_MS },
      }),
      createRow({
        what: 'command answered, read model included: p99',
        rate: percentile(commands, 0.99),
        ...insertLimit,
        limit: percentile(bareDurations.commands, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
      createRow({
        what: 'read answered meanwhile: median',
        rate: median(reads),
        ...selectLimit,
        limit: median(bareDurations.reads),
        goal: { atMost: MAX_MEDIAN_MS },
      }),
      createRow({
        what: 'read answered meanwhile: p99',
        rate: percentile(reads, 0.99),
        ...selectLimit,
        limit: percentile(bareDurations.reads, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
    );
  } finally {
    client.close();
    await server.close();
    await database.drop();
  }
}

/** Latency of commands and reads over HTTP while both run at a steady rate. */
export const liveBenchmark: Benchmark = { name: 'live', run };
