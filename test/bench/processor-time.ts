import { readdirSync, readFileSync } from 'node:fs';
import type { BenchmarkDatabase } from './harness.ts';

/** CPU time in seconds. */
export interface ProcessorTime {
  readonly node: number;
  readonly postgres: number;
}

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface ProcessTicks {
  readonly parent: number;
  readonly own: number;
  /** Ticks of its children that have ended. */
  readonly endedChildren: number;
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
      parent: parent as number,
      own: (user as number) + (system as number),
      endedChildren: (childUser as number) + (childSystem as number),
    };
  } catch {
    // The process has ended.
    return null;
  }
}

/** Adds up the ticks of a PostgreSQL server and its processes, which may already have ended. */
function readServerTicks(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readTicks(Number(name)))
    .filter((ticks) => ticks?.parent === postmaster);
  const server = readTicks(postmaster);
  const sum = children.reduce((total, ticks) => total + (ticks?.own ?? 0), 0);
  return sum + (server?.own ?? 0) + (server?.endedChildren ?? 0);
}

/**
 * Measures the CPU time that work uses in child processes of this process, and in PostgreSQL with all its clients.
 * Returns null where there is no `/proc`.
 */
export async function measureProcessorTime<Result>(
  { pool }: BenchmarkDatabase,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly time: ProcessorTime | null }> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = readTicks(rows[0]?.pid ?? 0)?.parent;
  if (postmaster === undefined) return { result: await work(), time: null };
  const read = () => ({ node: readTicks('self')?.endedChildren ?? 0, postgres: readServerTicks(postmaster) });
  const before = read();
  const result = await work();
  const after = read();
  const toSeconds = (ticks: number): number => ticks / TICKS_PER_SECOND;
  return {
    result,
    time: {
      node: toSeconds(after.node - before.node),
      postgres: toSeconds(after.postgres - before.postgres),
    },
  };
}
