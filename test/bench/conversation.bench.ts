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
const PAGE_SIZE = 50;
const PROJECTION_TIMEOUT_MS = 120_000;
/** Number of messages in the warm-up conversation. */
const WARM_UP_MESSAGES = 60;

const SENT_MESSAGES = "log.events WHERE type = 'MessageSent'";
const SELECT_NEWEST = `SELECT * FROM read.messages WHERE conversation_id = $1 ORDER BY position DESC LIMIT ${PAGE_SIZE}`;

interface People {
  readonly ana: LiveAccount;
  readonly ben: LiveAccount;
  /** Account that has a short conversation with Ana. */
  readonly carl: LiveAccount;
}

/**
 * Opens a conversation.
 * @throws Error if the response does not contain a full page of messages
 */
async function openConversation(
  { port }: ServerProcess,
  { token }: LiveAccount,
  partner: LiveAccount,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/conversation/${partner.id}`, {
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'benchmark' },
  });
  const { messages = [] } = (await response.json()) as { messages?: readonly unknown[] };
  if (messages.length !== PAGE_SIZE)
    throw new Error(`the conversation opened with ${messages.length} messages`);
}

async function countRows({ pool }: BenchmarkDatabase, source: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${source}`);
  return Number(rows[0]?.count);
}

/** Durations of each kind of request, in milliseconds. */
interface Durations {
  readonly firstOpenings: number[];
  readonly laterOpenings: number[];
  /** Durations of the equivalent SELECT without Kindra. */
  readonly bareSelects: number[];
}

/**
 * Measures how long the long conversation takes to open. The server process has just started and has only served
 * another conversation.
 */
async function measureOpenings(
  database: BenchmarkDatabase,
  { ana, ben, carl }: People,
  openingCount: number,
  durations: Durations,
): Promise<void> {
  const conversationId = deriveConversationId(ana.id, ben.id);
  // Something is unread, so that the first opening marks the conversation as read in the background.
  await exchangeMessages(database, [ben, ana], 1);
  const sentCount = await countRows(database, SENT_MESSAGES);
  const readByAna = `log.events WHERE type = 'ConversationRead' AND data->>'conversationId' = '${conversationId}'`;
  const readCount = await countRows(database, readByAna);
  const select = () => database.pool.query({ name: 'newest', text: SELECT_NEWEST, values: [conversationId] });
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  try {
    await waitUntil(
      async () => (await countRows(database, 'read.messages')) === sentCount,
      PROJECTION_TIMEOUT_MS,
    );
    for (let n = 0; n < openingCount; n += 1) await openConversation(server, carl, ana);
    durations.firstOpenings.push(await measureMs(() => openConversation(server, ana, ben)));
    for (let n = 0; n < openingCount; n += 1) {
      durations.bareSelects.push(await measureMs(select));
      durations.laterOpenings.push(await measureMs(() => openConversation(server, ana, ben)));
    }
    await waitUntil(async () => (await countRows(database, readByAna)) > readCount);
  } finally {
    await server.close();
  }
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  const count = pick({ tiny: WARM_UP_MESSAGES, quick: 10_000, standard: 10_000 });
  const startCount = pick({ tiny: 1, quick: 3, standard: 5 });
  const openingCount = pick({ tiny: 3, quick: 20, standard: 40 });
  const [ana, ben, carl] = (await createAccounts(database, 3)) as [LiveAccount, LiveAccount, LiveAccount];
  note(`a conversation of ${count} messages`);
  await exchangeMessages(database, [ana, ben], count);
  await exchangeMessages(database, [ana, carl], WARM_UP_MESSAGES);
  const projector = await startServerProcess('projector-server.ts', database.url);
  await waitUntil(
    async () => (await countRows(database, 'read.messages')) === count + WARM_UP_MESSAGES,
    PROJECTION_TIMEOUT_MS,
  ).finally(projector.close);
  const durations: Durations = { firstOpenings: [], laterOpenings: [], bareSelects: [] };
  note(`${startCount} starts with ${openingCount} openings each`);
  for (let start = 0; start < startCount; start += 1)
    await measureOpenings(database, { ana, ben, carl }, openingCount, durations);
  const { firstOpenings, laterOpenings, bareSelects } = durations;
  const limit = { unit: 'ms', limitName: `select of the newest ${PAGE_SIZE}` };
  const goal = { atMost: MAX_MS };
  const label = 'opening a long conversation';
  report(
    createRow({
      what: `${label} first after a start`,
      rate: median(firstOpenings),
      ...limit,
      limit: median(bareSelects),
      goal,
    }),
    createRow({
      what: `${label}: median`,
      rate: median(laterOpenings),
      ...limit,
      limit: median(bareSelects),
      goal,
    }),
    createRow({
      what: `${label}: p99`,
      rate: percentile(laterOpenings, 0.99),
      ...limit,
      limit: percentile(bareSelects, 0.99),
      goal,
    }),
  );
  await database.drop();
}

/**
 * Time to open a conversation with many messages. The first opening is measured in a process that has just started and
 * has only served another conversation, later openings in the same process.
 */
export const conversationBenchmark: Benchmark = { name: 'conversation', run };
