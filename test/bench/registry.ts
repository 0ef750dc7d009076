import type { Benchmark } from './harness.ts';

/**
 * All benchmarks by name, in the order in which they run. A benchmark's module is loaded only in the process that runs
 * it.
 */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  feeds: async () => (await import('./feeds.bench.ts')).feedsBenchmark,
  search: async () => (await import('./search.bench.ts')).searchBenchmark,
  live: async () => (await import('./live.bench.ts')).liveBenchmark,
  updates: async () => (await import('./updates.bench.ts')).updatesBenchmark,
  command: async () => (await import('./command.bench.ts')).commandBenchmark,
  append: async () => (await import('./append.bench.ts')).appendBenchmark,
  conversation: async () => (await import('./conversation.bench.ts')).conversationBenchmark,
  verify: async () => (await import('./verify.bench.ts')).verifyBenchmark,
  rebuild: async () => (await import('./rebuild.bench.ts')).rebuildBenchmark,
  memory: async () => (await import('./memory.bench.ts')).memoryBenchmark,
  donations: async () => (await import('./donations.bench.ts')).donationsBenchmark,
  refunds: async () => (await import('./refunds.bench.ts')).refundsBenchmark,
  statement: async () => (await import('./statement.bench.ts')).statementBenchmark,
  problems: async () => (await import('./problems.bench.ts')).problemsBenchmark,
  messages: async () => (await import('./messages.bench.ts')).messagesBenchmark,
  typing: async () => (await import('./typing.bench.ts')).typingBenchmark,
  login: async () => (await import('./login.bench.ts')).loginBenchmark,
  attack: async () => (await import('./attack.bench.ts')).attackBenchmark,
  growth: async () => (await import('./growth.bench.ts')).growthBenchmark,
  'growth-log': async () => (await import('./growth-log.bench.ts')).growthLogBenchmark,
  integrity: async () => (await import('./integrity.bench.ts')).integrityBenchmark,
};

export const benchmarkNames: readonly string[] = Object.keys(BENCHMARKS);

/**
 * Imports a benchmark.
 * @throws Error if no benchmark has that name
 */
export async function loadBenchmark(name: string): Promise<Benchmark> {
  const load = BENCHMARKS[name];
  if (!load) throw new Error(`There is no benchmark ${name}. Available: ${benchmarkNames.join(', ')}.`);
  return load();
}
