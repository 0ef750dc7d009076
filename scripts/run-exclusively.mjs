import { createHash } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const acquireLock = (lock) => {
  const draft = `${lock}-${process.pid}`;
  writeFileSync(draft, `${process.pid}`);
  try {
    // Unlike a rename, linking fails if the lock exists.
    linkSync(draft, lock);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
};

const findHolder = (lock) => {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Runs work while holding the current user's lock on a folder. Ignores locks held by dead processes. */
export const runExclusively = async (folder, work) => {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `kindra-${userInfo().uid}-${name}.lock`);
  while (!acquireLock(lock)) {
    const holder = findHolder(lock);
    if (holder !== undefined && !isAlive(holder)) rmSync(lock, { force: true });
    else await delay(100);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
};
