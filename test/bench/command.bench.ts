import { randomUUID } from 'node:crypto';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { type CommandContext, createHandler, type Handler } from '../../domain/handle.ts';
import { deriveRelationshipId, relationshipDecider } from '../../domain/social-graph/decide.ts';
import { BARE_TABLE, createBareInsert, createLikeEvent } from './bare-insert.ts';
import { type Benchmark, interleave, measureRate } from './harness.ts';
import { createRow } from './rows.ts';

const WRITERS = 16;
/** Number of events per stream before the measurement. The measurement appends a few more. */
const INITIAL_EVENTS = 8;
/**
 * Number of uncached streams per cached stream. With this ratio, each uncached stream has 8 to 12 events during the
 * measurement.
 */
const UNCACHED_SHARE = 7;

type Pair = readonly [follower: string, followee: string];

const createPairs = (count: number): readonly Pair[] =>
  Array.from({ length: count }, (): Pair => [randomUUID(), randomUUID()]);

/** Returns a function that cycles through the pairs. */
function createPairCycle(pairs: readonly Pair[]): () => Pair {
  let next = 0;
  return () => pairs[next++ % pairs.length] as Pair;
}

/** Command rate (load, decide, append) on ten-event streams and on one shared stream, compared with bare inserts. */
export const commandBenchmark: Benchmark = {
  name: 'command',
  run: async ({ createDatabase, pick, report, note }) => {
    const streams = pick({ tiny: 20, quick: 1_000, standard: 2_000, large: 4_000 });
    const roundMs = pick({ tiny: 50, quick: 1_000, standard: 1_000 });
    const database = await createDatabase();
    const { pool } = database;
    await pool.query(BARE_TABLE);
    const log = createPostgresEventLog({ pool });
    const uncachedHandler = createHandler({ log, cacheSize: 0 });
    const cachingHandler = createHandler({ log });
    note(`${streams * (UNCACHED_SHARE + 1)} streams of ${INITIAL_EVENTS} events`);
    // Each measurement has its own streams, so that no other measurement makes them longer.
    const uncachedPairs = createPairs(streams * UNCACHED_SHARE);
    const cachedPairs = createPairs(streams);
    const [sharedPair] = createPairs(1) as [Pair];
    await Promise.all(
      [...uncachedPairs, ...cachedPairs].map((pair) =>
        Promise.all(Array.from({ length: INITIAL_EVENTS }, () => toggle(cachingHandler, pair))),
      ),
    );
    const takeUncachedPair = createPairCycle(uncachedPairs);
    const takeCachedPair = createPairCycle(cachedPairs);
    note('commands');
    const rates = await interleave(pick({ tiny: 1, quick: 3, standard: 7 }), {
      bare: () => measureRate(WRITERS, roundMs, () => pool.query(createBareInsert(createLikeEvent()))),
      loading: () => measureRate(WRITERS, roundMs, () => toggle(uncachedHandler, takeUncachedPair())),
      caching: () => measureRate(WRITERS, roundMs, () => toggle(cachingHandler, takeCachedPair())),
      hot: () => measureRate(WRITERS, roundMs, () => toggle(cachingHandler, sharedPair)),
    });
    await log.close();
    await database.drop();
    const unit = 'commands/s';
    const limit = { limitName: 'insert + commit of one row', limit: rates.bare };
    report(
      createRow({
        what: 'command, stream of ~10 events loaded each time, 16 writers',
        unit,
        rate: rates.loading,
        ...limit,
        goal: { ratio: 0.5 },
      }),
      createRow({
        what: 'command, stream remembered, 16 writers',
        unit,
        rate: rates.caching,
        ...limit,
        goal: { ratio: 0.5 },
      }),
      createRow({
        what: 'command, one hot stream, 16 writers',
        unit,
        rate: rates.hot,
        ...limit,
        goal: { atLeast: 2_000 },
      }),
    );
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
  const command = { type: 'ToggleFollow', followerId, followeeId, previousFollowerIds: [] } as const;
  const result = await handler.handle(
    relationshipDecider,
    deriveRelationshipId(followerId, followeeId),
    command,
    context,
  );
  if (!result.accepted) throw new Error(result.rejection.message);
}
