import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BARE_TABLE, bareInsert, newLike } from './append.bench.ts';
import { diskAlone } from './disk-alone.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  formatNumber,
  median,
  percentile,
  ratePerSecond,
} from './harness.ts';
import { BENCHMARK_SECRET, type LiveAccount, makeAccounts } from './live-accounts.ts';
import { closeSockets, type Delivered, openSockets, type Pair, sendSteadily } from './messages-load.ts';
import { longConversationRows } from './messages-reads.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const PAIRS = 500;
/** A little more than what has to be delivered, since the last message takes its time. */
const SENT_PER_SECOND = 2_100;
/** Of what is measured more than once the middle one counts: one stall of the machine must not be taken for the system's. */
const ROUNDS = 3;
const PER_SECOND = 2_000;
const P99_MS = 50;
const IDLE = 10_000;
const QUICK_ACCOUNTS = 2_000;
const IDLE_MB = 300;
/** After so long a crowd that came at once has become a crowd that waits. */
const SETTLED_MS = 3_000;

const load = (): string => `load average ${formatNumber(loadavg()[0] ?? 0)}`;

/** Runs with sockets of the accounts: those of the real server have tokens, those of the relay names. */
async function withPairs<Result>(
  { port }: ServerProcess,
  accounts: readonly LiveAccount[],
  nameOf: (account: LiveAccount) => string,
  run: (pairs: readonly Pair[]) => Promise<Result>,
): Promise<Result> {
  const sockets = await openSockets(port, accounts.map(nameOf));
  const pairs = Array.from(
    { length: accounts.length / 2 },
    (_, n) =>
      ({
        ids: [accounts[2 * n]?.id, accounts[2 * n + 1]?.id],
        sockets: [sockets[2 * n], sockets[2 * n + 1]],
      }) as unknown as Pair,
  );
  try {
    return await run(pairs);
  } finally {
    await closeSockets(sockets);
  }
}

/** The servers under load, as they are deployed. */
interface System {
  readonly api: ServerProcess;
  readonly projector: ServerProcess;
}

/** Time of processors that the whole system has used, in milliseconds. */
async function processorMsOf({ api, projector }: System): Promise<number> {
  const used = await Promise.all([api.usage(), projector.usage()]);
  return used.reduce((sum, { processorMs }) => sum + processorMs, 0);
}

/** A round of messages, and what the disk alone took right after it. */
interface Round {
  readonly delivered: Delivered;
  readonly disk: readonly number[];
}

const p99 = (times: readonly number[]): number => percentile(times, 0.99);

/** Everybody's first messages, at a gentler rate: keys are made, conversations begin. */
async function warmUp(pairs: readonly Pair[], quick: boolean): Promise<void> {
  await sendSteadily(pairs, SENT_PER_SECOND / 3, 3);
  await sendSteadily(pairs, SENT_PER_SECOND, quick ? 1 : 3);
}

/** How many rows 64 writers insert a second. Their connections end before anything else is measured. */
async function bareInserts({ url }: BenchmarkDatabase): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 64 });
  try {
    await pool.query(BARE_TABLE);
    return await ratePerSecond(64, 1_000, () => pool.query(bareInsert(newLike())));
  } finally {
    await pool.end();
  }
}

