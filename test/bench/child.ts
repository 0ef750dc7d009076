/**
 * Runs one benchmark in its own process. Arguments: name, size, administrator's PostgreSQL URL. Sends each row to the
 * parent process as soon as it is measured.
 */
import { createBenchmarkDatabase } from './database.ts';
import { type BenchmarkSize, pickBySize } from './harness.ts';
import { loadBenchmark } from './registry.ts';
import type { ChildMessage } from './run-benchmark.ts';

const [name = '', size = 'standard', url = ''] = process.argv.slice(2);

const send = (message: ChildMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });

async function fail(error: unknown): Promise<never> {
  await send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exit(1);
}

process.once('disconnect', () => process.exit(1));
process.on('uncaughtException', (error) => void fail(error));
try {
  const benchmark = await loadBenchmark(name);
  await benchmark.run({
    createDatabase: () => createBenchmarkDatabase(url),
    pick: pickBySize(size as BenchmarkSize),
    report: (...rows) => void send({ rows }),
    note: (text) => void process.stderr.write(`  ${text}\n`),
  });
  await send({ isDone: true });
  process.exit(0);
} catch (error) {
  await fail(error);
}
