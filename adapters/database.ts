import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Settings } from './config.ts';
import { APP_ROLE } from './database-roles.ts';
import { getDataFolder } from './embedded-postgres/cluster.ts';
import {
  claimFolder,
  type FolderClaim,
  type FolderHolder,
  findHolder,
  type HolderRole,
} from './embedded-postgres/folder-claim.ts';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  type Supervision,
  startEmbeddedPostgres,
} from './embedded-postgres/server.ts';
import { compareSchema, migrate } from './migrate.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { StartupError } from './startup-error.ts';
import { isTransactionPooled } from './transaction-pooling.ts';

const DATABASE_NAME = 'kindra';
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_WAIT_MS = 60_000;
const MIN_VERSION = 15;

/** Database options that depend on the kind of process. */
export interface DatabaseOptions {
  readonly role: HolderRole;
  /** Whether the process can attach to an embedded PostgreSQL that another process runs. */
  readonly canAttach: boolean;
  /** Whether a command can create the embedded database. A system always can. */
  readonly canCreate?: boolean;
  /** Query timeout in milliseconds. Default: no timeout, for long-running work. */
  readonly queryTimeoutMs?: number;
  /** Callbacks for an embedded PostgreSQL that this process starts and restarts. Default: it is not restarted. */
  readonly supervision?: Supervision;
}

/** A migrated database. */
export interface Database {
  readonly url: string;
  /** URL with the role that owns the tables, for migrations and restores. Equals `url` if there is only one role. */
  readonly ownerUrl: string;
  readonly publish: (publicUrl: string) => void;
  /** Inserts initial data. If the process dies in the meantime, the next start discards the embedded data. */
  readonly runAtomically: (work: () => Promise<void>) => Promise<void>;
  /** Closes the database. Stops the embedded PostgreSQL if this process started it. */
  readonly close: () => Promise<void>;
}

/** Returns a database that this process does not manage. */
const attachDatabase = (url: string, ownerUrl: string): Database => ({
  url,
  ownerUrl,
  publish: () => {},
  runAtomically: (work) => work(),
  close: async () => {},
});

const removePassword = (address: string): string => {
  const url = parsePostgresUrl(address);
  return `${url.hostname}:${url.port || 5432}${url.pathname}`;
};

interface ServerInfo {
  readonly version: number;
  readonly role: string;
}

const queryDatabase = async (url: string): Promise<ServerInfo> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    const { rows } = await client.query<ServerInfo>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, current_user AS role",
    );
    return rows[0] ?? { version: 0, role: '' };
  } finally {
    await client.end().catch(() => undefined);
  }
};

const describeError = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no answer';
};

/**
 * Migrates the database when a system starts. A command never migrates it, because processes of an older
 * version may be running. During an upgrade, a command accepts a newer database.
 * @param ownerUrl connection URL with the role that owns the tables
 * @param workingRole the role that Kindra uses, if it is not the owner
 * @throws StartupError for a command if the database is older, and for a system if the database is newer
 */
const migrateOrCheck = async (
  ownerUrl: string,
  workingRole: string | undefined,
  { role }: DatabaseOptions,
): Promise<void> => {
  const schemaState = await compareSchema(ownerUrl);
  if (schemaState === 'current' && (role === 'command' || !workingRole)) return;
  if (schemaState === 'newer') {
    if (role === 'command') return;
    throw new StartupError(
      'The database belongs to a newer version of Kindra. Start that version or a newer one.',
    );
  }
  if (role === 'command' && schemaState === 'older')
    throw new StartupError(
      'The database belongs to an older version of Kindra. Start the system to upgrade it.',
    );
  await migrate(ownerUrl, workingRole);
};

/** SQLSTATE insufficient_privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

const rethrowMissingPrivilege =
  (role: string) =>
  (error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupError(
      `The database role ${role} does not own the tables of Kindra: set MIGRATION_DATABASE_URL to a role that does.`,
      error,
    );
  };

/**
 * Connects to a database server and checks it.
 * @throws StartupError when the database in the setting is unreachable, too old or behind a proxy that pools
 *   transactions
 */
