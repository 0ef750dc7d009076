import { deriveConversationId } from '../../domain/conversations/ids.ts';
import { waitUntil } from '../support/wait.ts';
import { exchangeMessages } from './exchange-messages.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  measureMs,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET, createAccounts, type LiveAccount } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const MAX_MS = 20;
const SHOWN = 50;
const PROJECTED_MS = 120_000;
/** Number of messages in the warm-up conversation. */
const SHORT = 60;

const MESSAGES_SENT = "log.events WHERE type = 'MessageSent'";
const SELECT = `SELECT * FROM read.messages WHERE conversation_id = $1 ORDER BY position DESC LIMIT ${SHOWN}`;

interface People {
  readonly ana: LiveAccount;
  readonly ben: LiveAccount;
  /** Has a short conversation with Ana. */
  readonly carl: LiveAccount;
}

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

async function countRows({ pool }: BenchmarkDatabase, source: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${source}`);
  return Number(rows[0]?.count);
}

/** Durations in milliseconds. */
interface Durations {
  readonly first: number[];
  readonly later: number[];
  /** Durations of a bare select. */
  readonly bare: number[];
}

/** Opens the long conversation in a process that has just started and has served another conversation. */
async function measureStart(
  database: BenchmarkDatabase,
  { ana, ben, carl }: People,
  openings: number,
  durations: Durations,
): Promise<void> {
  const conversationId = deriveConversationId(ana.id, ben.id);
  // Something is unread, so that the first opening marks the conversation as read in the background.
  await exchangeMessages(database, [ben, ana], 1);
  const sentCount = await countRows(database, MESSAGES_SENT);
  const readByAna = `log.events WHERE type = 'ConversationRead' AND data->>'conversationId' = '${conversationId}'`;
  const read = await countRows(database, readByAna);
  const select = () => database.pool.query({ name: 'newest', text: SELECT, values: [conversationId] });
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  try {
    await waitUntil(async () => (await countRows(database, 'read.messages')) === sentCount, PROJECTED_MS);
    for (let n = 0; n < openings; n += 1) await openConversation(server, carl, ana);
    durations.first.push(await measureMs(() => openConversation(server, ana, ben)));
    for (let n = 0; n < openings; n += 1) {
      durations.bare.push(await measureMs(select));
      durations.later.push(await measureMs(() => openConversation(server, ana, ben)));
    }
    await waitUntil(async () => (await countRows(database, readByAna)) > read);
  } finally {
    await server.close();
  }
}

async function run({ freshDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await freshDatabase();
  const count = pick({ tiny: SHORT, quick: 10_000, standard: 10_000 });
  const starts = pick({ tiny: 1, quick: 3, standard: 5 });
  const openings = pick({ tiny: 3, quick: 20, standard: 40 });
  const [ana, ben, carl] = (await createAccounts(database, 3)) as [LiveAccount, LiveAccount, LiveAccount];
  note(`a conversation of ${count} messages`);
  await exchangeMessages(database, [ana, ben], count);
  await exchangeMessages(database, [ana, carl], SHORT);
  const projector = await startServerProcess('projector-server.ts', database.url);
  await waitUntil(
    async () => (await countRows(database, 'read.messages')) === count + SHORT,
    PROJECTED_MS,
  ).finally(projector.close);
  const durations: Durations = { first: [], later: [], bare: [] };
  note(`${starts} starts with ${openings} openings each`);
  for (let start = 0; start < starts; start += 1)
    await measureStart(database, { ana, ben, carl }, openings, durations);
  const { first, later, bare } = durations;
  const limit = { unit: 'ms', limitName: `select of the newest ${SHOWN}` };
  const goal = { atMost: MAX_MS };
  const label = 'opening a long conversation';
  report(
    createRow({
      what: `${label} first after a start`,
      rate: median(first),
      ...limit,
      limit: median(bare),
      goal,
    }),
    createRow({ what: `${label}: median`, rate: median(later), ...limit, limit: median(bare), goal }),
    createRow({
      what: `${label}: p99`,
      rate: percentile(later, 0.99),
      ...limit,
      limit: percentile(bare, 0.99),
      goal,
    }),
  );
  await database.drop();
}

/**
 * Duration of opening a conversation with many messages: in a process that has just started and has served
 * another conversation, and later in the same process.
 */
export const conversationBenchmark: Benchmark = { name: 'conversation', run };
