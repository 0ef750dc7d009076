import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';

const STOP_TIMEOUT_MS = 20_000;

const getPidFile = (cluster: string) => join(cluster, 'postmaster.pid');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Compares the working directory of the process, because process ids can be reused. */
const isPostmasterOf = (pid: number, cluster: string): boolean => {
  if (platform() !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
};

const findPostmaster = (cluster: string): number | undefined => {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(getPidFile(cluster), 'utf8'), 10);
  } catch {
    return undefined;
  }
  return pid > 0 && isAlive(pid) && isPostmasterOf(pid, cluster) ? pid : undefined;
};

/** Returns whether a postmaster runs on the cluster. */
export const isPostmasterRunning = (cluster: string): boolean => findPostmaster(cluster) !== undefined;

/** Requests a fast shutdown, which disconnects clients and keeps all commits. */
export const requestShutdown = (cluster: string): void => {
  const pid = findPostmaster(cluster);
  if (pid !== undefined) process.kill(pid, 'SIGINT');
};

/**
 * Stops a postmaster that may have outlived the process that started it, and removes a stale lock file.
 * @throws StartupError when the postmaster does not stop within 20 s
 */
export const stopPostmaster = async (cluster: string): Promise<void> => {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  requestShutdown(cluster);
  while (findPostmaster(cluster) !== undefined) {
    if (Date.now() > deadline) throw new StartupError(`The PostgreSQL of ${cluster} does not stop.`);
    await delay(10);
  }
  rmSync(getPidFile(cluster), { force: true });
};
