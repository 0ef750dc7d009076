import { verifyChains } from '../../adapters/event-log/postgres/index.ts';
import { measureIntegrity } from '../contract/event-log/integrity.ts';
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
    const report = await measureIntegrity({
      url: database.url,
      events: scaleRuns(10_000),
      writers: 16,
      processes: 4,
      subscribers: 2,
      cutIntervalMs: 150,
      random: Math.random,
    });
    expect(report).toMatchObject({
      lostCount: 0,
      unknownCount: 0,
      outOfOrderCount: 0,
      reorderedCount: 0,
      mismatchedCount: 0,
    });
    expect(report.cutCount).toBeGreaterThan(0);
    expect(await verifyChains(database.pool)).toMatchObject({ events: report.appendedCount, faults: [] });
  },
  scaleTimeout(20_000),
);
