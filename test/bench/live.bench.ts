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
/** Keeps every account below the rate limits of posts and writes. */
const ACCOUNTS = 400;
/** Number of posts that are written at a time before the measurement. */
const WRITTEN_AT_ONCE = 20;

/** Accounts, constant request rates, and durations of a run. */
interface Load {
  readonly accounts: number;
  readonly commandsPerSecond: number;
  readonly readsPerSecond: number;
  /** A new process takes twice as much CPU time per call for some seconds, until its code is compiled. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

const LARGE: Load = {
  accounts: ACCOUNTS,
  commandsPerSecond: 200,
  readsPerSecond: 1_000,
  warmUpSeconds: 15,
  seconds: 20,
};
const STANDARD: Load = { ...LARGE, warmUpSeconds: 10, seconds: 10 };
const QUICK: Load = { ...LARGE, warmUpSeconds: 5, seconds: 5 };
const TINY: Load = {
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

/** Sends requests over kept connections and records the duration of each since it was due. */
function createCaller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const failures: string[] = [];

  async function answerTo({ method, path, token, body }: Call): Promise<string> {
    const text = body && JSON.stringify(body);
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path });
    outgoing.setHeader('User-Agent', 'benchmark');
    if (token) outgoing.setHeader('Authorization', `Bearer ${token}`);
    if (text) outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(text);
    const [response] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString();
    const isBehind = response.headers['x-read-model'] === 'behind';
    if (response.statusCode !== 200 || isBehind)
      failures.push(`${method} ${path} ${response.statusCode} ${answer}`);
    return answer;
  }

  return { answerTo, failures, close: () => agent.destroy() };
}

type Caller = ReturnType<typeof createCaller>;

/** Starts calls at a steady rate, without waiting for earlier ones. */
async function callSteadily(
  { answerTo }: Caller,
  perSecond: number,
  seconds: number,
  next: (n: number) => Call,
): Promise<number[]> {
  const started = performance.now();
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, Math.ceil(((performance.now() - started) / 1000) * perSecond));
    for (; n < due; n += 1) {
      const dueAt = started + (n / perSecond) * 1000;
      calls.push(answerTo(next(n)).then(() => void times.push(performance.now() - dueAt)));
    }
    await delay(1);
  }
  await Promise.all(calls);
  return times;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

function createCommand(accounts: readonly LiveAccount[], posts: readonly string[], n: number): Call {
  const { token } = accounts[n % accounts.length] as LiveAccount;
  if (n % 10 < 5)
    return { method: 'POST', path: '/api/publication', token, body: { text: `A thought, number ${n}` } };
  if (n % 10 < 8)
    return { method: 'POST', path: '/api/likePublication', token, body: { idPublication: pick(posts) } };
  const other = accounts[
    (n + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length
  ] as LiveAccount;
  return { method: 'POST', path: '/api/followProfile', token, body: { idProfileToFollow: other.id } };
}

function readOf(accounts: readonly LiveAccount[], posts: readonly string[], n: number): Call {
  const { token, id } = pick(accounts);
  const paths = [
    '/api/publications',
    '/api/following/publications',
    `/api/profilePublications/${id}`,
    `/api/post/${pick(posts)}`,
    `/api/profile/${id}`,
  ];
  return { method: 'GET', path: paths[n % paths.length] as string, ...(n % 2 ? { token } : {}) };
}

/** Writes a post of each account, a few at a time, so that none is refused on a busy machine. */
async function writePosts(caller: Caller, accounts: readonly LiveAccount[]): Promise<readonly string[]> {
  const ids: string[] = [];
  await forEachConcurrently(accounts, WRITTEN_AT_ONCE, async ({ token }) => {
    const body = { text: randomUUID() };
    const answer = await caller.answerTo({ method: 'POST', path: '/api/publication', token, body });
    ids.push((JSON.parse(answer) as { id: string }).id);
  });
  return ids;
}

/** Durations of commands and reads, in milliseconds. */
interface Durations {
  readonly commands: readonly number[];
  readonly reads: readonly number[];
}

/**
 * Measures commands and reads under a steady load.
 * @throws Error when a call fails
 */
async function measureLoad(
  caller: Caller,
  { commandsPerSecond, readsPerSecond, warmUpSeconds, seconds }: Load,
  command: (n: number) => Call,
  read: (n: number) => Call,
): Promise<Durations> {
  const load = (duration: number) =>
    Promise.all([
      callSteadily(caller, commandsPerSecond, duration, command),
      callSteadily(caller, readsPerSecond, duration, read),
    ]);
  await load(warmUpSeconds);
  caller.failures.length = 0;
  const [commands, reads] = await load(seconds);
  if (caller.failures.length > 0)
    throw new Error(`${caller.failures.length} calls failed: ${caller.failures.slice(0, 3).join('\n')}`);
  return { commands, reads };
}

/** Measures the same load on Koa with one insert per command and one select per read. */
async function measureLimit(databaseUrl: string, load: Load): Promise<Durations> {
  const server = await startServerProcess('plain-server.ts', databaseUrl);
  const caller = createCaller(server.port);
  try {
    return await measureLoad(
      caller,
      load,
      () => ({ method: 'POST', path: '/', body: { text: 'A thought' } }),
      () => ({ method: 'GET', path: '/' }),
    );
  } finally {
    caller.close();
    await server.close();
  }
}

async function run({ freshDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const size = pick({ tiny: TINY, quick: QUICK, standard: STANDARD, large: LARGE });
  const database = await freshDatabase();
  const accounts = await createAccounts(database, size.accounts);
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  const caller = createCaller(server.port);
  try {
    const posts = await writePosts(caller, accounts);
    note(`${size.commandsPerSecond} commands and ${size.readsPerSecond} reads a second`);
    const { commands, reads } = await measureLoad(
      caller,
      size,
      (n) => createCommand(accounts, posts, n),
      (n) => readOf(accounts, posts, n),
    );
    note('the limit');
    const bareDurations = await measureLimit(database.url, size);
    const insert = { unit: 'ms', limitName: 'Koa, one insert + commit' };
    const select = { unit: 'ms', limitName: 'Koa, one select of 10' };
    report(
      createRow({
        what: 'command answered, read model included: median',
        rate: median(commands),
        ...insert,
        limit: median(bareDurations.commands),
        goal: { atMost: MAX_MEDIAN_MS },
      }),
      createRow({
        what: 'command answered, read model included: p99',
        rate: percentile(commands, 0.99),
        ...insert,
        limit: percentile(bareDurations.commands, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
      createRow({
        what: 'read answered meanwhile: median',
        rate: median(reads),
        ...select,
        limit: median(bareDurations.reads),
        goal: { atMost: MAX_MEDIAN_MS },
      }),
      createRow({
        what: 'read answered meanwhile: p99',
        rate: percentile(reads, 0.99),
        ...select,
        limit: percentile(bareDurations.reads, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
    );
  } finally {
    caller.close();
    await server.close();
    await database.drop();
  }
}

/** Durations of commands and reads over HTTP under a steady load of both. */
export const liveBenchmark: Benchmark = { name: 'live', run };
