import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { isLogOwner } from '../database-roles.ts';
import { isReplaced } from '../squashed-migrations.ts';
import { appendRows } from './append-rows.ts';
import { type BackupFooter, type BackupHeader, EVENTS_TABLE, InvalidBackup } from './format.ts';
import { type BackupContent, type BackupTable, type CheckedFile, openBackup } from './read.ts';
import { eventsTable, formatColumns, isExcluded, listMigrations, listPrivateTables } from './tables.ts';

/** A backup file, the empty system to restore it into, and how to stop and report progress. */
export interface RestoreOptions {
  /** Pool whose role owns the tables. */
  readonly pool: Pool;
  readonly rawLog: EventLog;
  readonly isLogExternal: boolean;
  readonly file: CheckedFile;
  readonly signal: AbortSignal;
  /** Called with the number of rows of a table that have been restored so far. */
  readonly onProgress: (table: string, rows: number) => void;
}

/** Result of a restore: the header of the backup, the last position of the log, and the number of rows by table. */
export interface RestoreReport {
  readonly header: BackupHeader;
  readonly position: Position;
  readonly rows: Readonly<Record<string, number>>;
}

/** Thrown when the system already contains data. */
export class SystemNotEmpty extends Error {
  constructor(table: string) {
    super(`A backup can only be restored into an empty system, and ${table} is not empty.`);
    this.name = 'SystemNotEmpty';
  }
}

/** Thrown when the restore was stopped. Nothing was restored. */
export class RestoreInterrupted extends Error {
  constructor() {
    super('The restore was stopped. Nothing was restored.');
    this.name = 'RestoreInterrupted';
  }
}

/**
 * Checks whether the backup can be restored. Changes nothing.
 * @throws InvalidBackup, SystemNotEmpty
 */
export async function checkTarget({
  pool,
  rawLog,
  isLogExternal,
  file,
}: RestoreOptions): Promise<BackupHeader> {
  const content = await openBackup(file);
  content.close();
  const client = await pool.connect();
  try {
    if (!(await isLogOwner(client))) throw new InvalidBackup(OWNER_REQUIRED);
    await rejectNewerBackup(client, content.header);
    await requireEmpty(client);
    // An external log may contain part of this backup from an interrupted attempt.
    if (!isLogExternal && (await rawLog.head()) > 0) throw new SystemNotEmpty(EVENTS_TABLE);
    return content.header;
  } finally {
    client.release();
  }
}

const OWNER_REQUIRED =
  'Only the owner of the tables can restore a backup: set MIGRATION_DATABASE_URL to that role.';

async function rejectNewerBackup(client: PoolClient, { migrations }: BackupHeader): Promise<void> {
  const appliedMigrations = new Set(await listMigrations(client));
  const unknownMigration = migrations.find((name) => !appliedMigrations.has(name) && !isReplaced(name));
  if (unknownMigration)
    throw new InvalidBackup(
      `The backup was made by a newer version of Kindra: the migration ${unknownMigration} is missing here. Upgrade first.`,
    );
}

async function requireEmpty(client: PoolClient): Promise<void> {
  for (const { table } of [eventsTable, ...(await listPrivateTables(client))])
    if ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount) throw new SystemNotEmpty(table);
}

