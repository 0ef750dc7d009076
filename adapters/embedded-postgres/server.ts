import { readFile, rm, truncate } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { ensureRole, WORKING_ROLE } from '../database-roles.ts';
import { ADMINISTRATOR, type Cluster, dataFolderOf, lastLines, openCluster } from './cluster.ts';
import { choosePort } from './port.ts';
import { askToStop, stopPostmaster } from './postmaster.ts';
import { runProgram } from './programs.ts';

/** A running PostgreSQL whose data is in a folder of this machine. */
export interface EmbeddedPostgres {
  readonly port: number;
  /** Connection address of one of its databases, as the administrator. */
  readonly url: (database: string) => string;
  /** Connection address of one of its databases, as the role that processes work with. */
  readonly workingUrl: (database: string) => string;
  /** Creates the database and the working role unless they exist. */
  readonly ensureDatabase: (database: string) => Promise<void>;
  /** Stops it cleanly: what was committed stays. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Folder of the data; made when missing. */
  readonly folder: string;
  /** Settings of PostgreSQL that differ from the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** For a small machine that runs everything; commits reach the disk (fsync stays on). */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  // A new segment of the WAL holds every commit up for some 50 ms; one that is used again holds up nobody.
  min_wal_size: '512MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
};

const RETRY_MS = 3_000;
const READY_SECONDS = '300';

const startOnce = async (cluster: Cluster, port: number, settings: Readonly<Record<string, string>>) => {
  await truncate(cluster.logFile);
  const options = Object.entries({ ...SETTINGS, ...settings, port: `${port}` })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const args = [
    'start',
    '-w',
    '-s',
    '-t',
    READY_SECONDS,
    '-D',
    cluster.data,
    '-l',
    cluster.logFile,
    '-o',
    options,
  ];
  const result = await runProgram(cluster.binaries.pg_ctl, args, cluster.user);
  return { started: result.code === 0, words: result.output + (await readFile(cluster.logFile, 'utf8')) };
};

/** Reasons that pass by themselves: a port taken meanwhile, a lock of a server whose last process is still ending. */
const PASSING = /could not bind|could not create any TCP|lock file|pre-existing shared memory/;

const startServer = async (cluster: Cluster, settings: Readonly<Record<string, string>>): Promise<number> => {
  const deadline = Date.now() + RETRY_MS;
  for (;;) {
    await stopPostmaster(cluster.data);
    const port = await choosePort(cluster.folder);
    const { started, words } = await startOnce(cluster, port, settings);
    if (started) return port;
    if (!PASSING.test(words) || Date.now() > deadline) {
      throw new CannotStart(
        `The embedded PostgreSQL in ${cluster.folder} does not start.\n${lastLines(words)}`,
      );
    }
    await delay(100);
  }
};

const ensureDatabase = async (
  administration: string,
  database: string,
  workingPassword: string,
): Promise<void> => {
  const client = new pg.Client({ connectionString: administration });
  await client.connect();
  try {
    await ensureRole(client, WORKING_ROLE, workingPassword);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
};

/**
 * Starts the PostgreSQL of a folder; makes the folder first when it is new, and stops a server that a killed process
 * left behind. It ends with this process, however that ends, `kill -9` excepted.
 * @throws CannotStart with a plain sentence, and PostgreSQL's own last words, when it does not start
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const cluster = await openCluster(options.folder);
  const stopAtExit = () => askToStop(cluster.data);
  process.once('exit', stopAtExit);
  const port = await startServer(cluster, options.settings ?? {});
  const urlAs = (role: string, password: string) => (database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const url = urlAs(ADMINISTRATOR, cluster.password);
  return {
    port,
    url,
    workingUrl: urlAs(WORKING_ROLE, cluster.workingPassword),
    ensureDatabase: (database) => ensureDatabase(url('postgres'), database, cluster.workingPassword),
    stop: async () => {
      await stopPostmaster(cluster.data);
      process.off('exit', stopAtExit);
    },
  };
};

/** Removes the PostgreSQL of a folder with all that is in it. */
export const removeEmbeddedPostgres = async (folder: string): Promise<void> => {
  const data = dataFolderOf(folder);
  await stopPostmaster(data);
  await rm(data, { recursive: true, force: true });
};
