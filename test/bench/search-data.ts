import { fillNetwork } from './feeds-data.ts';
import type { BenchmarkDatabase } from './harness.ts';
import {
  createRandomGenerator,
  FIRST_NAMES,
  LAST_NAMES,
  type RandomGenerator,
  WORDS,
} from './search-words.ts';

export interface SearchableSize {
  readonly accounts: number;
  readonly posts: number;
  readonly crowdfundings: number;
  readonly animals: number;
  /**
   * Number of accounts that the measured user blocks. The user also mutes this many accounts, and this many block the
   * user.
   */
  readonly hiddenAccounts: number;
}

const CHUNK_SIZE = 10_000;
const WORDS_PER_POST = 20;
const POSTS_PER_TAG = 3;

interface OwnedRow {
  readonly id: string;
  readonly owner_id: string;
}

/** Creates the column values for one table row. */
type CreateValues = (row: OwnedRow, random: RandomGenerator) => readonly (string | number)[];

interface SearchTable {
  readonly name: string;
  /** Types of the columns that follow `id` and the owner, by column name. */
  readonly columns: Readonly<Record<string, 'text' | 'integer'>>;
  readonly owner: 'owner_id' | 'author_id';
  readonly id?: string;
  /** SQL query for the ids and owners of all rows. */
  readonly source: string;
  readonly createValues: CreateValues;
}

const NAMED_COLUMNS = { name: 'text', alias: 'text', text: 'text' } as const;

const createPersonName: CreateValues = (_, random) => {
  const [first, last] = [random.pickWord(FIRST_NAMES), random.pickWord(LAST_NAMES)];
  return [`${first} ${last}`, `${first}${random.createInteger(1_000_000)}`, ''];
};

const TABLES: readonly SearchTable[] = [
  {
    name: 'search_people',
    columns: NAMED_COLUMNS,
    owner: 'owner_id',
    source: `SELECT id, id AS owner_id FROM read.profiles WHERE role <> 'ORG'`,
    createValues: createPersonName,
  },
  {
    name: 'search_organizations',
    columns: NAMED_COLUMNS,
    owner: 'owner_id',
    source: `SELECT id, id AS owner_id FROM read.profiles WHERE role = 'ORG'`,
    createValues: createPersonName,
  },
  {
    name: 'search_crowdfundings',
    columns: NAMED_COLUMNS,
    owner: 'owner_id',
    source: 'SELECT id, creator_id AS owner_id FROM read.crowdfundings',
    createValues: (_, random) => [random.pickText(WORDS, 5), '', random.pickText(WORDS, 100)],
  },
  {
    name: 'search_animals',
    columns: NAMED_COLUMNS,
    owner: 'owner_id',
    source: 'SELECT id, owner_id FROM read.animals',
    createValues: (_, random) => [
      random.pickWord(LAST_NAMES),
      random.pickWord(WORDS),
      random.pickText(WORDS, 40),
    ],
  },
  {
    name: 'search_posts',
    columns: { text: 'text' },
    owner: 'author_id',
    source: 'SELECT id, author_id AS owner_id FROM read.posts WHERE parent_id IS NULL',
    createValues: (_, random) => [random.pickText(WORDS, WORDS_PER_POST)],
  },
  {
    name: 'search_tags',
    id: 'post_id',
    columns: { slot: 'integer', tag: 'text', label: 'text' },
    owner: 'author_id',
    source: `SELECT id, author_id AS owner_id FROM read.posts
      WHERE parent_id IS NULL AND abs(hashtext(id::text)::bigint) % ${POSTS_PER_TAG} = 0`,
    createValues: (_, random) => {
      const tag = random.pickWord(WORDS);
      return [0, tag, tag];
    },
  },
];

const INSERT_CROWDFUNDINGS = `
  INSERT INTO read.crowdfundings (id, creator_id, title, description, goal_amount, duration_days, image_hash, status,
      created_at, start_date, end_date, started, donated, donations, refunded, refunds, released)
    SELECT public.made_id(1650000000000 + k * 1000, 3, k), account.id, 'Campaign ' || k, 'A roof for the shelter.', 100000,
      30, repeat('0', 64), CASE WHEN k % 10 = 0 THEN 'ACTIVE' ELSE 'CLOSED' END, to_timestamp(1650000000 + k),
      to_timestamp(1650000000 + k), to_timestamp(1900000000 + k), k, 20000, 20, 0, 0, 0
    FROM generate_series(1::bigint, $count) k JOIN public.accounts account ON account.n = 50 * (1 + k % ($accounts / 50))`;

