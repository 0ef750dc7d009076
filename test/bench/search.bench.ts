import type { SearchType } from '../../contract/search.ts';
import { type Benchmark, type BenchmarkEnvironment, median, percentile } from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { fillSearchableNetwork, type SearchableSize } from './search-data.ts';
import {
  createRandomGenerator,
  FIRST_NAMES,
  LAST_NAMES,
  type RandomGenerator,
  WORDS,
} from './search-words.ts';
import { startServerProcess } from './server-process.ts';
import { createToken } from './token.ts';

const TINY_SIZE: SearchableSize = {
  accounts: 100,
  posts: 2_000,
  crowdfundings: 20,
  animals: 20,
  hiddenAccounts: 5,
};
const QUICK_SIZE: SearchableSize = {
  accounts: 10_000,
  posts: 111_200,
  crowdfundings: 1_000,
  animals: 1_000,
  hiddenAccounts: 250,
};
/** Size with a million posts and 112,000 comments. The search does not include comments. */
const LARGE_SIZE: SearchableSize = {
  accounts: 100_000,
  posts: 1_112_000,
  crowdfundings: 10_000,
  animals: 10_000,
  hiddenAccounts: 500,
};
const STANDARD_SIZE = { ...QUICK_SIZE, accounts: 30_000, posts: 222_400 };

const MAX_MEDIAN_MS = 50;
const MAX_P99_MS = 250;

/** A measured kind of search, and how its search terms are created. */
interface SearchKind {
  readonly what: string;
  readonly type?: SearchType;
  readonly createText: (random: RandomGenerator) => string;
}

const RARE_WORDS = WORDS.slice(WORDS.length / 2);
const COMMON_WORDS = WORDS.slice(60, 3_000);
const STOP_WORDS = WORDS.slice(0, 20);

const createName = (random: RandomGenerator): string =>
  `${random.pickWord(FIRST_NAMES)} ${random.pickWord(LAST_NAMES)}`;

/** Swaps two characters in the last word. */
const misspell = (text: string): string => text.replace(/(.)(.)(.)$/u, '$2$1$3');

const truncateRandomly = (text: string, random: RandomGenerator, maxLength: number): string =>
  text.slice(0, 1 + random.createInteger(maxLength));

const SEARCH_KINDS: readonly SearchKind[] = [
  {
    what: 'suggestions, 1 to 3 letters',
    createText: (random) => truncateRandomly(createName(random), random, 3),
  },
  {
    what: 'suggestions, part of a name',
    createText: (random) => truncateRandomly(createName(random), random, 12),
  },
  { what: 'suggestions, misspelled name', createText: (random) => misspell(createName(random)) },
  { what: 'all types, a word', createText: (random) => random.pickWord(WORDS) },
  { what: 'all types, three words', createText: (random) => random.pickText(WORDS, 3) },
  { what: 'people, a name', type: 'PERSON', createText: (random) => random.pickWord(FIRST_NAMES) },
  {
    what: 'people, a misspelled name',
    type: 'PERSON',
    createText: (random) => misspell(random.pickWord(LAST_NAMES)),
  },
  { what: 'campaigns, two words', type: 'CROWDFUNDING', createText: (random) => random.pickText(WORDS, 2) },
  { what: 'animals, a word', type: 'ANIMAL', createText: (random) => random.pickWord(WORDS) },
  {
    what: 'tags, 1 to 3 letters',
    type: 'TAG',
    createText: (random) => truncateRandomly(random.pickWord(WORDS), random, 3),
  },
  { what: 'posts, a very common word', type: 'POST', createText: (random) => random.pickWord(STOP_WORDS) },
  { what: 'posts, a usual word', type: 'POST', createText: (random) => random.pickWord(COMMON_WORDS) },
  { what: 'posts, a rare word', type: 'POST', createText: (random) => random.pickWord(RARE_WORDS) },
  { what: 'posts, two usual words', type: 'POST', createText: (random) => random.pickText(COMMON_WORDS, 2) },
];

/** Returns the URLs of `count` different searches of one kind. */
function createSearchUrls(url: string, { type, createText }: SearchKind, count: number): readonly string[] {
  const random = createRandomGenerator(7);
  return Array.from(
    { length: count },
    () => `${url}/api/search?${new URLSearchParams({ q: createText(random), ...(type && { type }) })}`,
  );
}

/** Requests each URL once. Returns the durations in milliseconds. */
async function timeRequests(urls: readonly string[], token: string | null): Promise<readonly number[]> {
  const headers = { 'User-Agent': 'benchmark', ...(token && { Authorization: `Bearer ${token}` }) };
  const durations: number[] = [];
  for (const address of urls) {
    const startedAt = performance.now();
    const response = await fetch(address, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    durations.push(performance.now() - startedAt);
  }
  return durations;
}

/** Measures every kind of search, one request at a time. There is no read cache. */
async function measure(
  databaseUrl: string,
  token: string,
  { pick, report }: BenchmarkEnvironment,
): Promise<void> {
  const count = pick({ tiny: 2, quick: 20, standard: 50 });
  const plainServer = await startServerProcess('plain-server.ts', databaseUrl);
  const server = await startServerProcess('live-server.ts', databaseUrl, BENCHMARK_SECRET, 'api', 'uncached');
  const allDurations: number[] = [];
  try {
    for (const kind of SEARCH_KINDS)
      for (const reader of [null, token]) {
        const limits = await timeRequests(Array(count).fill(`http://127.0.0.1:${plainServer.port}`), null);
        const durations = await timeRequests(
          createSearchUrls(`http://127.0.0.1:${server.port}`, kind, count),
          reader,
        );
        allDurations.push(...durations);
        report(
          createRow({
            what: `${kind.what}, ${reader ? 'logged in' : 'a visitor'}`,
            unit: 'ms',
            rate: median(durations),
            limitName: 'Koa, one select of 10',
            limit: median(limits),
            goal: { atMost: MAX_MEDIAN_MS },
          }),
        );
      }
    report(
      createRow({
        what: 'all searches: p99',
        unit: 'ms',
        rate: percentile(allDurations, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
    );
  } finally {
    await server.close();
    await plainServer.close();
  }
}

async function run(environment: BenchmarkEnvironment): Promise<void> {
  const { createDatabase, pick, note } = environment;
  const size = pick({ tiny: TINY_SIZE, quick: QUICK_SIZE, standard: STANDARD_SIZE, large: LARGE_SIZE });
  const database = await createDatabase();
  try {
    note(`making ${size.posts} posts and comments, ${size.accounts} accounts`);
    const readerId = await fillSearchableNetwork(database, size);
    await measure(database.url, await createToken(database, readerId), environment);
  } finally {
    await database.drop();
  }
}

/** Search latency over HTTP in a large network. */
export const searchBenchmark: Benchmark = { name: 'search', run };
