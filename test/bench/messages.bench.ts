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
import {
  closeSockets,
  type DeliveryResult,
  openSockets,
  type Pair,
  sendAtSteadyRate,
} from './messages-load.ts';
import { type BenchmarkRow, createRow, formatNumber } from './rows.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Messages sent per second. Slightly above the goal, because the measured period includes the last delivery. */
const SENT_PER_SECOND = 2_100;
const MIN_PER_SECOND = 2_000;
const MAX_P99_MS = 50;
const MAX_MB = 300;
/** Pause after many simultaneous connections, in milliseconds. */
const SETTLE_MS = 3_000;

/** Number of accounts and sockets, message rate, and duration of a load test. */
interface MessageLoad {
  readonly pairs: number;
  readonly sentPerSecond: number;
  readonly seconds: number;
  /** Number of rounds. Only the median counts, because isolated stalls are caused by the machine, not by Kindra. */
  readonly rounds: number;
  readonly accounts: number;
  readonly idleSockets: number;
  readonly settleMs: number;
}

const LARGE_LOAD: MessageLoad = {
  pairs: 500,
  sentPerSecond: SENT_PER_SECOND,
  seconds: 10,
  rounds: 3,
  accounts: 10_000,
  idleSockets: 10_000,
  settleMs: SETTLE_MS,
};
const STANDARD_LOAD: MessageLoad = { ...LARGE_LOAD, seconds: 4, accounts: 2_000 };
const QUICK_LOAD: MessageLoad = { ...STANDARD_LOAD, rounds: 1 };
const TINY_LOAD: MessageLoad = {
  pairs: 2,
  sentPerSecond: 20,
  seconds: 0.5,
  rounds: 1,
  accounts: 4,
  idleSockets: 10,
  settleMs: 0,
};

const formatLoadAverage = (): string => `load average ${formatNumber(loadavg()[0] ?? 0)}`;

/**
 * Runs work with one socket per account. `getName` returns what a socket sends when connecting: a token to the API,
 * an id to the relay.
 */
async function withPairs<Result>(
  { port }: ServerProcess,
  accounts: readonly LiveAccount[],
  getName: (account: LiveAccount) => string,
  run: (pairs: readonly Pair[]) => Promise<Result>,
): Promise<Result> {
  const sockets = await openSockets(port, accounts.map(getName));
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

/** The measured processes: API and projections run separately, as in production. */
interface System {
  readonly api: ServerProcess;
  readonly projector: ServerProcess;
}

/** Returns the CPU time of the API and the projector, in milliseconds. */
async function getProcessorMs({ api, projector }: System): Promise<number> {
  const usages = await Promise.all([api.readUsage(), projector.readUsage()]);
  return usages.reduce((sum, { processorMs }) => sum + processorMs, 0);
}

/** Message delivery in one round, and the disk latencies measured right after it. */
interface Round {
  readonly delivery: DeliveryResult;
  readonly diskDurations: readonly number[];
}

const getP99 = (durations: readonly number[]): number => percentile(durations, 0.99);

/**
 * Sends the first messages of all pairs, starting at a lower rate. This creates the pairs' keys and conversations.
 */
async function warmUp(pairs: readonly Pair[], { sentPerSecond, seconds }: MessageLoad): Promise<void> {
  await sendAtSteadyRate(pairs, Math.ceil(sentPerSecond / 3), Math.ceil(seconds / 2));
  await sendAtSteadyRate(pairs, sentPerSecond, seconds / 2);
}

/** Returns the number of rows that 64 writers insert per second. Closes their connections afterwards. */
async function measureBareInserts({ url }: BenchmarkDatabase, durationMs: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 64 });
  try {
    await pool.query(BARE_TABLE);
    return await measureRate(64, durationMs, () => pool.query(createBareInsert(createLikeEvent())));
  } finally {
    await pool.end();
  }
}

