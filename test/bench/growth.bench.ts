import { insertCoinData } from './coins-fill.ts';
import { fillNetwork, type NetworkSize } from './feeds-data.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { type BenchmarkRow, createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';
import { createToken } from './token.ts';

const POSTS_PER_ACCOUNT = 10;
const MAX_FOLLOWEES = 1_000;
/** Number of different accounts and campaigns whose pages are read. Reading them in turn avoids repeated reads. */
const VARIANT_COUNT = 100;
/** Number of different list pages that are read in turn. */
const PAGE_COUNT = 10;

/** A measured page. `getPath` returns the path of its n-th read. */
interface GrowingPage {
  readonly series: string;
  readonly getPath: (n: number) => string;
}

interface Sample {
  readonly nicknames: readonly string[];
  readonly crowdfundingIds: readonly string[];
}

const createNetworkSize = (posts: number, postsPerAccount: number): NetworkSize => {
  const accounts = posts / postsPerAccount;
  return { accounts, posts, follows: posts, followees: Math.min(MAX_FOLLOWEES, accounts / 5) };
};

async function readSample({ pool }: BenchmarkDatabase): Promise<Sample> {
  const profiles = await pool.query<{ nickname: string }>(
    `SELECT nickname FROM read.profiles WHERE closed IS NULL ORDER BY md5(id::text) LIMIT ${VARIANT_COUNT}`,
  );
  const crowdfundings = await pool.query<{ id: string }>(
    `SELECT id FROM read.crowdfundings WHERE status = 'ACTIVE' ORDER BY md5(id::text) LIMIT ${VARIANT_COUNT}`,
  );
  return {
    nicknames: profiles.rows.map(({ nickname }) => nickname),
    crowdfundingIds: crowdfundings.rows.map(({ id }) => id),
  };
}

const pickVariant = (values: readonly string[], n: number): string => values[n % values.length] ?? '';

const createPages = ({ nicknames, crowdfundingIds }: Sample): readonly GrowingPage[] => [
  { series: 'For you', getPath: (n) => `/api/publications?page=${1 + (n % PAGE_COUNT)}` },
  { series: 'Following', getPath: (n) => `/api/following/publications?page=${1 + (n % PAGE_COUNT)}` },
  { series: 'profile', getPath: (n) => `/api/profile/${pickVariant(nicknames, n)}` },
  {
    series: 'posts of a profile',
    getPath: (n) => `/api/profilePublications/${pickVariant(nicknames, n)}`,
  },
  { series: 'campaign', getPath: (n) => `/api/crowdfunding/${pickVariant(crowdfundingIds, n)}/data` },
  {
    series: 'donations of a campaign',
    getPath: (n) => `/api/transaction/donations/${pickVariant(crowdfundingIds, n)}`,
  },
  { series: 'campaigns that end soon', getPath: () => '/api/crowdfunding/all?sort=ending' },
  { series: 'wallet', getPath: (n) => `/api/transaction/?page=${1 + (n % PAGE_COUNT)}` },
];

async function timeRequests(url: string, getPath: (n: number) => string, count: number, token?: string) {
  const headers = { 'User-Agent': 'benchmark', ...(token && { Authorization: `Bearer ${token}` }) };
  const durations: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    const response = await fetch(url + getPath(n), { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${getPath(n)} answered ${response.status}`);
    durations.push(performance.now() - startedAt);
  }
  return durations;
}

/** Measures every page in one network, one request at a time, without a read cache. */
async function measurePages(
  database: BenchmarkDatabase,
  { posts, accounts }: NetworkSize,
  token: string,
  { pick }: BenchmarkEnvironment,
): Promise<readonly BenchmarkRow[]> {
  const count = pick({ tiny: 5, quick: 50, standard: 200 });
  const plainServer = await startServerProcess('plain-server.ts', database.url);
  const server = await startServerProcess(
    'live-server.ts',
    database.url,
    BENCHMARK_SECRET,
    'api',
    'uncached',
  );
  try {
    const limits = await timeRequests(`http://127.0.0.1:${plainServer.port}`, () => '/', count);
    const rows: BenchmarkRow[] = [];
    for (const { series, getPath } of createPages(await readSample(database))) {
      const durations = await timeRequests(`http://127.0.0.1:${server.port}`, getPath, count, token);
      const isInChart = accounts * POSTS_PER_ACCOUNT === posts;
      const suffix = isInChart ? '' : ` of ${accounts.toLocaleString('en')} accounts`;
      const what = `${series}, ${posts.toLocaleString('en')} posts${suffix}`;
      const row = createRow({
        what: `${what} (p99 ${percentile(durations, 0.99).toFixed(1)} ms)`,
        unit: 'ms',
        rate: median(durations),
        limitName: 'Koa, one select of 10',
        limit: median(limits),
      });
      rows.push(isInChart ? { ...row, series, size: posts } : row);
    }
    return rows;
  } finally {
    await server.close();
    await plainServer.close();
  }
}

/** Measures the storage of an entity: the total size of its tables and indexes, in bytes per row of the first table. */
async function measureStorage(
  { pool }: BenchmarkDatabase,
  what: string,
  tables: readonly string[],
): Promise<BenchmarkRow> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(name::regclass))::float8 / (SELECT count(*) FROM ${tables[0]}) AS bytes
      FROM unnest($1::text[]) name`,
    [tables],
  );
  return createRow({ what, unit: 'bytes', rate: rows[0]?.bytes ?? Number.NaN });
}

async function run(environment: BenchmarkEnvironment): Promise<void> {
  const { createDatabase, pick, report, note } = environment;
  const sizes = pick({
    tiny: [1_000],
    quick: [10_000],
    standard: [10_000, 100_000],
    large: [10_000, 100_000, 1_000_000],
  });
  const networks = [
    ...sizes.map((posts) => createNetworkSize(posts, POSTS_PER_ACCOUNT)),
    // A million accounts with one post each.
    ...pick({ tiny: [], quick: [], standard: [], large: [createNetworkSize(1_000_000, 1)] }),
  ];
  for (const network of networks) {
    const { posts, accounts } = network;
    const database = await createDatabase();
    try {
      note(`making ${posts} posts of ${accounts} accounts`);
      const readerId = await fillNetwork(database, network);
      await insertCoinData(database, posts);
      const token = await createToken(database, readerId);
      report(...(await measurePages(database, network, token, environment)));
      if (network === networks[sizes.length - 1])
        report(
          await measureStorage(database, 'storage per post, with likes', ['read.posts', 'read.post_likes']),
          await measureStorage(database, 'storage per account', ['read.profiles', 'read.wallets']),
          await measureStorage(database, 'storage per follow', ['read.follows']),
          await measureStorage(database, 'storage per donation', ['read.donations', 'read.transactions']),
        );
    } finally {
      await database.drop();
    }
  }
}

/** Page latency and storage, by network size. */
export const growthBenchmark: Benchmark = { name: 'growth', run };
