import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { ownsLog } from '../database-roles.ts';
import { appendRows } from './append-rows.ts';
import { type BackupFooter, type BackupHeader, BackupUnusable, EVENTS_TABLE } from './format.ts';
import { type BackupContent, type BackupTable, type CheckedFile, readContent } from './read.ts';
import { columnList, eventsTable, isPassing, migrationsOf, privateTables } from './tables.ts';

/** What to restore, and where to. */
export interface RestoreOptions {
  /** Connects as the owner of the tables. */
  readonly pool: Pool;
  readonly rawLog: EventLog;
  /** Whether the log is kept elsewhere than in PostgreSQL. */
  readonly elsewhere: boolean;
  readonly file: CheckedFile;
  readonly signal: AbortSignal;
  /** Told how many rows of which table have been restored. */
  readonly onProgress: (table: string, rows: number) => void;
}

/** What was restored. */
export interface RestoreReport {
  readonly header: BackupHeader;
  readonly position: Position;
  readonly rows: Readonly<Record<string, number>>;
}

/** The system has data already, so that nothing may be restored into it. */
export class NotEmpty extends Error {
  constructor(table: string) {
    super(`A backup can only be restored into an empty system, and ${table} of this one is not empty.`);
    this.name = 'NotEmpty';
  }
}

/** The restoring was stopped; nothing was restored. */
export class RestoreInterrupted extends Error {
  constructor() {
    super('The restoring was stopped; nothing was restored.');
    this.name = 'RestoreInterrupted';
  }
}

/**
 * Refuses what cannot be restored, without changing anything.
 * @throws BackupUnusable, NotEmpty
 */
export async function checkTarget({ pool, rawLog, elsewhere, file }: RestoreOptions): Promise<BackupHeader> {
  const content = await readContent(file);
  content.close();
  const client = await pool.connect();
  try {
    if (!(await ownsLog(client))) throw new BackupUnusable(OWNER_NEEDED);
    await refuseNewer(client, content.header);
    await refuseFull(client);
    // A log elsewhere may hold a part of this backup, by an attempt that was cut off.
    if (!elsewhere && (await rawLog.head()) > 0) throw new NotEmpty(EVENTS_TABLE);
    return content.header;
  } finally {
    client.release();
  }
}

const OWNER_NEEDED =
  'Only the owner of the tables can restore a backup: set MIGRATION_DATABASE_URL to that role.';

async function refuseNewer(client: PoolClient, { migrations }: BackupHeader): Promise<void> {
  const known = new Set(await migrationsOf(client));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown)
    throw new BackupUnusable(
      `The backup was made by a newer Kindra: this one does not know the migration ${unknown}. Upgrade first.`,
    );
}

async function refuseFull(client: PoolClient): Promise<void> {
  for (const { table } of [eventsTable, ...(await privateTables(client))])
    if ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount) throw new NotEmpty(table);
}

/**
 * Restores the log and the private data, in one transaction where PostgreSQL holds both: all of it or nothing. Events
 * stand under the positions and with the hashes that they had. A log elsewhere gives new positions, and is written
 * first; repeating what was cut off there carries on, since appending the same events again is harmless.
 * @throws BackupUnusable, NotEmpty, RestoreInterrupted
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { pool, file, signal } = options;
  const content = await readContent(file);
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = 0`);
    await holdTables(client);
    await refuseFull(client);
    const rows = await restoreAll(client, content, options);
    // Processes that run meanwhile notice by it that the log has another content.
    await client.query('UPDATE log.identity SET id = gen_random_uuid()');
    if (signal.aborted) throw new RestoreInterrupted();
    await client.query('COMMIT');
    return { header: content.header, position: await options.rawLog.head(), rows };
  } catch (error) {
    failed = error as Error;
    throw signal.aborted ? new RestoreInterrupted() : error;
  } finally {
    content.close();
    if (failed) await client.query('ROLLBACK').catch(() => {});
    client.release(failed);
  }
}

/** Nobody writes meanwhile; reads go on. */
async function holdTables(client: PoolClient): Promise<void> {
  const tables = [eventsTable, ...(await privateTables(client))].map(({ table }) => table);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
}

async function restoreAll(
  client: PoolClient,
  content: BackupContent,
  options: RestoreOptions,
): Promise<Readonly<Record<string, number>>> {
  const throughPort = options.elsewhere || content.header.log !== 'postgres';
  if (throughPort && !options.elsewhere)
    throw new BackupUnusable(
      'The backup is of a log in EventStoreDB; it can only be restored where EVENTSTORE_URL is set.',
    );
  const known = new Map([eventsTable, ...(await privateTables(client))].map((one) => [one.table, one]));
  const restored: Record<string, number> = {};
  const tables = content.tables();
  let next = await tables.next();
  for (; !next.done; next = await tables.next()) {
    const table = next.value;
    if (isPassing(table.table)) {
      for await (const _ of table.rows()) options.signal.throwIfAborted();
      continue;
    }
    refuseUnknown(table, known.get(table.table)?.columns);
    const tell = (rows: number) => {
      restored[table.table] = rows;
      options.onProgress(table.table, rows);
    };
    if (throughPort && table.table === EVENTS_TABLE)
      await appendRows(options.rawLog, table, tell, options.signal);
    else await copy(client, table, tell, options.signal);
  }
  compareRows(next.value, restored);
  return restored;
}

function refuseUnknown({ table, columns }: BackupTable, known: readonly string[] | undefined): void {
  const unknown = columns.find((column) => !known?.includes(column));
  if (!known || unknown)
    throw new BackupUnusable(
      `The backup holds ${unknown && known ? `${table}.${unknown}` : table}, which this version of Kindra does not have any more. Restore it with the version that made it, then upgrade.`,
    );
}

async function copy(
  client: PoolClient,
  table: BackupTable,
  tell: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const sink = client.query(copyFrom(`COPY ${table.table} (${columnList(table)}) FROM STDIN`));
  await pipeline(Readable.from(table.rows()), sink, { signal });
  tell(sink.rowCount);
}

function compareRows({ rows }: BackupFooter, restored: Readonly<Record<string, number>>): void {
  for (const [table, count] of Object.entries(rows))
    if (!isPassing(table) && restored[table] !== count)
      throw new BackupUnusable(
        `The backup should hold ${count} rows of ${table}, but ${restored[table] ?? 0} came of it.`,
      );
}
