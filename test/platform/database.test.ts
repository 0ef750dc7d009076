import { migrate } from '../../adapters/migrate.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('a fresh database is migrated, and migrating it again changes nothing', async () => {
  const done = await database.pool.query('SELECT name FROM migrations');
  expect(done.rowCount).toBeGreaterThan(0);
  expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
});
