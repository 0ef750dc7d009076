import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BARE_TABLE, createBareInsert, createLikeEvent } from './bare-insert.ts';
import { measureDisk } from './disk-alone.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  measureRate,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET, createAccounts, type LiveAccount } from './live-accounts.ts';
import { closeSockets, type Delivered, openSockets, type Pair, sendSteadily } from './messages-load.ts';
import { type BenchmarkRow, createRow, formatNumber } from './rows.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Slightly above the goal, because the measured period includes the delivery of the last message. */
const SENT_PER_SECOND = 2_100;
const MIN_PER_SECOND = 2_000;
const MAX_P99_MS = 50;
const MAX_MB = 300;
/** Pause after many simultaneous connections, in ms. */
const SETTLED_MS = 3_000;

/** Amounts of messages and sockets. */
interface Amounts {
  readonly pairs: number;
  readonly sentPerSecond: number;
  readonly seconds: number;
  /** The median round counts, because a single stall of the machine is not caused by the system. */
  readonly rounds: number;
  readonly accounts: number;
  readonly idleSockets: number;
  readonly settledMs: number;
}

const LARGE: Amounts = {
  pairs: 500,
  sentPerSecond: SENT_PER_SECOND,
  seconds: 10,
  rounds: 3,
  accounts: 10_000,
  idleSockets: 10_000,
  settledMs: SETTLED_MS,
};
const STANDARD: Amounts = { ...LARGE, seconds: 4, accounts: 2_000 };
const QUICK: Amounts = { ...STANDARD, rounds: 1 };
const TINY: Amounts = {
  pairs: 2,
  sentPerSecond: 20,
  seconds: 0.5,
  rounds: 1,
  accounts: 4,
  idleSockets: 10,
  settledMs: 0,
};

const load = (): string => `load average ${formatNumber(loadavg()[0] ?? 0)}`;

/** Runs work with a socket for each account. The real server needs tokens, the relay needs names. */
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

/** The measured processes, as in a deployment. */
interface System {
  readonly api: ServerProcess;
  readonly projector: ServerProcess;
}

/** Returns the CPU time of the system, in milliseconds. */
async function getProcessorMs({ api, projector }: System): Promise<number> {
  const usages = await Promise.all([api.readUsage(), projector.readUsage()]);
  return usages.reduce((sum, { processorMs }) => sum + processorMs, 0);
}

/** A round of messages, and the duration of the disk alone right after it. */
interface Round {
  readonly delivered: Delivered;
  readonly disk: readonly number[];
}

const getP99 = (times: readonly number[]): number => percentile(times, 0.99);

/** Sends the first messages of all pairs at a lower rate, which creates keys and conversations. */
async function warmUp(pairs: readonly Pair[], { sentPerSecond, seconds }: Amounts): Promise<void> {
  await sendSteadily(pairs, Math.ceil(sentPerSecond / 3), Math.ceil(seconds / 2));
  await sendSteadily(pairs, sentPerSecond, seconds / 2);
}

/** Returns the rows per second that 64 writers insert. Closes their connections before the next measurement. */
async function measureBareInserts({ url }: BenchmarkDatabase, ms: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 64 });
  try {
    await pool.query(BARE_TABLE);
    return await measureRate(64, ms, () => pool.query(createBareInsert(createLikeEvent())));
  } finally {
    await pool.end();
  }
}

