import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';

/** `system`: runs until it is stopped. `command`: ends by itself after a moment. */
export type HolderRole = 'system' | 'command';

/** The process that has a data folder, and what it has told of itself so far. */
export interface FolderHolder {
  readonly pid: number;
  /** When the process began, in the words of the system: a number given to another process later is not this one. */
  readonly began: string;
  readonly role: HolderRole;
  /** Connection address of the database, once it can be used. */
  readonly databaseUrl?: string;
  /** The same database as the owner of its tables. */
  readonly ownerUrl?: string;
  /** Address of the web client, once it can be used. */
  readonly publicUrl?: string;
}

/** A data folder that belongs to this process until it is released. */
export interface FolderClaim {
  /** Tells other processes how to reach what runs on the folder. */
  readonly publish: (news: Pick<FolderHolder, 'databaseUrl' | 'ownerUrl' | 'publicUrl'>) => void;
  readonly release: () => void;
}

const fileOf = (folder: string) => join(folder, 'running.json');

const beginningOf = (pid: number): string | undefined => {
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
  holder !== undefined && beginningOf(holder.pid) === holder.began;

/** The process that has the folder now, if any does. */
export const holderOf = (folder: string): FolderHolder | undefined => {
  const holder = parseHolder(fileOf(folder));
  return isAlive(holder) ? holder : undefined;
};

const writeAs = (path: string, holder: FolderHolder) =>
  writeFileSync(path, `${JSON.stringify(holder)}\n`, { mode: 0o600 });

/** Linking fails when another process came first, unlike renaming. */
const placeFirst = (draft: string, path: string): boolean => {
  try {
    linkSync(draft, path);
    return true;
  } catch {
    return false;
  }
};

/** Takes away what a dead process left; whoever came alive meanwhile gets their file back. */
const removeStale = (path: string): void => {
  const aside = `${path}-${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (isAlive(parseHolder(aside))) placeFirst(aside, path);
  rmSync(aside, { force: true });
};

const claimAs = (path: string, holder: FolderHolder): boolean => {
  const draft = `${path}-${randomUUID()}`;
  writeAs(draft, holder);
  const first = placeFirst(draft, path);
  rmSync(draft);
  return first;
};

/** Claims a data folder for this process; undefined when a living process has it. */
export const claimFolder = (folder: string, role: HolderRole): FolderClaim | undefined => {
  mkdirSync(folder, { recursive: true });
  if (holderOf(folder)) return undefined;
  const path = fileOf(folder);
  removeStale(path);
  let holder: FolderHolder = { pid: process.pid, began: beginningOf(process.pid) ?? '', role };
  if (!claimAs(path, holder)) return undefined;
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  return {
    publish: (news) => {
      holder = { ...holder, ...news };
      const draft = `${path}-${randomUUID()}`;
      writeAs(draft, holder);
      renameSync(draft, path);
    },
    release: () => {
      process.off('exit', release);
      release();
    },
  };
};