const inspectDatabase = async (setting: string, url: string): Promise<ServerInfo> => {
  const serverInfo = await queryDatabase(url).catch((error: unknown) => {
    const displayUrl = removePassword(url);
    throw new StartupError(
      `The database of ${setting}, ${displayUrl}, cannot be reached: ${describeError(error)}.`,
      error,
    );
  });
  if (serverInfo.version < MIN_VERSION) {
    throw new StartupError(
      `The database of ${setting} is PostgreSQL ${serverInfo.version}. Kindra needs PostgreSQL ${MIN_VERSION} or newer.`,
    );
  }
  if (await isTransactionPooled(url)) {
    throw new StartupError(
      `${setting} points to a proxy with transaction pooling; session pooling is required (PgBouncer: pool_mode=session).`,
    );
  }
  return serverInfo;
};

const openExternal = async (url: string, ownerUrl: string, options: DatabaseOptions): Promise<Database> => {
  const { role } = await inspectDatabase('DATABASE_URL', url);
  const owner = ownerUrl === url ? role : (await inspectDatabase('MIGRATION_DATABASE_URL', ownerUrl)).role;
  await migrateOrCheck(ownerUrl, owner === role ? undefined : role, options).catch(
    rethrowMissingPrivilege(owner),
  );
  return attachDatabase(url, ownerUrl);
};

const createUnfinishedMarker = (folder: string) => {
  const markerFile = join(folder, 'unfinished');
  return {
    discardUnfinished: async () => {
      if (!existsSync(markerFile)) return;
      await removeEmbeddedPostgres(folder);
      await rm(markerFile);
    },
    runAtomically: async (work: () => Promise<void>) => {
      await writeFile(markerFile, '');
      await work();
      await rm(markerFile);
    },
  };
};

const startEmbedded = async (
  folder: string,
  claim: FolderClaim,
  options: DatabaseOptions,
): Promise<Database> => {
  const { discardUnfinished, runAtomically } = createUnfinishedMarker(folder);
  let server: EmbeddedPostgres | undefined;
  const close = async () => {
    await server?.stop();
    claim.release();
  };
  try {
    await discardUnfinished();
    const supervision = options.supervision && { ...options.supervision, canRestart: claim.isHeld };
    server = await startEmbeddedPostgres({ folder, supervision });
    await server.ensureDatabase(DATABASE_NAME);
    const [url, ownerUrl] = [server.getAppUrl(DATABASE_NAME), server.getUrl(DATABASE_NAME)];
    await migrateOrCheck(ownerUrl, APP_ROLE, options);
    claim.publish({ databaseUrl: url, ownerUrl });
    return {
      url,
      ownerUrl,
      publish: (publicUrl) => claim.publish({ publicUrl }),
      runAtomically,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const throwAlreadyRunning = (folder: string, holder: FolderHolder): never => {
  const location = holder.publicUrl ? ` at ${holder.publicUrl}` : '';
  throw new StartupError(`Kindra is already running on ${folder}${location} (process ${holder.pid}).`);
};

/** @throws StartupError when a command that must not create the database is started in a wrong folder */
const requireCluster = (folder: string, { role, canCreate = false }: DatabaseOptions): void => {
  if (role === 'system' || canCreate || existsSync(getDataFolder(folder)) || findHolder(folder)) return;
  throw new StartupError(`There is no Kindra in ${folder}; set KINDRA_DATA or DATABASE_URL.`);
};

const openEmbedded = async (folder: string, options: DatabaseOptions): Promise<Database> => {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    requireCluster(folder, options);
    const claim = claimFolder(folder, options.role);
    if (claim) return startEmbedded(folder, claim, options);
    const holder = findHolder(folder);
    if (holder?.role === 'system') {
      if (!options.canAttach) return throwAlreadyRunning(folder, holder);
      if (holder.databaseUrl)
        return attachDatabase(holder.databaseUrl, holder.ownerUrl ?? holder.databaseUrl);
    }
    if (Date.now() > deadline) {
      throw new StartupError(`Process ${holder?.pid} is using ${folder}.`);
    }
    await delay(50);
  }
};

/**
 * Opens and migrates the database in DATABASE_URL, or the embedded database in the data folder. The first
 * process that uses a data folder starts PostgreSQL. If a command is using the folder, waits until the
 * command ends.
 * @throws StartupError when the database is unreachable or too old, has the wrong schema version, is used by another
 *   process and `canAttach` is false, or is missing and a command must not create it
 */
export const openDatabase = (settings: Settings, options: DatabaseOptions): Promise<Database> =>
  settings.databaseUrl
    ? openExternal(settings.databaseUrl, settings.migrationDatabaseUrl ?? settings.databaseUrl, options)
    : openEmbedded(settings.dataFolder, options);
