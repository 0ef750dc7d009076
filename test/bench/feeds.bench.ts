import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { LAST_PAGE } from '../../contract/fields.ts';
import type { Post } from '../../contract/shapes.ts';
import type { Page, Paging } from '../../projections/paging.ts';
import { followingPage, forYouPage } from '../../projections/posts/posts/query.ts';
import { fillNetwork, type NetworkSize } from './feeds-data.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  comparedRow,
  interleave,
} from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { tokenOf } from './token.ts';

const SIZE: NetworkSize = { accounts: 100_000, posts: 1_000_000, follows: 3_000_000, followees: 5_000 };
const QUICK_SIZE: NetworkSize = { accounts: 20_000, posts: 200_000, follows: 300_000, followees: 1_000 };
const PAGES = [1, 100, 10_000];
const QUICK_PAGES = [1, 100, 1_000];
const CONNECTIONS = 16;
const GOAL = 0.5;

async function startServer(file: string, ...args: string[]) {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const server = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const gone = once(server, 'exit');
      server.stdin.end();
      await gone;
    },
  };
}

/** The query of the n-th page of a feed, as the link of the page before it has it. */
async function queryOf(feed: (paging: Paging) => Promise<Page<Post>>, page: number): Promise<string> {
  if (page === 1) return '';
  let at = Math.min(page - 1, LAST_PAGE);
  let { next } = await feed({ page: at });
  for (; at < page - 1 && next; at += 1) ({ next } = await feed({ cursor: next }));
  if (!next) throw new Error(`the feed has no page ${page}`);
  return `?cursor=${next}`;
}

/** Requests a second that are answered. */
async function requestsPerSecond(url: string, seconds: number, token?: string): Promise<number> {
  const headers = { 'user-agent': 'benchmark', ...(token && { authorization: `Bearer ${token}` }) };
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed ${result.non2xx} times`);
  return result.requests.total / result.duration;
}

interface Measured {
  readonly what: string;
  readonly path: string;
  readonly token?: string;
}

async function feedsOf(
  { pool }: BenchmarkDatabase,
  readerId: string,
  token: string,
  pages: readonly number[],
): Promise<readonly Measured[]> {
  const reader = { id: readerId, staff: false };
  const measured: Measured[] = [];
  for (const page of pages) {
    const forYou = await queryOf((paging) => forYouPage(pool, reader, paging), page);
    const following = await queryOf((paging) => followingPage(pool, reader, paging), page);
    measured.push(
      { what: `For you, page ${page}, a visitor`, path: `/api/publications${forYou}` },
      { what: `For you, page ${page}, logged in`, path: `/api/publications${forYou}`, token },
      { what: `Following, page ${page}`, path: `/api/following/publications${following}`, token },
    );
  }
  return measured;
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  try {
    const size = quick ? QUICK_SIZE : SIZE;
    note(`making ${size.posts} posts, ${size.accounts} accounts, ${size.follows} follows`);
    const readerId = await fillNetwork(database, size);
    const token = await tokenOf(database, readerId);
    const feeds = await feedsOf(database, readerId, token, quick ? QUICK_PAGES : PAGES);
    return await measure(database.url, feeds, quick, note);
  } finally {
    await database.drop();
  }
}

async function measure(
  databaseUrl: string,
  feeds: readonly Measured[],
  quick: boolean,
  note: (text: string) => void,
): Promise<readonly BenchmarkRow[]> {
  const seconds = quick ? 2 : 4;
  const plain = await startServer('plain-server.ts', databaseUrl);
  const server = await startServer('live-server.ts', databaseUrl, BENCHMARK_SECRET);
  const rows: BenchmarkRow[] = [];
  try {
    for (const { what, path, token } of feeds) {
      note(what);
      const { rates, limits } = await interleave(quick ? 2 : 3, {
        limits: () => requestsPerSecond(plain.url, seconds),
        rates: () => requestsPerSecond(`${server.url}${path}`, seconds, token),
      });
      const limitName = 'Koa, one select of 10';
      rows.push(comparedRow({ what, unit: 'requests/s', rates, limitName, limits, goalRatio: GOAL }));
    }
    return rows;
  } finally {
    await server.close();
    await plain.close();
  }
}

/** How fast the feeds of a large network are over HTTP, at any depth. */
export const feedsBenchmark: Benchmark = { name: 'feeds', run };
