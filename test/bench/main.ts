/**
 * `npm run bench [-- names… --quick]`: measures Kindra on a PostgreSQL of its own, whose commits reach the disk, and
 * prints each rate beside the limit that was measured in the same run.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../adapters/embedded-postgres/server.ts';
import { migrate } from '../../adapters/migrate.ts';
import { appendBenchmark } from './append.bench.ts';
import { attackBenchmark } from './attack.bench.ts';
import { commandBenchmark } from './command.bench.ts';
import { donationsBenchmark } from './donations.bench.ts';
import { feedsBenchmark } from './feeds.bench.ts';
import { type Benchmark, type BenchmarkDatabase, type BenchmarkRow, formatTable } from './harness.ts';
import { integrityBenchmark } from './integrity.bench.ts';
import { liveBenchmark } from './live.bench.ts';
import { loginBenchmark } from './login.bench.ts';
import { messagesBenchmark } from './messages.bench.ts';
import { problemsBenchmark } from './problems.bench.ts';
import { rebuildBenchmark } from './rebuild.bench.ts';
import { refundsBenchmark } from './refunds.bench.ts';
import { statementBenchmark } from './statement.bench.ts';
import { typingBenchmark } from './typing.bench.ts';
import { verifyBenchmark } from './verify.bench.ts';

const BENCHMARKS: readonly Benchmark[] = [
  appendBenchmark,
  commandBenchmark,
  donationsBenchmark,
  refundsBenchmark,
  verifyBenchmark,
  statementBenchmark,
  problemsBenchmark,
  integrityBenchmark,
  liveBenchmark,
  loginBenchmark,
  messagesBenchmark,
  typingBenchmark,
  rebuildBenchmark,
  feedsBenchmark,
  attackBenchmark,
];

const note = (text: string): void => void process.stderr.write(`  ${text}\n`);

async function freshDatabase(server: EmbeddedPostgres): Promise<BenchmarkDatabase> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await server.ensureDatabase(name);
  const url = server.url(name);
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url, max: 80 });
  pool.on('error', () => {});
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      const administrator = new pg.Client({ connectionString: server.url('postgres') });
      await administrator.connect();
      await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administrator.end();
    },
  };
}

const WAL_SEGMENTS = 30;

/**
 * Makes segments of the WAL and lets them be used again, as those of a server are that has been at work for a while: each
 * new one would hold all commits up for some 50 ms.
 */
async function wearIn(server: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  for (let segment = 0; segment < WAL_SEGMENTS; segment += 1) {
    await client.query("SELECT pg_logical_emit_message(false, 'kindra', '')");
    await client.query('SELECT pg_switch_wal()');
  }
  await client.query('CHECKPOINT');
  await client.end();
}

function choose(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = BENCHMARKS.map(({ name }) => name).join(', ');
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${known}.`);
  }
  return names.length === 0 ? BENCHMARKS : BENCHMARKS.filter(({ name }) => names.includes(name));
}

async function runAll(chosen: readonly Benchmark[], quick: boolean): Promise<readonly BenchmarkRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-bench-'));
  const server = await startEmbeddedPostgres({ folder });
  try {
    await wearIn(server);
    const rows: BenchmarkRow[] = [];
    for (const benchmark of chosen) {
      process.stderr.write(`${benchmark.name}\n`);
      rows.push(...(await benchmark.run({ freshDatabase: () => freshDatabase(server), quick, note })));
    }
    return rows;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rows = await runAll(choose(positionals), values.quick);
process.stdout.write(`\n${formatTable(rows)}\n\nNode ${process.version}, ${cpus().length} cores\n`);
if (rows.some(({ met }) => met === false)) process.exitCode = 1;
