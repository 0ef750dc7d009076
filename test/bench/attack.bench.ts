import autocannon from 'autocannon';
import { LAST_PAGE } from '../../contract/fields.ts';
import { fillNetwork, type NetworkSize } from './feeds-data.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { startServerProcess } from './server-process.ts';
import { tokenOf } from './token.ts';

const SIZE: NetworkSize = { accounts: 20_000, posts: 200_000, follows: 300_000, followees: 1_000 };
const ATTACKERS = 50;
const GOAL_MS = 50;

/** Latencies of a visitor who loads the first page again and again, in milliseconds. */
async function visit(url: string, seconds: number): Promise<readonly number[]> {
  const deadline = performance.now() + seconds * 1_000;
  const latencies: number[] = [];
  while (performance.now() < deadline) {
    const started = performance.now();
    const response = await fetch(`${url}/api/publications`, { headers: { 'User-Agent': 'benchmark' } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a visitor was answered ${response.status}`);
    latencies.push(performance.now() - started);
  }
  return latencies;
}

function rowsOf(what: string, latencies: readonly number[]): readonly BenchmarkRow[] {
  const row = (which: string, rate: number, atMost?: number) =>
    absoluteRow({ what: `${what}, ${which}`, rate, unit: 'ms', ...(atMost && { atMost }) });
  return [
    row('median', median(latencies), GOAL_MS),
    row('p99', percentile(latencies, 0.99)),
    row('maximum', Math.max(...latencies)),
  ];
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  const seconds = quick ? 5 : 20;
  try {
    note(`making ${SIZE.posts} posts`);
    const token = await tokenOf(database, await fillNetwork(database, SIZE));
    const server = await startServerProcess(
      'live-server.ts',
      database.url,
      BENCHMARK_SECRET,
      'all',
      'limited',
    );
    const url = `http://127.0.0.1:${server.port}`;
    try {
      await visit(url, 2);
      const alone = await visit(url, seconds);
      note(`${ATTACKERS} parallel reads of page ${LAST_PAGE} by one account`);
      const attack = autocannon({
        url: `${url}/api/publications?page=${LAST_PAGE}`,
        connections: ATTACKERS,
        duration: seconds + 2,
        headers: { authorization: `Bearer ${token}`, 'user-agent': 'benchmark' },
      });
      const attacked = await visit(url, seconds);
      const { '2xx': served, '4xx': refused } = await attack;
      note(`of the attacker's reads ${served} were served, ${refused} refused`);
      return [
        ...rowsOf("a visitor's first page, alone", alone),
        ...rowsOf(`beside ${ATTACKERS} deep reads of one account`, attacked),
      ];
    } finally {
      await server.close();
    }
  } finally {
    await database.drop();
  }
}

/** How much one account that reads deep pages in parallel delays a visitor, with the limits of the default settings. */
export const attackBenchmark: Benchmark = { name: 'attack', run };
