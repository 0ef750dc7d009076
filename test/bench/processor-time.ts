import { readdirSync, readFileSync } from 'node:fs';
import type { BenchmarkDatabase } from './harness.ts';

/** CPU time of the child processes and of PostgreSQL, in seconds. */
export interface ProcessorTime {
  readonly node: number;
  readonly postgres: number;
}

/** Linux counts CPU time in ticks of 1/100 s. */
const TICKS_PER_SECOND = 100;

interface ProcessTicks {
  readonly parentPid: number;
  readonly ownTicks: number;
  /** Ticks of child processes that have ended. */
  readonly endedChildrenTicks: number;
}

function readTicks(pid: number | 'self'): ProcessTicks | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, which may contain spaces, ends with the last parenthesis.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((n) => fields[n] ?? 0);
    return {
      parentPid: parent as number,
      ownTicks: (user as number) + (system as number),
      endedChildrenTicks: (childUser as number) + (childSystem as number),
    };
  } catch {
    // The process has ended.
    return null;
  }
}

/** Returns the total ticks of a PostgreSQL server and its processes, including those that have ended. */
function readServerTicks(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readTicks(Number(name)))
    .filter((ticks) => ticks?.parentPid === postmaster);
  const server = readTicks(postmaster);
  const sum = children.reduce((total, ticks) => total + (ticks?.ownTicks ?? 0), 0);
  return sum + (server?.ownTicks ?? 0) + (server?.endedChildrenTicks ?? 0);
}

/**
 * Measures the CPU time of the work in child processes and in PostgreSQL, including other PostgreSQL clients. Returns
 * null on systems without `/proc`.
 */
export async function measureProcessorTime<Result>(
  { pool }: BenchmarkDatabase,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly time: ProcessorTime | null }> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = readTicks(rows[0]?.pid ?? 0)?.parentPid;
  if (postmaster === undefined) return { result: await work(), time: null };
  const readTotals = () => ({
    node: readTicks('self')?.endedChildrenTicks ?? 0,
    postgres: readServerTicks(postmaster),
  });
  const startTicks = readTotals();
  const result = await work();
  const endTicks = readTotals();
  const toSeconds = (ticks: number): number => ticks / TICKS_PER_SECOND;
  return {
    result,
    time: {
      node: toSeconds(endTicks.node - startTicks.node),
      postgres: toSeconds(endTicks.postgres - startTicks.postgres),
    },
  };
}
