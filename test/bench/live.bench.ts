import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Benchmark,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET, type LiveAccount, makeAccounts } from './live-accounts.ts';
import { startServerProcess } from './server-process.ts';

const COMMANDS_PER_SECOND = 200;
const READS_PER_SECOND = 1_000;
const MEDIAN_MS = 15;
const P99_MS = 50;
/** Enough that nobody meets the throttles of posts and of writes. */
const ACCOUNTS = 400;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** Makes calls over connections that are kept, and notes how long each took from when it was due. */
function createCaller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const failures: string[] = [];

  async function answerTo({ method, path, token, body }: Call): Promise<string> {
    const text = body && JSON.stringify(body);
    const sent = request({ agent, host: '127.0.0.1', port, method, path });
    sent.setHeader('User-Agent', 'benchmark');
    if (token) sent.setHeader('Authorization', `Bearer ${token}`);
    if (text) sent.setHeader('Content-Type', 'application/json');
    sent.end(text);
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString();
    const behind = response.headers['x-read-model'] === 'behind';
    if (response.statusCode !== 200 || behind)
      failures.push(`${method} ${path} ${response.statusCode} ${answer}`);
    return answer;
  }

  return { answerTo, failures, close: () => agent.destroy() };
}

type Caller = ReturnType<typeof createCaller>;

/** Starts calls at a steady rate, whether or not those before have been answered. */
async function steadily(
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

function commandOf(accounts: readonly LiveAccount[], posts: readonly string[], n: number): Call {
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

async function writePosts(caller: Caller, accounts: readonly LiveAccount[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    accounts.map(({ token }) =>
      caller.answerTo({ method: 'POST', path: '/api/publication', token, body: { text: randomUUID() } }),
    ),
  );
  return answers.map((answer) => (JSON.parse(answer) as { id: string }).id);
}

const row = (what: string, ms: number, limit?: number): BenchmarkRow => ({
  what,
  rate: Number(ms.toFixed(2)),
  unit: 'ms',
  ...(limit && { goal: `< ${limit} ms`, met: ms < limit }),
});

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  const accounts = await makeAccounts(database, ACCOUNTS);
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  const caller = createCaller(server.port);
  try {
    const posts = await writePosts(caller, accounts);
    const load = (seconds: number) =>
      Promise.all([
        steadily(caller, COMMANDS_PER_SECOND, seconds, (n) => commandOf(accounts, posts, n)),
        steadily(caller, READS_PER_SECOND, seconds, (n) => readOf(accounts, posts, n)),
      ]);
    note('warming up');
    await load(quick ? 2 : 5);
    caller.failures.length = 0;
    note(`${COMMANDS_PER_SECOND} commands and ${READS_PER_SECOND} reads a second`);
    const [commands, reads] = await load(quick ? 5 : 20);
    if (caller.failures.length > 0)
      throw new Error(`${caller.failures.length} calls failed: ${caller.failures.slice(0, 3).join('\n')}`);
    return [
      row('command answered, read model included: median', median(commands), MEDIAN_MS),
      row('command answered, read model included: p99', percentile(commands, 0.99), P99_MS),
      row('read answered meanwhile: median', median(reads)),
      row('read answered meanwhile: p99', percentile(reads, 0.99)),
    ];
  } finally {
    caller.close();
    await server.close();
    await database.drop();
  }
}

/** How long commands and reads take over HTTP, under a steady load of both. */
export const liveBenchmark: Benchmark = { name: 'live', run };
