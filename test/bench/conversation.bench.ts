import { conversationIdOf } from '../../domain/conversations/ids.ts';
import { until } from '../support/wait.ts';
import { converse } from './converse.ts';
import { type Benchmark, type BenchmarkEnvironment, median, percentile, timeMs } from './harness.ts';
import { BENCHMARK_SECRET, type LiveAccount, makeAccounts } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const MAX_MS = 20;
const SHOWN = 50;
const PROJECTED_MS = 120_000;
/** Messages of the conversation that warms the server up. */
const SHORT = 60;

const SELECT = `SELECT * FROM read.messages WHERE conversation_id = $1 ORDER BY position DESC LIMIT ${SHOWN}`;

/** Opens a conversation. @throws Error unless it shows its newest messages */
async function openConversation(
  { port }: ServerProcess,
  { token }: LiveAccount,
  other: LiveAccount,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/conversation/${other.id}`, {
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'benchmark' },
  });
  const { messages = [] } = (await response.json()) as { messages?: readonly unknown[] };
  if (messages.length !== SHOWN) throw new Error(`the conversation opened with ${messages.length} messages`);
}

async function run({ freshDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await freshDatabase();
  const { pool } = database;
  const count = pick({ tiny: SHORT, quick: 10_000, standard: 10_000 });
  const starts = pick({ tiny: 1, quick: 3, standard: 5 });
  const later = pick({ tiny: 3, quick: 20, standard: 40 });
  const warmUps = pick({ tiny: 1, quick: 30, standard: 30 });
  const [ana, ben, carl] = (await makeAccounts(database, 3)) as [LiveAccount, LiveAccount, LiveAccount];
  note(`a conversation of ${count} messages`);
  await converse(database, [ana, ben], count);
  await converse(database, [ana, carl], SHORT);
  const projector = await startServerProcess('projector-server.ts', database.url);
  try {
    const projected = async (): Promise<boolean> => {
      const { rows } = await pool.query<{ messages: string }>(
        'SELECT count(*) AS messages FROM read.messages',
      );
      return Number(rows[0]?.messages) === count + SHORT;
    };
    await until(projected, PROJECTED_MS);
  } finally {
    await projector.close();
  }
  const select = () =>
    pool.query({ name: 'newest', text: SELECT, values: [conversationIdOf(ana.id, ben.id)] });
  const bare: number[] = [];
  const first: number[] = [];
  const others: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
    try {
      for (let n = 0; n < warmUps; n += 1) await openConversation(server, carl, ana);
      first.push(await timeMs(() => openConversation(server, ana, ben)));
      for (let n = 0; n < later; n += 1) {
        bare.push(await timeMs(select));
        others.push(await timeMs(() => openConversation(server, ana, ben)));
      }
    } finally {
      await server.close();
    }
  }
  const limit = { unit: 'ms', limitName: `select of the newest ${SHOWN}` };
  const goal = { atMost: MAX_MS };
  const what = 'opening a long conversation';
  report(
    createRow({
      what: `${what} first after a start`,
      rate: median(first),
      ...limit,
      limit: median(bare),
      goal,
    }),
    createRow({ what: `${what}: median`, rate: median(others), ...limit, limit: median(bare), goal }),
    createRow({
      what: `${what}: p99`,
      rate: percentile(others, 0.99),
      ...limit,
      limit: percentile(bare, 0.99),
      goal,
    }),
  );
  await database.drop();
}

/**
 * How fast a conversation of many messages opens: in a process that has just started and has served another conversation,
 * and later in the same process.
 */
export const conversationBenchmark: Benchmark = { name: 'conversation', run };