const INSERT_ANIMALS = `
  INSERT INTO read.animals (id, owner_id, name, type, breed, age, sex, description, address, vaccinated, sterilized,
      image_hash, status, offered_at, search)
    SELECT public.made_id(1660000000000 + k * 1000, 6, k), account.id, 'Rex', 'DOG', 'Mixed', 3, 'MALE', 'A good dog.',
      'At the shelter', true, true, repeat('0', 64), 'AVAILABLE', to_timestamp(1660000000 + k), 'rex'
    FROM generate_series(1::bigint, $count) k JOIN public.accounts account ON account.n = 1 + k * 7 % $accounts`;

/** SQL statements that insert blocks and mutes. `$1` is the id of the measured user. */
const INSERT_HIDDEN_ACCOUNTS = [
  `INSERT INTO read.blocks SELECT $1::uuid, id, n FROM public.accounts WHERE n % 3 = 0 AND n <= 3 * $count`,
  `INSERT INTO read.mutes SELECT $1::uuid, id, n FROM public.accounts WHERE n % 3 = 1 AND n <= 3 * $count`,
  `INSERT INTO read.blocks SELECT id, $1::uuid, n FROM public.accounts WHERE n % 3 = 2 AND id <> $1 AND n <= 3 * $count`,
];

async function insertRows(
  { pool }: BenchmarkDatabase,
  { name, columns, owner, id = 'id', createValues }: SearchTable,
  rows: readonly OwnedRow[],
  random: RandomGenerator,
): Promise<void> {
  const values = rows.map((row) => createValues(row, random));
  const columnTypes = Object.values(columns);
  await pool.query(
    `INSERT INTO read.${name} (${[id, owner, ...Object.keys(columns)].join(', ')})
      SELECT * FROM unnest($1::uuid[], $2::uuid[], ${columnTypes.map((type, i) => `$${i + 3}::${type}[]`).join(', ')})`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.owner_id),
      ...columnTypes.map((_, column) => values.map((value) => value[column])),
    ],
  );
}

/** Fills a search table. Creates its GIN indexes afterwards, because that is faster. */
async function fillTable(
  database: BenchmarkDatabase,
  table: SearchTable,
  random: RandomGenerator,
): Promise<void> {
  const { pool } = database;
  const { rows: indexes } = await pool.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'read' AND tablename = $1 AND indexdef LIKE '%gin%'`,
    [table.name],
  );
  for (const { indexname } of indexes) await pool.query(`DROP INDEX read.${indexname}`);
  const { rows } = await pool.query<OwnedRow>(`${table.source} ORDER BY 1`);
  for (let offset = 0; offset < rows.length; offset += CHUNK_SIZE)
    await insertRows(database, table, rows.slice(offset, offset + CHUNK_SIZE), random);
  for (const { indexdef } of indexes) await pool.query(indexdef);
  await pool.query(`VACUUM ANALYZE read.${table.name}`);
}

/**
 * Fills the read models of a network and its search tables, without running projections. Names and words have
 * frequencies like those in natural language.
 * @returns the id of the measured user, who follows, blocks and mutes other accounts
 */
export async function fillSearchableNetwork(
  database: BenchmarkDatabase,
  size: SearchableSize,
): Promise<string> {
  const { accounts, posts, crowdfundings, animals, hiddenAccounts } = size;
  const followees = Math.min(1_000, accounts / 5);
  const readerId = await fillNetwork(database, { accounts, posts, follows: 3 * accounts, followees });
  const run = (text: string, count: number, values: readonly string[] = []) =>
    database.pool.query(text.replaceAll('$count', String(count)).replaceAll('$accounts', String(accounts)), [
      ...values,
    ]);
  await run(INSERT_CROWDFUNDINGS, crowdfundings);
  await run(INSERT_ANIMALS, animals);
  for (const text of INSERT_HIDDEN_ACCOUNTS) await run(text, hiddenAccounts, [readerId]);
  await database.pool.query('VACUUM ANALYZE read.crowdfundings, read.animals, read.blocks, read.mutes');
  const random = createRandomGenerator(1);
  for (const table of TABLES) await fillTable(database, table, random);
  return readerId;
}
