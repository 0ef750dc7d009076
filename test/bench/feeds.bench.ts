import autocannon from 'autocannon';
import { MAX_PAGE } from '../../contract/fields.ts';
import type { Post } from '../../contract/shapes.ts';
import type { Page, Paging } from '../../projections/paging.ts';
import { listFollowingPosts, listForYouPosts } from '../../projections/posts/posts/query.ts';
import { fillNetwork, type NetworkSize } from './feeds-data.ts';
import { type Benchmark, type BenchmarkDatabase, type BenchmarkEnvironment, interleave } from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';
import { createToken } from './token.ts';

const LARGE_SIZE: NetworkSize = { accounts: 100_000, posts: 1_000_000, follows: 3_000_000, followees: 5_000 };
const STANDARD_SIZE: NetworkSize = { accounts: 30_000, posts: 200_000, follows: 300_000, followees: 5_000 };
const TINY_SIZE: NetworkSize = { accounts: 100, posts: 2_000, follows: 500, followees: 20 };
const CONNECTIONS = 16;

/** Goals, as fractions of the limit. */
const VISITOR_RATIO = 1;
const LOGGED_IN_RATIO = 0.6;
const FOLLOWING_RATIO = 0.5;

/** Returns the query string for a feed page, as linked from the previous page. */
async function findPageQuery(feed: (paging: Paging) => Promise<Page<Post>>, page: number): Promise<string> {
  if (page === 1) return '';
  let lastPage = Math.min(page - 1, MAX_PAGE);
  let { next } = await feed({ page: lastPage });
  for (; lastPage < page - 1 && next; lastPage += 1) ({ next } = await feed({ cursor: next }));
  if (!next) throw new Error(`the feed has no page ${page}`);
  return `?cursor=${next}`;
}

/** Requests a URL repeatedly for a number of seconds. Returns the responses per second. */
async function measureRequestRate(url: string, seconds: number, token?: string): Promise<number> {
  const headers = { 'user-agent': 'benchmark', ...(token && { authorization: `Bearer ${token}` }) };
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed ${result.non2xx} times`);
  return result.requests.total / result.duration;
}

interface MeasuredPage {
  readonly what: string;
  readonly path: string;
  readonly token?: string;
  readonly goalRatio: number;
}

async function findPages(
  { pool }: BenchmarkDatabase,
  readerId: string,
  token: string,
  pages: readonly number[],
): Promise<readonly MeasuredPage[]> {
  const reader = { id: readerId, isStaff: false };
  const measuredPages: MeasuredPage[] = [];
  for (const page of pages) {
    const forYouPath = `/api/publications${await findPageQuery((paging) => listForYouPosts(pool, reader, paging), page)}`;
    const followingQuery = await findPageQuery((paging) => listFollowingPosts(pool, reader, paging), page);
    measuredPages.push(
      { what: `For you, page ${page}, a visitor`, path: forYouPath, goalRatio: VISITOR_RATIO },
      { what: `For you, page ${page}, logged in`, path: forYouPath, token, goalRatio: LOGGED_IN_RATIO },
      {
        what: `Following, page ${page}`,
        path: `/api/following/publications${followingQuery}`,
        token,
        goalRatio: FOLLOWING_RATIO,
      },
    );
  }
  const [post] = (await listForYouPosts(pool, reader, { page: 1 })).items;
  if (!post) throw new Error('there is no post');
  const path = `/api/post/${post.id}`;
  return [
    ...measuredPages,
    { what: 'a post, a visitor', path, goalRatio: VISITOR_RATIO },
    { what: 'a post, logged in', path, token, goalRatio: LOGGED_IN_RATIO },
  ];
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  try {
    const size = pick({ tiny: TINY_SIZE, quick: STANDARD_SIZE, standard: STANDARD_SIZE, large: LARGE_SIZE });
    note(`making ${size.posts} posts, ${size.accounts} accounts, ${size.follows} follows`);
    const readerId = await fillNetwork(database, size);
    const token = await createToken(database, readerId);
    const pageNumbers = pick({
      tiny: [1, 10],
      quick: [1, 1_000],
      standard: [1, 1_000],
      large: [1, 100, 10_000],
    });
    await measure(database.url, await findPages(database, readerId, token, pageNumbers), {
      pick,
      report,
      note,
    });
  } finally {
    await database.drop();
  }
}

async function measure(
  databaseUrl: string,
  pages: readonly MeasuredPage[],
  { pick, report, note }: Pick<BenchmarkEnvironment, 'pick' | 'report' | 'note'>,
): Promise<void> {
  const seconds = pick({ tiny: 1, quick: 1, standard: 2, large: 4 });
  const rounds = pick({ tiny: 1, quick: 2, standard: 3 });
  const plainServer = await startServerProcess('plain-server.ts', databaseUrl);
  const server = await startServerProcess('live-server.ts', databaseUrl, BENCHMARK_SECRET);
  try {
    note(`${pages.length} pages, ${rounds} rounds`);
    const rates = await interleave(rounds, {
      limit: () => measureRequestRate(`http://127.0.0.1:${plainServer.port}`, seconds),
      ...Object.fromEntries(
        pages.map(({ what, path, token }) => [
          what,
          () => measureRequestRate(`http://127.0.0.1:${server.port}${path}`, seconds, token),
        ]),
      ),
    } as Record<string, () => Promise<number>>);
    for (const { what, goalRatio } of pages)
      report(
        createRow({
          what,
          unit: 'requests/s',
          rate: rates[what] ?? [],
          limitName: 'Koa, one select of 10',
          limit: rates.limit ?? [],
          goal: { ratio: goalRatio },
        }),
      );
  } finally {
    await server.close();
    await plainServer.close();
  }
}

/** HTTP request rate for feeds and posts in a large network, on first and deep pages. */
export const feedsBenchmark: Benchmark = { name: 'feeds', run };