async function measureThroughput(
  database: BenchmarkDatabase,
  system: System,
  accounts: readonly LiveAccount[],
  load: MessageLoad,
  note: BenchmarkEnvironment['note'],
): Promise<readonly BenchmarkRow[]> {
  const { sentPerSecond, seconds } = load;
  const relay = await startServerProcess('relay-server.ts');
  const relayRounds = await withPairs(
    relay,
    accounts,
    ({ id }) => id,
    (pairs) => sendAtSteadyRate(pairs, sentPerSecond, seconds),
  ).finally(relay.close);
  const insertRate = await measureBareInserts(database, seconds * 250);
  note(`${sentPerSecond} messages a second from ${load.pairs} pairs, ${formatLoadAverage()}`);
  const measurement = await withPairs(
    system.api,
    accounts,
    ({ token }) => token,
    async (pairs) => {
      await warmUp(pairs, load);
      const processorMsBefore = await getProcessorMs(system);
      const rounds: Round[] = [];
      while (rounds.length < load.rounds) {
        const delivery = await sendAtSteadyRate(pairs, sentPerSecond, seconds);
        rounds.push({ delivery, diskDurations: await measureDisk(sentPerSecond, seconds) });
      }
      const sentCount = rounds.reduce((sum, { delivery }) => sum + delivery.durations.length, 0);
      return { rounds, processorMs: ((await getProcessorMs(system)) - processorMsBefore) / sentCount };
    },
  );
  const p99Durations = measurement.rounds.map(({ delivery }) => getP99(delivery.durations));
  const diskP99s = measurement.rounds.map(({ diskDurations }) => getP99(diskDurations));
  note(`sent, ${formatLoadAverage()}; p99 of each round: ${p99Durations.map(formatNumber).join(', ')} ms`);
  note(`p99 of the disk alone after each: ${diskP99s.map(formatNumber).join(', ')} ms`);
  return [
    createRow({
      what: 'messages delivered live',
      unit: 'messages/s',
      rate: Math.min(...measurement.rounds.map(({ delivery }) => delivery.perSecond)),
      limitName: 'insert + commit of one row, 64 writers',
      limit: insertRate,
      goal: { atLeast: MIN_PER_SECOND },
    }),
    createRow({
      what: 'from sending to delivery: median',
      unit: 'ms',
      rate: measurement.rounds.map(({ delivery }) => median(delivery.durations)),
      limitName: 'ws alone, stored nowhere',
      limit: median(relayRounds.durations),
    }),
    createRow({
      what: 'from sending to delivery: p99',
      unit: 'ms',
      rate: p99Durations,
      limitName: 'the disk alone, as many a second',
      limit: diskP99s,
      goal: { atMost: MAX_P99_MS },
    }),
    createRow({
      what: 'CPU time per message, including projections',
      unit: 'ms',
      rate: measurement.processorMs,
    }),
  ];
}

const MB = 1_000_000;

/** Returns the memory of a server while one socket per name is open, in MB. */
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
  { idleSockets, settleMs }: MessageLoad,
  note: BenchmarkEnvironment['note'],
): Promise<BenchmarkRow> {
  note(`${idleSockets} idle sockets, ${formatLoadAverage()}`);
  const memoryBefore = (await server.readUsage()).memory / MB;
  const socketAccounts = Array.from(
    { length: idleSockets },
    (_, n) => accounts[n % accounts.length] as LiveAccount,
  );
  const tokens = socketAccounts.map(({ token }) => token);
  const rate = await measureMemory(server, tokens, settleMs);
  const relay = await startServerProcess('relay-server.ts');
  const limit = await measureMemory(relay, tokens, settleMs).finally(relay.close);
  note(`${formatNumber(memoryBefore)} MB before the first socket`);
  return createRow({
    what: `memory of the API process with ${formatNumber(idleSockets)} idle sockets`,
    unit: 'MB',
    rate,
    limitName: 'ws alone',
    limit,
    goal: { atMost: MAX_MB },
  });
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const load = pick({ tiny: TINY_LOAD, quick: QUICK_LOAD, standard: STANDARD_LOAD, large: LARGE_LOAD });
  const database = await createDatabase();
  try {
    note('accounts');
    const accounts = await createAccounts(database, load.accounts);
    const startApi = () => startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET, 'api');
    const projector = await startServerProcess('projector-server.ts', database.url);
    try {
      const idleServer = await startApi();
      report(await measureIdleSockets(idleServer, accounts, load, note).finally(idleServer.close));
      const api = await startApi();
      const people = accounts.slice(0, 2 * load.pairs);
      const throughputRows = measureThroughput(database, { api, projector }, people, load, note);
      report(...(await throughputRows.finally(api.close)));
    } finally {
      await projector.close();
    }
  } finally {
    await database.drop();
  }
}

/** Latency of live messages under a steady load, and memory of idle sockets. */
export const messagesBenchmark: Benchmark = { name: 'messages', run };
