import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { withCatalogue } from '../../adapters/event-log/catalogue-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { conversationDecider } from '../../domain/conversations/decide.ts';
import { conversationIdOf } from '../../domain/conversations/ids.ts';
import { createHandler } from '../../domain/handle.ts';
import {
  absoluteRow,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
  percentile,
} from './harness.ts';
import type { LiveAccount } from './live-accounts.ts';
import type { ServerProcess } from './server-process.ts';

const MESSAGES = 10_000;
const MOST_MS = 20;
const SHOWN = 50;

/** Writes messages of a conversation, one after another in the log; both write. */
export async function converse(
  { pool }: BenchmarkDatabase,
  [ana, ben]: readonly [LiveAccount, LiveAccount],
  count: number,
): Promise<void> {
  const vault = createTextVault({ pool });
  const log = withCatalogue(createPostgresEventLog({ pool }), { catalogue: eventCatalogue, vault });
  const handler = createHandler({ log });
  const ids = createIdSource();
  const conversationId = conversationIdOf(ana.id, ben.id);
  const occurredAt = systemClock.now();
  const say = (n: number) => {
    const messageId = ids.next();
    const [authorId, receiverId] = n % 3 === 0 ? [ana.id, ben.id] : [ben.id, ana.id];
    return handler.handle(
      conversationDecider,
      conversationId,
      {
        type: 'SendMessage',
        conversationId,
        messageId,
        authorId,
        receiverId,
        content: `Message number ${n}, about a dog that needs a walk and a chair.`,
        clientId: null,
      },
      {
        commandId: messageId,
        correlationId: messageId,
        actor: { kind: 'account', id: authorId },
        occurredAt,
      },
    );
  };
  await Promise.all(Array.from({ length: count }, (_, n) => say(n)));
  await log.close();
}

/** How long an opening takes, and what it showed. */
async function opening(
  { port }: ServerProcess,
  { token }: LiveAccount,
  other: LiveAccount,
): Promise<{ ms: number; shown: number; last: string }> {
  const before = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/conversation/${other.id}`, {
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'benchmark' },
  });
  const { messages = [] } = (await response.json()) as { messages?: { content: string }[] };
  return {
    ms: performance.now() - before,
    shown: messages.length,
    last: messages.at(-1)?.content ?? '',
  };
}

const SELECT = `SELECT * FROM read.messages WHERE conversation_id = $1 ORDER BY position DESC LIMIT ${SHOWN}`;

const row = (what: string, rate: number, limit?: number): BenchmarkRow => ({
  ...absoluteRow({ what, rate: Number(rate.toFixed(1)), unit: 'ms', atMost: MOST_MS }),
  ...(limit !== undefined && { limitName: `select of its newest ${SHOWN}`, limit }),
});

/** How fast a conversation of many messages opens: one that has been read, and one with something new. */
export async function longConversationRows(
  database: BenchmarkDatabase,
  start: () => Promise<ServerProcess>,
  [ana, ben]: readonly LiveAccount[],
  { quick, note }: BenchmarkEnvironment,
): Promise<readonly BenchmarkRow[]> {
  if (!ana || !ben) throw new Error('there is nobody to write');
  const count = quick ? MESSAGES / 5 : MESSAGES;
  const times = quick ? 50 : 200;
  note(`a conversation of ${count} messages`);
  await converse(database, [ana, ben], count);
  const server = await start();
  try {
    const values = [conversationIdOf(ana.id, ben.id)];
    const newest = `Message number ${count - 1},`;
    while (!(await opening(server, ben, ana)).last.startsWith(newest))
      await new Promise((resolve) => setTimeout(resolve, 200));
    const first = await opening(server, ana, ben);
    const read: number[] = [];
    const bare: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const before = performance.now();
      await database.pool.query({ name: 'newest', text: SELECT, values });
      bare.push(performance.now() - before);
      const { ms, shown } = await opening(server, ana, ben);
      if (shown !== SHOWN) throw new Error(`the conversation opened with ${shown} messages`);
      read.push(ms);
    }
    const what = `opening a conversation of ${count} messages`;
    return [
      row(`${what}: median`, median(read), median(bare)),
      row(`${what}: p99`, percentile(read, 0.99), percentile(bare, 0.99)),
      row('the first opening after a start, thousands unread', first.ms),
    ];
  } finally {
    await server.close();
  }
}
