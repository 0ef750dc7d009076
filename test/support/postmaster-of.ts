import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the process id of the PostgreSQL server that uses a data folder, or null if none is recorded. */
export const readPostmasterId = (folder: string): number | null => {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
};

/** Returns whether a process is running. Returns false for a zombie. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).charAt(0) !== 'Z';
  } catch {
    return false;
  }
};
