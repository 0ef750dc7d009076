import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { animalsProjection } from '../../../projections/adoption/animals/project.ts';
import { listAvailableAnimals } from '../../../projections/adoption/animals/query.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createId } from '../../support/projections/history.ts';
import { countRowsRead, readWithPlans } from '../../support/projections/plans.ts';

const ANIMAL_COUNT = 20_000;
/** Maximum number of rows that a search is allowed to read: the newest rows and those found by the index. */
const MAX_ROWS_READ = 2_500;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  await pool.query(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at)
     VALUES ($1, 'owner', 'owner', 'Name', 'USER', true, now())`,
    [createAccountId(0)],
  );
  await pool.query(
    `INSERT INTO read.animals (id, owner_id, name, type, breed, age, sex, description, address, vaccinated,
       sterilized, image_hash, status, offered_at, search)
     SELECT id, $1, 'Rex', 'DOG', 'Mixed', 5, 'M', '', '', true, true, '', 'AVAILABLE', now(),
       CASE WHEN n = 1 THEN 'niño 100% ñandú zq' ELSE 'rex mixed ' || md5(n::text) END
     FROM unnest($2::uuid[]) WITH ORDINALITY AS animal (id, n)`,
    [createAccountId(0), Array.from({ length: ANIMAL_COUNT }, (_, n) => createId(9, n))],
  );
  await pool.query('VACUUM ANALYZE read.animals');
});
afterAll(() => database.drop());

/** Searches animals by text. Returns the number of matches and the number of rows read. */
async function searchAnimals(
  text: string,
): Promise<{ readonly foundCount: number; readonly rowsRead: number }> {
  const search = (db: Queryable) => listAvailableAnimals(db, null, { text }, { page: 1 });
  const { result, plans } = await readWithPlans(database.pool, search);
  return { foundCount: result.items.length, rowsRead: countRowsRead('animals', plans) };
}

test.each([
  ['what nobody wrote', 'xylophone', 0],
  ['what nobody wrote, of two words', 'rex xylophone', 0],
  ['what only the oldest says', 'ÑANDÚ', 1],
  ['a sign that patterns know', '100%', 1],
  ['such a sign where there is none', 'r%x mixed', 0],
  ['what all say', 'rex', 20],
  ['less than the index holds, among the newest alone', 'zq', 0],
] as const)('a search for %s reads few animals', async (_, text, expectedCount) => {
  const response = await searchAnimals(text);
  expect(response.foundCount).toBe(expectedCount);
  expect(response.rowsRead).toBeLessThan(MAX_ROWS_READ);
});

test('the index of the texts exists after a rebuild', async () => {
  const { pool } = database;
  const log = createMemoryEventLog();
  await rebuild({ log, pool, projection: animalsProjection });
  const { rows } = await pool.query(
    `SELECT FROM pg_indexes WHERE schemaname = 'read' AND indexname = 'animals_search'`,
  );
  expect(rows).toHaveLength(1);
  await log.close();
});