/**
 * Restores the log and the private data. If PostgreSQL stores both, they are restored in one transaction with
 * the original positions and hashes. An external log assigns new positions and is written first. In that
 * case, an interrupted restore can be repeated, because appending the same events again has no effect.
 * @throws InvalidBackup, SystemNotEmpty, RestoreInterrupted
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { pool, file, signal } = options;
  const content = await openBackup(file);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = 0`);
    await lockTables(client);
    await requireEmpty(client);
    const rows = await restoreAll(client, content, options);
    // Event emails and saved searches start at the end of the restored log, so that its events are not announced again.
    await client.query('DELETE FROM private.notice_progress; DELETE FROM private.match_progress');
    // Informs running processes that the content of the log has changed.
    await client.query('UPDATE log.identity SET id = gen_random_uuid()');
    if (signal.aborted) throw new RestoreInterrupted();
    await client.query('COMMIT');
    return { header: content.header, position: await options.rawLog.head(), rows };
  } catch (error) {
    failure = error as Error;
    throw signal.aborted ? new RestoreInterrupted() : error;
  } finally {
    content.close();
    if (failure) await client.query('ROLLBACK').catch(() => {});
    client.release(failure);
  }
}

/** Locks all tables until the end of the transaction. Other sessions can read them, but not write to them. */
async function lockTables(client: PoolClient): Promise<void> {
  const tables = [eventsTable, ...(await listPrivateTables(client))].map(({ table }) => table);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
}

async function restoreAll(
  client: PoolClient,
  content: BackupContent,
  options: RestoreOptions,
): Promise<Readonly<Record<string, number>>> {
  const isAppendedThroughPort = options.isLogExternal || content.header.log !== 'postgres';
  if (isAppendedThroughPort && !options.isLogExternal)
    throw new InvalidBackup('The backup contains an EventStoreDB log. Set EVENTSTORE_URL to restore it.');
  const knownTables = new Map(
    [eventsTable, ...(await listPrivateTables(client))].map((header) => [header.table, header]),
  );
  const restoredCounts: Record<string, number> = {};
  const tables = content.readTables();
  let nextTable = await tables.next();
  for (; !nextTable.done; nextTable = await tables.next()) {
    const table = nextTable.value;
    if (isExcluded(table.table)) {
      for await (const _ of table.readRows()) options.signal.throwIfAborted();
      continue;
    }
    rejectUnknownColumns(table, knownTables.get(table.table)?.columns);
    const onRows = (rows: number) => {
      restoredCounts[table.table] = rows;
      options.onProgress(table.table, rows);
    };
    if (isAppendedThroughPort && table.table === EVENTS_TABLE)
      await appendRows(options.rawLog, table, onRows, options.signal);
    else await copyTable(client, table, onRows, options.signal);
    if (isBeforeVerification(table)) await client.query(VERIFY_ADDRESSES);
  }
  checkRowCounts(nextTable.value, restoredCounts);
  return restoredCounts;
}

/** Returns whether a table contains accounts from before Kindra verified email addresses. */
const isBeforeVerification = ({ table, columns }: BackupTable): boolean =>
  table === 'private.accounts' && !columns.includes('email_verified_at');

/** SQL that makes all addresses count as verified, as the migration did that introduced the verification. */
const VERIFY_ADDRESSES = 'UPDATE private.accounts SET email_verified_at = clock_timestamp()';

function rejectUnknownColumns(
  { table, columns }: BackupTable,
  knownColumns: readonly string[] | undefined,
): void {
  const unknownColumn = columns.find((column) => !knownColumns?.includes(column));
  if (!knownColumns || unknownColumn)
    throw new InvalidBackup(
      `The backup contains ${unknownColumn && knownColumns ? `${table}.${unknownColumn}` : table}, which this version of Kindra no longer has. Restore it with the version that made it, then upgrade.`,
    );
}

async function copyTable(
  client: PoolClient,
  table: BackupTable,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const sink = client.query(copyFrom(`COPY ${table.table} (${formatColumns(table)}) FROM STDIN`));
  await pipeline(Readable.from(table.readRows()), sink, { signal });
  onRows(sink.rowCount);
}

function checkRowCounts({ rows }: BackupFooter, restoredCounts: Readonly<Record<string, number>>): void {
  for (const [table, count] of Object.entries(rows))
    if (!isExcluded(table) && restoredCounts[table] !== count)
      throw new InvalidBackup(
        `The backup should contain ${count} rows of ${table}, but ${restoredCounts[table] ?? 0} were restored.`,
      );
}
