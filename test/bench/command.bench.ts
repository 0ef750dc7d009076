import { randomInt, randomUUID } from 'node:crypto';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { type CommandContext, createHandler, type Handler } from '../../domain/handle.ts';
import { bondDecider, bondId } from '../../domain/social-graph/decide.ts';
import { BARE_TABLE, bareInsert, newLike } from './append.bench.ts';
import { absoluteRow, type Benchmark, comparedRow, interleave, median, ratePerSecond } from './harness.ts';

const WRITERS = 16;
const ROUND_MS = 1_000;
const STREAMS = 4_000;
const EVENTS_BEFORE = 10;

type Pair = readonly [follower: string, followee: string];

/** Commands: load a stream of ten events, decide, append. Beside bare inserts, and on one stream that all write to. */
export const commandBenchmark: Benchmark = {
  name: 'command',
  run: async ({ freshDatabase, quick, note }) => {
    const database = await freshDatabase();
    const { pool } = database;
    await pool.query(BARE_TABLE);
    const log = createPostgresEventLog({ pool });
    const loading = createHandler({ log, cacheSize: 0 });
    const caching = createHandler({ log });
    note(`${STREAMS} streams of ${EVENTS_BEFORE} events`);
    const pairs = Array.from({ length: STREAMS }, (): Pair => [randomUUID(), randomUUID()]);
    await Promise.all(
      pairs.map((pair) => Promise.all(Array.from({ length: EVENTS_BEFORE }, () => toggle(caching, pair)))),
    );

    let next = 0;
    const takePair = (): Pair => pairs[next++ % STREAMS] as Pair;
    const hot = pairs[randomInt(STREAMS)] as Pair;
    note('commands');
    const rates = await interleave(quick ? 3 : 7, {
      bare: () => ratePerSecond(WRITERS, ROUND_MS, () => pool.query(bareInsert(newLike()))),
      loading: () => ratePerSecond(WRITERS, ROUND_MS, () => toggle(loading, takePair())),
      caching: () => ratePerSecond(WRITERS, ROUND_MS, () => toggle(caching, takePair())),
      hot: () => ratePerSecond(WRITERS, ROUND_MS, () => toggle(caching, hot)),
    });
    await log.close();
    await database.drop();
    const limit = { limitName: 'insert + commit of one row', limits: rates.bare };
    return [
      comparedRow({
        what: 'command, stream of ~10 events loaded each time, 16 writers',
        unit: 'commands/s',
        rates: rates.loading,
        ...limit,
        goalRatio: 0.4,
      }),
      comparedRow({
        what: 'command, stream remembered, 16 writers',
        unit: 'commands/s',
        rates: rates.caching,
        ...limit,
        goalRatio: 0.4,
      }),
      absoluteRow({
        what: 'command, one hot stream, 16 writers',
        rate: median(rates.hot),
        unit: 'commands/s',
        atLeast: 2_000,
      }),
    ];
  },
};

async function toggle(handler: Handler, [followerId, followeeId]: Pair): Promise<void> {
  const commandId = randomUUID();
  const context: CommandContext = {
    commandId,
    correlationId: commandId,
    actor: { kind: 'account', id: followerId },
    occurredAt: '2026-11-21T09:30:00.000Z',
  };
  const command = { type: 'ToggleFollow', followerId, followeeId, followedBefore: [] } as const;
  const handled = await handler.handle(bondDecider, bondId(followerId, followeeId), command, context);
  if (!handled.accepted) throw new Error(handled.rejection.message);
}
