import { verifyChains } from '../../adapters/event-log/postgres/index.ts';
import { tryIntegrity } from '../contract/event-log/integrity.ts';
import { absoluteRow, type Benchmark } from './harness.ts';

/** A million events by many writers, with subscribers following and connections being cut: what went wrong? */
export const integrityBenchmark: Benchmark = {
  name: 'integrity',
  run: async ({ freshDatabase, quick, note }) => {
    const database = await freshDatabase();
    const events = quick ? 100_000 : 1_000_000;
    note(`${events.toLocaleString('en')} events, 16 writers of 4 processes, 3 subscribers, cut connections`);
    const report = await tryIntegrity({
      url: database.url,
      events,
      writers: 16,
      processes: 4,
      subscribers: 3,
      cutEveryMs: 250,
      random: Math.random,
    });
    note('verifying the hash chains');
    const started = performance.now();
    const chains = await verifyChains(database.pool);
    const seconds = (performance.now() - started) / 1_000;
    await database.drop();
    const none = (what: string, rate: number) => absoluteRow({ what, rate, unit: 'events', atMost: 0 });
    return [
      absoluteRow({ what: 'integrity run: appended', rate: report.appended, unit: 'events' }),
      absoluteRow({
        what: 'integrity run: appended while watched',
        rate: report.appended / report.seconds,
        unit: 'events/s',
      }),
      absoluteRow({ what: 'integrity run: connections cut', rate: report.cuts, unit: 'connections' }),
      none('integrity run: lost', report.lost),
      none('integrity run: out of order', report.outOfOrder),
      none('integrity run: revisions turned round', report.turnedRound),
      none('integrity run: unknown or mixed up', report.unknown + report.mixedUp),
      none('integrity run: faults in chains and positions', chains.faults.length),
      absoluteRow({
        what: 'verify: events read and hashed',
        rate: chains.events / seconds,
        unit: 'events/s',
      }),
    ];
  },
};
