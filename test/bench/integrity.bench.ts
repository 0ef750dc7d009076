import { verifyChains } from '../../adapters/event-log/postgres/index.ts';
import { measureIntegrity } from '../contract/event-log/integrity.ts';
import { BARE_TABLE, createBareInsert, createLikeEvent } from './bare-insert.ts';
import { type Benchmark, measureMs, measureRate } from './harness.ts';
import { createRow } from './rows.ts';

const WRITERS = 16;

/** Number of lost or reordered events while many writers append, subscribers read and connections are cut. */
export const integrityBenchmark: Benchmark = {
  name: 'integrity',
  run: async ({ createDatabase, pick, report, note }) => {
    const database = await createDatabase();
    const { pool } = database;
    const events = pick({ tiny: 500, quick: 20_000, standard: 60_000, large: 1_000_000 });
    note(`${events.toLocaleString('en')} events, 16 writers of 4 processes, 3 subscribers, cut connections`);
    const integrity = await measureIntegrity({
      url: database.url,
      events,
      writers: WRITERS,
      processes: 4,
      subscribers: 3,
      cutIntervalMs: pick({ tiny: 50, quick: 250, standard: 250 }),
      random: Math.random,
    });
    note('the limit');
    await pool.query(BARE_TABLE);
    const insertRate = await measureRate(WRITERS, pick({ tiny: 50, quick: 1_000, standard: 3_000 }), () =>
      pool.query(createBareInsert(createLikeEvent())),
    );
    report(
      createRow({
        what: 'integrity run: appended while connections are cut',
        unit: 'events/s',
        rate: integrity.appendedCount / integrity.seconds,
        limitName: 'insert + commit of one row',
        limit: insertRate,
      }),
      createRow({ what: 'integrity run: connections cut', unit: 'connections', rate: integrity.cutCount }),
    );
    note('verifying the hash chains');
    const readMs = await measureMs(() => pool.query('SELECT count(data::text) FROM log.events'));
    let chainReport: Awaited<ReturnType<typeof verifyChains>> | undefined;
    const verificationMs = await measureMs(async () => {
      chainReport = await verifyChains(pool);
    });
    await database.drop();
    const createZeroRow = (what: string, rate: number) =>
      createRow({ what: `integrity run: ${what}`, unit: 'events', rate, goal: { atMost: 0 } });
    report(
      createZeroRow('lost', integrity.lostCount),
      createZeroRow('out of order', integrity.outOfOrderCount),
      createZeroRow('revisions reversed', integrity.reorderedCount),
      createZeroRow('unknown or mixed up', integrity.unknownCount + integrity.mismatchedCount),
      createZeroRow('faults in chains and positions', chainReport?.faults.length ?? Number.NaN),
      createRow({
        what: 'verification of hash chains',
        unit: 'events/s',
        rate: (integrity.appendedCount * 1_000) / verificationMs,
        limitName: 'reading the log in PostgreSQL',
        limit: (integrity.appendedCount * 1_000) / readMs,
      }),
    );
  },
};
