import { verifyChains } from '../../adapters/event-log/postgres/index.ts';
import { tryIntegrity } from '../contract/event-log/integrity.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test(
  '16 writers of 4 processes with cut connections lose, repeat and reorder no event',
  async () => {
    const report = await tryIntegrity({
      url: database.url,
      events: scaleRuns(10_000),
      writers: 16,
      processes: 4,
      subscribers: 2,
      cutEveryMs: 150,
      random: Math.random,
    });
    expect(report).toMatchObject({ lost: 0, unknown: 0, outOfOrder: 0, reordered: 0, mismatched: 0 });
    expect(report.cuts).toBeGreaterThan(0);
    expect(await verifyChains(database.pool)).toMatchObject({ events: report.appended, faults: [] });
  },
  scaleTimeout(20_000),
);
