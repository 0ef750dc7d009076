import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { withCatalogue } from '../../adapters/event-log/catalogue-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createPrivateData } from '../../adapters/private-data/private-data.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { createTokens } from '../../api/http/tokens.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
  percentile,
} from './harness.ts';

const COMMANDS_PER_SECOND = 200;
const READS_PER_SECOND = 1_000;
const MEDIAN_MS = 15;
const P99_MS = 50;
/** Enough that nobody meets the throttles of posts and of writes. */
const ACCOUNTS = 400;
const SECRET = 'a secret of the benchmark, long enough to be one';

interface Account {
  readonly id: string;
  readonly token: string;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** Accounts with a session each, made without the slow hashing of passwords. */
async function makeAccounts({ pool }: BenchmarkDatabase): Promise<readonly Account[]> {
  const vault = createTextVault({ pool });
  const log = withCatalogue(createPostgresEventLog({ pool }), { catalogue: eventCatalogue, vault });
  const handler = createHandler({ log });
  const { sessions } = createPrivateData(pool);
  const tokens = createTokens(SECRET);
  const ids = createIdSource();
  const now = systemClock.now();
  const make = async (_: unknown, n: number): Promise<Account> => {
    const id = ids.next();
    const command = {
      type: 'RegisterAccount',
      accountId: id,
      role: 'USER',
      nickname: `bench${n}`,
      profileName: 'Somebody',
      category: null,
    } as const;
    const actor = { kind: 'system', id: 'benchmark' } as const;
    await handler.handle(accountDecider, id, command, {
      commandId: id,
      correlationId: id,
      actor,
      occurredAt: now,
    });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const session = { id: ids.next(), accountId: id, createdAt: now, expiresAt };
    await sessions.open(session);
    return { id, token: await tokens.sign(session) };
  };
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, make));
  await log.close();
  return accounts;
}

async function startServer(url: string) {
  const program = fileURLToPath(new URL('live-server.ts', import.meta.url));
  const server = spawn(process.execPath, ['--import', 'tsx', program, url, SECRET], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    port,
    async close() {
      const gone = once(server, 'exit');
      server.stdin.end();
      await gone;
    },
  };
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

function commandOf(accounts: readonly Account[], posts: readonly string[], n: number): Call {
  const { token } = accounts[n % accounts.length] as Account;
  if (n % 10 < 5)
    return { method: 'POST', path: '/api/publication', token, body: { text: `A thought, number ${n}` } };
  if (n % 10 < 8)
    return { method: 'POST', path: '/api/likePublication', token, body: { idPublication: pick(posts) } };
  const other = accounts[
    (n + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length
  ] as Account;
  return { method: 'POST', path: '/api/followProfile', token, body: { idProfileToFollow: other.id } };
}

function readOf(accounts: readonly Account[], posts: readonly string[], n: number): Call {
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

async function writePosts(caller: Caller, accounts: readonly Account[]): Promise<readonly string[]> {
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
  const accounts = await makeAccounts(database);
  const server = await startServer(database.url);
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
