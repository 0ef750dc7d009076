import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { createFolder } from '../create-folder.ts';

/** Kind of process: a `system` runs until it is stopped, a `command` only for a short time. */
export type HolderRole = 'system' | 'command';

/** The process that uses a data folder, and the URLs that it has published. */
export interface FolderHolder {
  readonly pid: number;
  /** Start time from the operating system. Used to detect that the process id was reused. */
  readonly startTime: string;
  readonly role: HolderRole;
  readonly databaseUrl?: string;
  /** URL of the same database with the role that owns its tables. */
  readonly ownerUrl?: string;
  readonly publicUrl?: string;
}

/** Exclusive claim on a data folder. It lasts until the process releases it. */
export interface FolderClaim {
  readonly publish: (urls: Pick<FolderHolder, 'databaseUrl' | 'ownerUrl' | 'publicUrl'>) => void;
  /** Returns whether no other process has replaced or removed the claim. */
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

const getClaimFile = (folder: string) => join(folder, 'running.json');

const readStartTime = (pid: number): string | undefined => {
  try {
    if (platform() === 'linux') {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? undefined : fields[18];
    }
    if (platform() === 'win32') {
      process.kill(pid, 0);
      return '';
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

const parseHolder = (path: string): FolderHolder | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as FolderHolder;
  } catch {
    return undefined;
  }
};

const isAlive = (holder: FolderHolder | undefined): holder is FolderHolder =>
  holder !== undefined && readStartTime(holder.pid) === holder.startTime;

/** Returns the process that uses the folder, or undefined if there is none. */
export const findHolder = (folder: string): FolderHolder | undefined => {
  const holder = parseHolder(getClaimFile(folder));
  return isAlive(holder) ? holder : undefined;
};

const writeHolder = (path: string, holder: FolderHolder) =>
  writeFileSync(path, `${JSON.stringify(holder)}\n`, { mode: 0o600 });

/** Links the draft to the path and returns true, or returns false if another process has created the file first. */
const tryLink = (draft: string, path: string): boolean => {
  try {
    linkSync(draft, path);
    return true;
  } catch {
    return false;
  }
};

/** Removes the file of a dead process. Restores it if a live process has replaced it in the meantime. */
const removeStale = (path: string): void => {
  const displacedPath = `${path}-${randomUUID()}`;
  try {
    renameSync(path, displacedPath);
  } catch {
    return;
  }
  if (isAlive(parseHolder(displacedPath))) tryLink(displacedPath, path);
  rmSync(displacedPath, { force: true });
};

const tryClaim = (path: string, holder: FolderHolder): boolean => {
  const draft = `${path}-${randomUUID()}`;
  writeHolder(draft, holder);
  const isLinked = tryLink(draft, path);
  rmSync(draft);
  return isLinked;
};

/**
 * Claims a data folder for this process, and creates it if it is missing. Returns undefined if another process uses the
 * folder.
 * @throws StartupError when the folder cannot be created
 */
export const claimFolder = (folder: string, role: HolderRole): FolderClaim | undefined => {
  createFolder(folder);
  if (findHolder(folder)) return undefined;
  const path = getClaimFile(folder);
  removeStale(path);
  let holder: FolderHolder = { pid: process.pid, startTime: readStartTime(process.pid) ?? '', role };
  if (!tryClaim(path, holder)) return undefined;
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  return {
    publish: (urls) => {
      holder = { ...holder, ...urls };
      const draft = `${path}-${randomUUID()}`;
      writeHolder(draft, holder);
      renameSync(draft, path);
    },
    isHeld: () => parseHolder(path)?.pid === process.pid,
    release: () => {
      process.off('exit', release);
      release();
    },
  };
};
