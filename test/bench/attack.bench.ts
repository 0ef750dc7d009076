import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { MAX_PAGE } from '../../contract/fields.ts';
import { fillNetwork, type NetworkSize } from './feeds-data.ts';
import { type Benchmark, type BenchmarkEnvironment, median, percentile } from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';
import { createToken } from './token.ts';

const SIZE: NetworkSize = { accounts: 20_000, posts: 200_000, follows: 300_000, followees: 1_000 };
const TINY_SIZE: NetworkSize = { accounts: 100, posts: 1_000, follows: 500, followees: 20 };
const ATTACKERS = 50;
const MAX_P99_MS = 50;
/**
 * Request rate of the attacker, per second. The rate is fixed, because otherwise faster rejections would cause more
 * requests.
 */
const ATTACK_RATE = 1_250;
/** Pause between two page loads by a visitor, in milliseconds. */
const PAUSE_MS = 5;

/** Loads the first page repeatedly, like a visitor. Returns the latencies in milliseconds. */
async function loadRepeatedly(url: string, seconds: number): Promise<readonly number[]> {
  const deadline = performance.now() + seconds * 1_000;
  const latencies: number[] = [];
  while (performance.now() < deadline) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/publications`, { headers: { 'User-Agent': 'benchmark' } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a visitor was answered ${response.status}`);
    latencies.push(performance.now() - startedAt);
    // The limit per IP address is 12,000 reads per minute.
    await setTimeout(PAUSE_MS);
  }
  return latencies;
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  const size = pick({ tiny: TINY_SIZE, quick: SIZE, standard: SIZE });
  const seconds = pick({ tiny: 0.2, quick: 4, standard: 6, large: 20 });
  try {
    note(`making ${size.posts} posts`);
    const token = await createToken(database, await fillNetwork(database, size));
    const server = await startServerProcess(
      'live-server.ts',
      database.url,
      BENCHMARK_SECRET,
      'all',
      'limited',
    );
    const url = `http://127.0.0.1:${server.port}`;
    try {
      await loadRepeatedly(url, seconds / 4);
      const baselineLatencies = await loadRepeatedly(url, seconds);
      note(`${ATTACKERS} parallel reads of page ${MAX_PAGE} by one account`);
      const attack = autocannon({
        url: `${url}/api/publications?page=${MAX_PAGE}`,
        connections: ATTACKERS,
        overallRate: ATTACK_RATE,
        duration: Math.ceil(seconds + 1),
        headers: { authorization: `Bearer ${token}`, 'user-agent': 'benchmark' },
      });
      const latencies = await loadRepeatedly(url, seconds);
      const { '2xx': servedCount, '4xx': refusedCount } = await attack;
      note(`of the attacker's reads ${servedCount} were served, ${refusedCount} refused`);
      const label = `a visitor's first page beside ${ATTACKERS} deep reads of one account`;
      const limit = { unit: 'ms', limitName: 'without those reads' };
      report(
        createRow({
          what: `${label}, median`,
          rate: median(latencies),
          ...limit,
          limit: median(baselineLatencies),
          goal: { atMost: MAX_P99_MS },
        }),
        createRow({
          what: `${label}, p99`,
          rate: percentile(latencies, 0.99),
          ...limit,
          limit: percentile(baselineLatencies, 0.99),
        }),
      );
    } finally {
      await server.close();
    }
  } finally {
    await database.drop();
  }
}

/** Delay that visitors experience while one account reads deep pages in parallel, with the default rate limits. */
export const attackBenchmark: Benchmark = { name: 'attack', run };
