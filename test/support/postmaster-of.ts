import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Process id of the PostgreSQL that serves a data folder, or null when none is said to. */
export const postmasterOf = (folder: string): number | null => {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
};

/** Whether a process exists. One that has ended but whom nobody asked for its status does not count. */
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
