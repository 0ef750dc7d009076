import type { SearchType } from '../../contract/search.ts';
import { type Benchmark, type BenchmarkEnvironment, median, percentile } from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { fillSearchableNetwork, type SearchableSize } from './search-data.ts';
import { createRandomChoices, FIRST_NAMES, LAST_NAMES, type RandomChoices, WORDS } from './search-words.ts';
import { startServerProcess } from './server-process.ts';
import { createToken } from './token.ts';

const TINY: SearchableSize = { accounts: 100, posts: 2_000, crowdfundings: 20, animals: 20, hidden: 5 };
const QUICK: SearchableSize = {
  accounts: 10_000,
  posts: 111_200,
  crowdfundings: 1_000,
  animals: 1_000,
  hidden: 250,
};
/** A million posts and 112,000 comments, which are not searched. */
const LARGE: SearchableSize = {
  accounts: 100_000,
  posts: 1_112_000,
  crowdfundings: 10_000,
  animals: 10_000,
  hidden: 500,
};
const STANDARD = { ...QUICK, accounts: 30_000, posts: 222_400 };

const MAX_MEDIAN_MS = 50;
const MAX_P99_MS = 250;

/** A kind of search. */
interface Kind {
  readonly what: string;
  readonly type?: SearchType;
  readonly createText: (chance: RandomChoices) => string;
}

const RARE_WORDS = WORDS.slice(WORDS.length / 2);
const COMMON_WORDS = WORDS.slice(60, 3_000);
const STOP_WORDS = WORDS.slice(0, 20);

const createName = (chance: RandomChoices): string =>
  `${chance.word(FIRST_NAMES)} ${chance.word(LAST_NAMES)}`;

/** Swaps two characters of the last word. */
const misspell = (text: string): string => text.replace(/(.)(.)(.)$/u, '$2$1$3');

const beginning = (text: string, chance: RandomChoices, max: number): string =>
  text.slice(0, 1 + chance.integer(max));

const KINDS: readonly Kind[] = [
  { what: 'suggestions, 1 to 3 letters', createText: (chance) => beginning(createName(chance), chance, 3) },
  { what: 'suggestions, part of a name', createText: (chance) => beginning(createName(chance), chance, 12) },
  { what: 'suggestions, misspelled name', createText: (chance) => misspell(createName(chance)) },
  { what: 'all types, a word', createText: (chance) => chance.word(WORDS) },
  { what: 'all types, three words', createText: (chance) => chance.text(WORDS, 3) },
  { what: 'people, a name', type: 'PERSON', createText: (chance) => chance.word(FIRST_NAMES) },
  {
    what: 'people, a misspelled name',
    type: 'PERSON',
    createText: (chance) => misspell(chance.word(LAST_NAMES)),
  },
  { what: 'campaigns, two words', type: 'CROWDFUNDING', createText: (chance) => chance.text(WORDS, 2) },
  { what: 'animals, a word', type: 'ANIMAL', createText: (chance) => chance.word(WORDS) },
  {
    what: 'tags, 1 to 3 letters',
    type: 'TAG',
    createText: (chance) => beginning(chance.word(WORDS), chance, 3),
  },
  { what: 'posts, a very common word', type: 'POST', createText: (chance) => chance.word(STOP_WORDS) },
  { what: 'posts, a usual word', type: 'POST', createText: (chance) => chance.word(COMMON_WORDS) },
  { what: 'posts, a rare word', type: 'POST', createText: (chance) => chance.word(RARE_WORDS) },
  { what: 'posts, two usual words', type: 'POST', createText: (chance) => chance.text(COMMON_WORDS, 2) },
];

/** Returns the addresses of different searches of a kind. */
function createAddresses(url: string, { type, createText }: Kind, count: number): readonly string[] {
  const chance = createRandomChoices(7);
  return Array.from(
    { length: count },
    () => `${url}/api/search?${new URLSearchParams({ q: createText(chance), ...(type && { type }) })}`,
  );
}

/** Returns the duration of each request, in milliseconds. */
async function timeRequests(addresses: readonly string[], token: string | null): Promise<readonly number[]> {
  const headers = { 'User-Agent': 'benchmark', ...(token && { Authorization: `Bearer ${token}` }) };
  const times: number[] = [];
  for (const address of addresses) {
    const started = performance.now();
    const response = await fetch(address, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    times.push(performance.now() - started);
  }
  return times;
}

/** Measures every kind of search, one request at a time, without a read cache. */
async function measure(
  databaseUrl: string,
  token: string,
  { pick, report }: BenchmarkEnvironment,
): Promise<void> {
  const count = pick({ tiny: 2, quick: 20, standard: 50 });
  const plain = await startServerProcess('plain-server.ts', databaseUrl);
  const server = await startServerProcess('live-server.ts', databaseUrl, BENCHMARK_SECRET, 'api', 'uncached');
  const all: number[] = [];
  try {
    for (const kind of KINDS)
      for (const reader of [null, token]) {
        const limits = await timeRequests(Array(count).fill(`http://127.0.0.1:${plain.port}`), null);
        const times = await timeRequests(
          createAddresses(`http://127.0.0.1:${server.port}`, kind, count),
          reader,
        );
        all.push(...times);
        report(
          createRow({
            what: `${kind.what}, ${reader ? 'logged in' : 'a visitor'}`,
            unit: 'ms',
            rate: median(times),
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
        rate: percentile(all, 0.99),
        goal: { atMost: MAX_P99_MS },
      }),
    );
  } finally {
    await server.close();
    await plain.close();
  }
}

async function run(environment: BenchmarkEnvironment): Promise<void> {
  const { freshDatabase, pick, note } = environment;
  const size = pick({ tiny: TINY, quick: QUICK, standard: STANDARD, large: LARGE });
  const database = await freshDatabase();
  try {
    note(`making ${size.posts} posts and comments, ${size.accounts} accounts`);
    const readerId = await fillSearchableNetwork(database, size);
    await measure(database.url, await createToken(database, readerId), environment);
  } finally {
    await database.drop();
  }
}

/** Duration of searches in a large network over HTTP. */
export const searchBenchmark: Benchmark = { name: 'search', run };
