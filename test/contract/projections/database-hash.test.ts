import { type Hash, hashInteger, hashText, toBigInt } from '../../../workers/cli/verify/database-hash.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const SEEDS: readonly Readonly<Hash>[] = [
  { high: 0, low: 0 },
  { high: 0, low: 441 },
  { high: -5, low: 2 ** 31 - 1 },
];

const computeHash = (seed: Hash, addTo: (hash: Hash) => void): string => {
  const hash = { ...seed };
  addTo(hash);
  return String(toBigInt(hash));
};

async function queryHash(name: string, type: string, value: unknown, seed: Hash): Promise<string> {
  const { rows } = await database.pool.query(`SELECT ${name}($1::${type}, $2)::text AS hash`, [
    value,
    String(toBigInt(seed)),
  ]);
  return rows[0].hash;
}

test.each([0, 1, -1, 100, 2 ** 31, 2 ** 40 + 7, -(2 ** 40)])('hashes %d like PostgreSQL', async (value) => {
  for (const seed of SEEDS)
    expect(computeHash(seed, (hash) => hashInteger(hash, value))).toBe(
      await queryHash('hashint8extended', 'bigint', value, seed),
    );
});

test.each([
  '',
  'REFUND',
  'twelve bytes',
  'thirteen byte',
  'stripe:clearing',
  'wallet:01980000-0000-7000-8000-000000001001',
  'devolución 😀',
])('hashes the text %j like PostgreSQL', async (text) => {
  for (const seed of SEEDS)
    expect(computeHash(seed, (hash) => hashText(hash, text))).toBe(
      await queryHash('hashtextextended', 'text', text, seed),
    );
});
