import { readFile, rm, truncate } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { APP_ROLE, ensureRole } from '../database-roles.ts';
import { StartupError } from '../startup-error.ts';
import { ADMIN_ROLE, type Cluster, getDataFolder, getLastLines, openCluster } from './cluster.ts';
import { choosePort } from './port.ts';
import { isPostmasterRunning, requestShutdown, stopPostmaster } from './postmaster.ts';
import { runProgram } from './programs.ts';
import { superviseServer } from './supervisor.ts';

/** A running PostgreSQL server. Its data is stored in a local folder. */
export interface EmbeddedPostgres {
  readonly port: number;
  /** Returns the connection URL of a database with the administrator role. */
  readonly getUrl: (database: string) => string;
  /** Returns the connection URL of a database with the role that processes use. */
  readonly getAppUrl: (database: string) => string;
  /** Creates the database and the role that processes use, if they do not exist. */
  readonly ensureDatabase: (database: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Callbacks for a server that is restarted when it ends unexpectedly. */
export interface Supervision {
  /** `output` is the end of PostgreSQL's log before the restart. */
  readonly onRestarted: (output: string) => void;
  /** Called when the server has ended and several attempts to start it have failed. No more attempts follow. */
  readonly onLost: (error: unknown) => void;
}

interface EmbeddedPostgresOptions {
  readonly folder: string;
  /** PostgreSQL settings that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * If set, the server is restarted on the same port when it ends and `canRestart` returns true. Without it, the server
   * stays down.
   */
  readonly supervision?: (Supervision & { readonly canRestart: () => boolean }) | undefined;
}

/** Settings for a small machine that runs all processes. fsync remains enabled. */
const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  // Creating a WAL segment delays commits by about 50 ms; recycled segments do not.
  min_wal_size: '512MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
};

/**
 * Environment variables of the memory allocator of glibc. By default, it returns the memory of each larger statement to the
 * system and requests it again for the next one. This took an eighth of the time of an append. Other systems ignore them.
 */
const ALLOCATOR_SETTINGS: Readonly<Record<string, string>> = {
  MALLOC_TRIM_THRESHOLD_: `${1024 ** 2}`,
  MALLOC_TOP_PAD_: `${256 * 1024}`,
  MALLOC_MMAP_THRESHOLD_: `${1024 ** 2}`,
};

const START_RETRY_MS = 3_000;
const READY_TIMEOUT_SECONDS = 300;

const tryStart = async (cluster: Cluster, port: number, settings: Readonly<Record<string, string>>) => {
  await truncate(cluster.logFile);
  const options = Object.entries({ ...DEFAULT_SETTINGS, ...settings, port: `${port}` })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const args = [
    'start',
    '--wait',
    '--silent',
    `--timeout=${READY_TIMEOUT_SECONDS}`,
    `--pgdata=${cluster.data}`,
    `--log=${cluster.logFile}`,
    `--options=${options}`,
  ];
  const result = await runProgram(cluster.binaries.pg_ctl, args, cluster.user, ALLOCATOR_SETTINGS);
  return { isStarted: result.code === 0, output: result.output + (await readFile(cluster.logFile, 'utf8')) };
};

/** Matches transient errors: the port was taken, or the previous server is still shutting down. */
const TRANSIENT_ERRORS = /could not bind|could not create any TCP|lock file|pre-existing shared memory/;

const startServer = async (
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  getPort: () => number | Promise<number> = () => choosePort(cluster.folder),
): Promise<number> => {
  const deadline = Date.now() + START_RETRY_MS;
  for (;;) {
    await stopPostmaster(cluster.data);
    const port = await getPort();
    const { isStarted, output } = await tryStart(cluster, port, settings);
    if (isStarted) return port;
    if (!TRANSIENT_ERRORS.test(output) || Date.now() > deadline) {
      throw new StartupError(
        `The embedded PostgreSQL in ${cluster.folder} does not start.\n${getLastLines(output)}`,
      );
    }
    await delay(100);
  }
};

const ensureDatabase = async (adminUrl: string, database: string, appPassword: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await ensureRole(client, APP_ROLE, appPassword);
    const existingDatabase = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (existingDatabase.rowCount === 0)
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
};

/** Restarts the server on the same port whenever it ends, because connection URLs contain the port. */
const superviseCluster = (
  cluster: Cluster,
  port: number,
  { settings = {}, supervision }: EmbeddedPostgresOptions,
) =>
  supervision &&
  superviseServer({
    isRunning: () => isPostmasterRunning(cluster.data),
    canRestart: supervision.canRestart,
    restart: async () => {
      const output = getLastLines(await readFile(cluster.logFile, 'utf8'));
      await startServer(cluster, settings, () => port);
      supervision.onRestarted(output);
    },
    onLost: supervision.onLost,
  });

/**
 * Starts PostgreSQL on a data directory. If a killed process has left a server running, stops it first.
 * Creates the cluster if it is missing. The server stops together with this process, except after `kill -9`.
 * @throws StartupError with PostgreSQL's output when it does not start
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const cluster = await openCluster(options.folder);
  const stopAtExit = () => requestShutdown(cluster.data);
  process.once('exit', stopAtExit);
  const port = await startServer(cluster, options.settings ?? {});
  const supervisor = superviseCluster(cluster, port, options);
  const createUrl = (role: string, password: string) => (database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const url = createUrl(ADMIN_ROLE, cluster.password);
  return {
    port,
    getUrl: url,
    getAppUrl: createUrl(APP_ROLE, cluster.appPassword),
    ensureDatabase: (database) => ensureDatabase(url('postgres'), database, cluster.appPassword),
    stop: async () => {
      await supervisor?.close();
      await stopPostmaster(cluster.data);
      process.off('exit', stopAtExit);
    },
  };
};

/** Deletes the cluster in a folder, including all its data. */
export const removeEmbeddedPostgres = async (folder: string): Promise<void> => {
  const data = getDataFolder(folder);
  await stopPostmaster(data);
  await rm(data, { recursive: true, force: true });
};
