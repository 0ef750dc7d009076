import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchmarkSize } from './harness.ts';
import { type BenchmarkResult, formatToday } from './results.ts';
import type { BenchmarkRow } from './rows.ts';
import { TYPESCRIPT_OPTIONS } from './typescript-options.ts';

/** A message from the process that runs a benchmark. */
export type ChildMessage =
  | { readonly rows: readonly BenchmarkRow[] }
  | { readonly isDone: true }
  | { readonly failure: string };

export interface RunOptions {
  readonly name: string;
  readonly size: BenchmarkSize;
  /** PostgreSQL URL with the administrator's credentials. */
  readonly url: string;
  readonly timeLimitMs: number;
  /** Program that the child process runs. Default: `child.ts`. */
  readonly program?: string;
}

const CHILD_PROGRAM = fileURLToPath(new URL('child.ts', import.meta.url));

/** Kills a process and its process group, which includes all its descendants. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

const findFailure = (rows: readonly BenchmarkRow[]): string | undefined => {
  if (rows.length === 0) return 'it reported no figure';
  const invalidRow = rows.find(({ rate, limit = 0 }) => !Number.isFinite(rate) || !Number.isFinite(limit));
  return invalidRow && `it reported no number for: ${invalidRow.what}`;
};

/**
 * Runs one benchmark in a child process, and kills it at its time limit. Never rejects. If the benchmark fails, exits
 * or hangs, the result contains the failure and the rows reported before it.
 */
export async function runBenchmark({
  name,
  size,
  url,
  timeLimitMs,
  program = CHILD_PROGRAM,
}: RunOptions): Promise<Omit<BenchmarkResult, 'name'>> {
  const startedAt = performance.now();
  const rows: BenchmarkRow[] = [];
  let isDone = false;
  let failure: string | undefined;
  // Runs in its own process group, so that its servers and browsers end with it.
  const child = fork(program, [name, size, url], {
    execArgv: [...TYPESCRIPT_OPTIONS],
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: ChildMessage) => {
    if ('rows' in message) rows.push(...message.rows);
    else if ('failure' in message) failure = message.failure;
    else isDone = true;
  });
  const killAtExit = () => killGroup(child);
  process.once('exit', killAtExit);
  const timer = setTimeout(() => {
    failure = `it did not finish within ${Math.round(timeLimitMs / 1_000)} s`;
    killGroup(child);
  }, timeLimitMs);
  // Messages can arrive after the exit, until the channel is closed.
  const disconnection = once(child, 'disconnect').catch(() => {});
  const [code, signal] = await once(child, 'exit').catch((error: Error) => [error.message, null]);
  await disconnection;
  clearTimeout(timer);
  killGroup(child);
  process.off('exit', killAtExit);
  if (!isDone) failure ??= `its process ended with ${signal ?? code}`;
  failure ??= findFailure(rows);
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    measuredAt: formatToday(),
    seconds,
    rows: size === 'tiny' ? rows.map(omitGoal) : rows,
    ...(failure && { failure }),
  };
}

/** Removes the goal from a row. A run with tiny data cannot meet or miss a goal. */
const omitGoal = ({ goal: _, goalRate: __, isMet: ___, ...row }: BenchmarkRow): BenchmarkRow => row;