async function throughput(
  database: BenchmarkDatabase,
  system: System,
  accounts: readonly LiveAccount[],
  { quick, note }: BenchmarkEnvironment,
): Promise<readonly BenchmarkRow[]> {
  const seconds = quick ? 4 : 10;
  const relay = await startServerProcess('relay-server.ts');
  const bare = await withPairs(
    relay,
    accounts,
    ({ id }) => id,
    (pairs) => sendSteadily(pairs, SENT_PER_SECOND, quick ? 2 : seconds),
  ).finally(relay.close);
  const inserts = await bareInserts(database);
  note(`${SENT_PER_SECOND} messages a second from ${PAIRS} pairs, ${load()}`);
  const real = await withPairs(
    system.api,
    accounts,
    ({ token }) => token,
    async (pairs) => {
      await warmUp(pairs, quick);
      const before = await processorMsOf(system);
      const rounds: Round[] = [];
      while (rounds.length < (quick ? 1 : ROUNDS)) {
        const delivered = await sendSteadily(pairs, SENT_PER_SECOND, seconds);
        rounds.push({ delivered, disk: await diskAlone(SENT_PER_SECOND, seconds) });
      }
      const sent = rounds.reduce((sum, { delivered }) => sum + delivered.times.length, 0);
      return { rounds, processorMs: ((await processorMsOf(system)) - before) / sent };
    },
  );
  const p99s = real.rounds.map(({ delivered }) => p99(delivered.times));
  const disks = real.rounds.map(({ disk }) => p99(disk));
  note(`sent, ${load()}; p99 of each round: ${p99s.map(formatNumber).join(', ')} ms`);
  note(`p99 of the disk alone after each: ${disks.map(formatNumber).join(', ')} ms`);
  return [
    {
      ...absoluteRow({
        what: `messages delivered live, ${PAIRS} pairs`,
        rate: Math.min(...real.rounds.map(({ delivered }) => delivered.perSecond)),
        unit: 'messages/s',
        atLeast: PER_SECOND,
      }),
      limitName: 'insert + commit of one row, 64 writers',
      limit: inserts,
    },
    {
      ...absoluteRow({
        what: 'from sending to delivery: median',
        rate: median(real.rounds.map(({ delivered }) => median(delivered.times))),
        unit: 'ms',
      }),
      limitName: 'ws alone, kept nowhere',
      limit: median(bare.times),
    },
    {
      ...absoluteRow({
        what: 'from sending to delivery: p99',
        rate: median(p99s),
        unit: 'ms',
        atMost: P99_MS,
      }),
      limitName: 'the disk alone, as many a second',
      limit: median(disks),
    },
    absoluteRow({
      what: 'time of the processor a message, projecting included',
      rate: real.processorMs,
      unit: 'ms',
    }),
  ];
}

const MB = 1_000_000;

/** What the memory of a server is with so many sockets, in MB. */
async function memoryWith(server: ServerProcess, names: readonly string[]): Promise<number> {
  const sockets = await openSockets(server.port, names);
  await delay(SETTLED_MS);
  const { memory } = await server.usage();
  if (sockets.some((socket) => socket.readyState !== socket.OPEN)) throw new Error('a socket was closed');
  await closeSockets(sockets);
  return memory / MB;
}

async function idle(
  server: ServerProcess,
  accounts: readonly LiveAccount[],
  { note }: BenchmarkEnvironment,
): Promise<readonly BenchmarkRow[]> {
  note(`${IDLE} idle sockets, ${load()}`);
  const before = (await server.usage()).memory / MB;
  const all = Array.from({ length: IDLE }, (_, n) => accounts[n % accounts.length] as LiveAccount);
  const tokens = all.map(({ token }) => token);
  const rate = await memoryWith(server, tokens);
  const relay = await startServerProcess('relay-server.ts');
  const limit = await memoryWith(relay, tokens).finally(relay.close);
  note(`${formatNumber(before)} MB before the first socket`);
  const what = `memory of the API process with ${formatNumber(IDLE)} idle sockets`;
  return [{ ...absoluteRow({ what, rate, unit: 'MB', atMost: IDLE_MB }), limitName: 'ws alone', limit }];
}

async function run(environment: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const { freshDatabase, quick, note } = environment;
  const database = await freshDatabase();
  try {
    note('accounts');
    const accounts = await makeAccounts(database, quick ? QUICK_ACCOUNTS : IDLE);
    const start = () => startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET, 'api');
    const projector = await startServerProcess('projector-server.ts', database.url);
    try {
      const idling = await start();
      const rows = [...(await idle(idling, accounts, environment).finally(idling.close))];
      const api = await start();
      const pairs = accounts.slice(0, 2 * PAIRS);
      const system = { api, projector };
      rows.push(...(await throughput(database, system, pairs, environment).finally(api.close)));
      rows.push(...(await longConversationRows(database, start, accounts, environment)));
      return rows;
    } finally {
      await projector.close();
    }
  } finally {
    await database.drop();
  }
}

/** Live messages under a steady load, the memory of idle sockets, and how fast a long conversation opens. */
export const messagesBenchmark: Benchmark = { name: 'messages', run };
