import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from './cannot-start.ts';
import type { Settings } from './config.ts';
import { WORKING_ROLE } from './database-roles.ts';
import {
  claimFolder,
  type FolderClaim,
  type FolderHolder,
  type HolderRole,
  holderOf,
} from './embedded-postgres/folder-claim.ts';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres/server.ts';
import { ageOf, migrate } from './migrate.ts';
import { poolsTransactions } from './session-pooling.ts';

const NAME = 'kindra';
const CONNECT_MS = 5_000;
const WAIT_MS = 60_000;
const OLDEST = 15;

/** How a process means to use the embedded PostgreSQL. */
export interface DatabaseUse {
  readonly role: HolderRole;
  /** Whether it may use the one that another process runs, instead of being refused. */
  readonly attach: boolean;
  /**
   * For how long an answer is waited for, in milliseconds: a connection may go silent without ending. Without it for as
   * long as it takes, for work of hours.
   */
  readonly answerMs?: number;
}

/** A migrated database. */
export interface Database {
  /** As the role that Kindra works with. */
  readonly url: string;
  /** As the owner of the tables, for migrations and restores; the same as `url` where there is only one role. */
  readonly ownerUrl: string;
  /** Tells other processes of this machine where the web client is. */
  readonly publish: (publicUrl: string) => void;
  /**
   * Does work that is kept as a whole or, when the process dies in the middle of it, thrown away with all else that is in
   * the embedded PostgreSQL by then. For the filling of an empty one.
   */
  readonly keepWhole: (work: () => Promise<void>) => Promise<void>;
  /** Stops the embedded PostgreSQL if this process started it. */
  readonly close: () => Promise<void>;
}

/** A database whose life is the matter of others. */
const attached = (url: string, ownerUrl: string): Database => ({
  url,
  ownerUrl,
  publish: () => {},
  keepWhole: (work) => work(),
  close: async () => {},
});

const withoutPassword = (address: string): string => {
  const url = new URL(address);
  return `${url.hostname}:${url.port || 5432}${url.pathname}`;
};

interface Answer {
  readonly version: number;
  /** The role of the connection. */
  readonly role: string;
}

const ask = async (url: string): Promise<Answer> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    const { rows } = await client.query<Answer>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, current_user AS role",
    );
    return rows[0] ?? { version: 0, role: '' };
  } finally {
    await client.end().catch(() => undefined);
  }
};

const reasonOf = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no answer';
};

/**
 * Brings a database to the newest shape. A command leaves that to the start of the system: one that merely looks must not
 * change what an older version works on. It may look at what a newer one has changed, as where versions are being replaced.
 * @param ownerUrl of the owner of the tables
 * @param workingRole the role that Kindra works with; undefined when it is the owner
 * @throws CannotStart for a command of a newer version, and for a system of an older one
 */
const bringUp = async (
  ownerUrl: string,
  workingRole: string | undefined,
  { role }: DatabaseUse,
): Promise<void> => {
  const age = await ageOf(ownerUrl);
  if (age === 'current' && (role === 'command' || !workingRole)) return;
  if (age === 'newer') {
    if (role === 'command') return;
    throw new CannotStart(
      'The database is of a newer version of Kindra; start that version, or a newer one.',
    );
  }
  if (role === 'command' && age === 'older')
    throw new CannotStart('The database is of an older version of Kindra; start the system to upgrade it.');
  await migrate(ownerUrl, workingRole);
};

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Says which setting is missing when the role may not change the tables. */
const explainPrivilege =
  (role: string) =>
  (error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new CannotStart(
      `The database role ${role} does not own the tables of Kindra: set MIGRATION_DATABASE_URL to a role that does.`,
      error,
    );
  };

/** @throws CannotStart when the database of a setting is out of reach, too old or behind a proxy that pools transactions */
const askGiven = async (setting: string, url: string): Promise<Answer> => {
  const answer = await ask(url).catch((error: unknown) => {
    const place = withoutPassword(url);
    throw new CannotStart(
      `The database of ${setting}, ${place}, cannot be reached: ${reasonOf(error)}.`,
      error,
    );
  });
  if (answer.version < OLDEST) {
    throw new CannotStart(
      `The database of ${setting} is PostgreSQL ${answer.version}; ${OLDEST} or newer is needed.`,
    );
  }
  if (await poolsTransactions(url)) {
    throw new CannotStart(
      `${setting} leads to a proxy that pools transactions; session pooling is required (PgBouncer: pool_mode=session).`,
    );
  }
  return answer;
};

const openGiven = async (url: string, ownerUrl: string, use: DatabaseUse): Promise<Database> => {
  const { role } = await askGiven('DATABASE_URL', url);
  const owner = ownerUrl === url ? role : (await askGiven('MIGRATION_DATABASE_URL', ownerUrl)).role;
  await bringUp(ownerUrl, owner === role ? undefined : role, use).catch(explainPrivilege(owner));
  return attached(url, ownerUrl);
};

const createKeepWhole = (folder: string) => {
  const mark = join(folder, 'unfinished');
  return {
    throwAwayUnfinished: async () => {
      if (!existsSync(mark)) return;
      await removeEmbeddedPostgres(folder);
      await rm(mark);
    },
    keepWhole: async (work: () => Promise<void>) => {
      await writeFile(mark, '');
      await work();
      await rm(mark);
    },
  };
};

const startClaimed = async (folder: string, claim: FolderClaim, use: DatabaseUse): Promise<Database> => {
  const { throwAwayUnfinished, keepWhole } = createKeepWhole(folder);
  let server: EmbeddedPostgres | undefined;
  const close = async () => {
    await server?.stop();
    claim.release();
  };
  try {
    await throwAwayUnfinished();
    server = await startEmbeddedPostgres({ folder });
    await server.ensureDatabase(NAME);
    const [url, ownerUrl] = [server.workingUrl(NAME), server.url(NAME)];
    await bringUp(ownerUrl, WORKING_ROLE, use);
    claim.publish({ databaseUrl: url, ownerUrl });
    return { url, ownerUrl, publish: (publicUrl) => claim.publish({ publicUrl }), keepWhole, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const refuseSecond = (folder: string, holder: FolderHolder): never => {
  const place = holder.publicUrl ? ` at ${holder.publicUrl}` : '';
  throw new CannotStart(`Kindra runs on ${folder} already${place} (process ${holder.pid}).`);
};

const openEmbedded = async (folder: string, use: DatabaseUse): Promise<Database> => {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const claim = claimFolder(folder, use.role);
    if (claim) return startClaimed(folder, claim, use);
    const holder = holderOf(folder);
    if (holder?.role === 'system') {
      if (!use.attach) return refuseSecond(folder, holder);
      if (holder.databaseUrl) return attached(holder.databaseUrl, holder.ownerUrl ?? holder.databaseUrl);
    }
    if (Date.now() > deadline) {
      throw new CannotStart(`Another process (${holder?.pid}) keeps ${folder} to itself.`);
    }
    await delay(50);
  }
};

/**
 * Opens the database of DATABASE_URL, or else the embedded one of the data folder, in its newest shape. Of processes that use
 * one data folder the first starts PostgreSQL; one that ends by itself is waited for.
 * @throws CannotStart when it is out of reach, too old, for a command of an older shape, or in use by another process where
 * `attach` is false
 */
export const openDatabase = (settings: Settings, use: DatabaseUse): Promise<Database> =>
  settings.databaseUrl
    ? openGiven(settings.databaseUrl, settings.migrationDatabaseUrl ?? settings.databaseUrl, use)
    : openEmbedded(settings.dataFolder, use);
