import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { BARE_TABLE, createBareInsert, createLikeEvent, getLikeStream } from './bare-insert.ts';
import { type Benchmark, interleave, measureRate } from './harness.ts';
import { createRow } from './rows.ts';

/**
 * Rate of single-event appends to new streams, compared with bare inserts of the same row. Each write is its own
 * transaction.
 */
export const appendBenchmark: Benchmark = {
  name: 'append',
  run: async ({ createDatabase, pick, report, note }) => {
    const database = await createDatabase();
    const { pool } = database;
    await pool.query(BARE_TABLE);
    const log = createPostgresEventLog({ pool });
    const roundMs = pick({ tiny: 50, quick: 1_000, standard: 1_000 });
    for (const writers of [16, 64]) {
      note(`${writers} writers`);
      const rates = await interleave(pick({ tiny: 1, quick: 3, standard: 7 }), {
        bare: () => measureRate(writers, roundMs, () => pool.query(createBareInsert(createLikeEvent()))),
        append: () =>
          measureRate(writers, roundMs, () => {
            const event = createLikeEvent();
            return log.append(getLikeStream(event), [event], 'no_stream');
          }),
      });
      report(
        createRow({
          what: `append, one event a stream, ${writers} writers`,
          unit: 'events/s',
          rate: rates.append,
          limitName: 'insert + commit of one row',
          limit: rates.bare,
          goal: { ratio: 0.7 },
        }),
      );
    }
    await log.close();
    await database.drop();
  },
};