async function measureThroughput(
  database: BenchmarkDatabase,
  system: System,
  accounts: readonly LiveAccount[],
  amounts: Amounts,
  note: BenchmarkEnvironment['note'],
): Promise<readonly BenchmarkRow[]> {
  const { sentPerSecond, seconds } = amounts;
  const relay = await startServerProcess('relay-server.ts');
  const relayRounds = await withPairs(
    relay,
    accounts,
    ({ id }) => id,
    (pairs) => sendSteadily(pairs, sentPerSecond, seconds),
  ).finally(relay.close);
  const inserts = await measureBareInserts(database, seconds * 250);
  note(`${sentPerSecond} messages a second from ${amounts.pairs} pairs, ${load()}`);
  const real = await withPairs(
    system.api,
    accounts,
    ({ token }) => token,
    async (pairs) => {
      await warmUp(pairs, amounts);
      const before = await getProcessorMs(system);
      const rounds: Round[] = [];
      while (rounds.length < amounts.rounds) {
        const delivered = await sendSteadily(pairs, sentPerSecond, seconds);
        rounds.push({ delivered, disk: await measureDisk(sentPerSecond, seconds) });
      }
      const sentCount = rounds.reduce((sum, { delivered }) => sum + delivered.times.length, 0);
      return { rounds, processorMs: ((await getProcessorMs(system)) - before) / sentCount };
    },
  );
  const p99s = real.rounds.map(({ delivered }) => getP99(delivered.times));
  const disks = real.rounds.map(({ disk }) => getP99(disk));
  note(`sent, ${load()}; p99 of each round: ${p99s.map(formatNumber).join(', ')} ms`);
  note(`p99 of the disk alone after each: ${disks.map(formatNumber).join(', ')} ms`);
  return [
    createRow({
      what: 'messages delivered live',
      unit: 'messages/s',
      rate: Math.min(...real.rounds.map(({ delivered }) => delivered.perSecond)),
      limitName: 'insert + commit of one row, 64 writers',
      limit: inserts,
      goal: { atLeast: MIN_PER_SECOND },
    }),
    createRow({
      what: 'from sending to delivery: median',
      unit: 'ms',
      rate: real.rounds.map(({ delivered }) => median(delivered.times)),
      limitName: 'ws alone, stored nowhere',
      limit: median(relayRounds.times),
    }),
    createRow({
      what: 'from sending to delivery: p99',
      unit: 'ms',
      rate: p99s,
      limitName: 'the disk alone, as many a second',
      limit: disks,
      goal: { atMost: MAX_P99_MS },
    }),
    createRow({
      what: 'CPU time per message, including projections',
      unit: 'ms',
      rate: real.processorMs,
    }),
  ];
}

const MB = 1_000_000;

/** Returns the memory of a server with a number of sockets, in MB. */
async function measureMemory(
  server: ServerProcess,
  names: readonly string[],
  settledMs: number,
): Promise<number> {
  const sockets = await openSockets(server.port, names);
  await delay(settledMs);
  const { memory } = await server.readUsage();
  if (sockets.some((socket) => socket.readyState !== socket.OPEN)) throw new Error('a socket was closed');
  await closeSockets(sockets);
  return memory / MB;
}

async function measureIdleSockets(
  server: ServerProcess,
  accounts: readonly LiveAccount[],
  { idleSockets, settledMs }: Amounts,
  note: BenchmarkEnvironment['note'],
): Promise<BenchmarkRow> {
  note(`${idleSockets} idle sockets, ${load()}`);
  const before = (await server.readUsage()).memory / MB;
  const all = Array.from({ length: idleSockets }, (_, n) => accounts[n % accounts.length] as LiveAccount);
  const tokens = all.map(({ token }) => token);
  const rate = await measureMemory(server, tokens, settledMs);
  const relay = await startServerProcess('relay-server.ts');
  const limit = await measureMemory(relay, tokens, settledMs).finally(relay.close);
  note(`${formatNumber(before)} MB before the first socket`);
  return createRow({
    what: `memory of the API process with ${formatNumber(idleSockets)} idle sockets`,
    unit: 'MB',
    rate,
    limitName: 'ws alone',
    limit,
    goal: { atMost: MAX_MB },
  });
}

async function run({ freshDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const amounts = pick({ tiny: TINY, quick: QUICK, standard: STANDARD, large: LARGE });
  const database = await freshDatabase();
  try {
    note('accounts');
    const accounts = await createAccounts(database, amounts.accounts);
    const start = () => startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET, 'api');
    const projector = await startServerProcess('projector-server.ts', database.url);
    try {
      const idleServer = await start();
      report(await measureIdleSockets(idleServer, accounts, amounts, note).finally(idleServer.close));
      const api = await start();
      const people = accounts.slice(0, 2 * amounts.pairs);
      const measured = measureThroughput(database, { api, projector }, people, amounts, note);
      report(...(await measured.finally(api.close)));
    } finally {
      await projector.close();
    }
  } finally {
    await database.drop();
  }
}

/** Live messages under a steady load, and the memory of idle sockets. */
export const messagesBenchmark: Benchmark = { name: 'messages', run };
