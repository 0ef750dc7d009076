import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { eventCatalogue } from '../../domain/catalogue.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { formatRow } from './event-rows.ts';
import { type BackupHeader, END_OF_ROWS, FIRST_LINE, InvalidBackup, type TableHeader } from './format.ts';
import { eventsTable, formatColumns, listMigrations, listPrivateTables } from './tables.ts';

interface BackupOptions {
  readonly pool: Pool;
  /** The raw log if it is stored outside PostgreSQL; otherwise null. */
  readonly externalLog: EventLog | null;
  readonly file: string;
  readonly now: string;
  readonly signal: AbortSignal;
  /** Called with the number of rows of a table that have been written so far. */
  readonly onProgress: (table: string, rows: number) => void;
}

interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly position: Position;
  readonly rows: Readonly<Record<string, number>>;
}

const PAGE_SIZE = 1_000;
/** Only the owner can read the file, because a backup contains personal data and text keys. */
const FILE_MODE = 0o600;

const formatLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Thrown when the backup was stopped. No file was written. */
export class BackupInterrupted extends Error {
  constructor() {
    super('The backup was stopped. No file was written.');
    this.name = 'BackupInterrupted';
  }
}

/**
 * Writes the log and the private data to one file while the system is running. If PostgreSQL stores both,
 * they are read from one snapshot. The file gets its final name after it is complete and synced to disk.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { pool, file, signal } = options;
  const partialFile = `${file}.partial-${process.pid}`;
  const client = await pool.connect();
  const rows: Record<string, number> = {};
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Writing to the disk can take long.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const head = options.externalLog ? await options.externalLog.head() : await readHead(client);
    const fileDigest = await writeFile(partialFile, generateContent(client, head, rows, options), signal);
    await rename(partialFile, file);
    await syncFolder(dirname(file));
    return { file, ...fileDigest, position: head, rows };
  } catch (error) {
    throw signal.aborted ? new BackupInterrupted() : error;
  } finally {
    await rm(partialFile, { force: true });
    // A connection with an unfinished COPY cannot be reused.
    const rollbackError = await client.query('ROLLBACK').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(rollbackError);
  }
}

async function readHead(client: PoolClient): Promise<Position> {
  const { rows } = await client.query<{ head: string }>(
    'SELECT coalesce(max(position), 0) AS head FROM log.events',
  );
  return Number(rows[0]?.head ?? 0);
}

async function* generateContent(
  client: PoolClient,
  head: Position,
  rows: Record<string, number>,
  { externalLog, now, onProgress }: BackupOptions,
): AsyncGenerator<Buffer> {
  const log = externalLog ? 'eventstore' : 'postgres';
  const header: BackupHeader = {
    createdAt: now,
    log,
    position: head,
    migrations: await listMigrations(client),
  };
  yield formatLine(header);
  yield formatLine(eventsTable);
  const onRows = (table: string) => (count: number) => {
    rows[table] = count;
    onProgress(table, count);
  };
  const events = externalLog
    ? formatEvents(externalLog, head)
    : copyRows(client, eventsTable, ' ORDER BY position');
  yield* countRows(events, onRows(eventsTable.table));
  // Private data must not be older than the events, because their texts need its keys. With an external log, start a
  // new snapshot.
  if (externalLog) await client.query('COMMIT; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  for (const table of await listPrivateTables(client)) {
    yield formatLine(table);
    yield* countRows(copyRows(client, table), onRows(table.table));
  }
  if (externalLog) await ensureNoErasureAfter(externalLog, head);
  yield formatLine({ rows });
}

/** Passes rows through and counts them. Appends the row terminator. */
async function* countRows(
  chunks: AsyncIterable<Buffer>,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  let rows = 0;
  for await (const chunk of chunks) {
    for (
      let newlineIndex = chunk.indexOf(10);
      newlineIndex >= 0;
      newlineIndex = chunk.indexOf(10, newlineIndex + 1)
    )
      rows += 1;
    onRows(rows);
    yield chunk;
  }
  onRows(rows);
  yield END_OF_ROWS;
}

const copyRows = (client: PoolClient, table: TableHeader, order = ''): AsyncIterable<Buffer> =>
  client.query(copyTo(`COPY (SELECT ${formatColumns(table)} FROM ${table.table}${order}) TO STDOUT`));

async function* formatEvents(log: EventLog, head: Position): AsyncGenerator<Buffer> {
  let after = 0;
  while (after < head) {
    const events = (await log.readAll({ after, limit: PAGE_SIZE })).filter(
      ({ position }) => position <= head,
    );
    const lastEvent = events.at(-1);
    if (!lastEvent) return;
    yield Buffer.from(events.map((event) => `${formatRow(event)}\n`).join(''));
    after = lastEvent.position;
  }
}

/** Rejects a backup if an account was erased after the log was read: its texts would return without its erasure. */
async function ensureNoErasureAfter(log: EventLog, head: Position): Promise<void> {
  const types = Object.keys(eventCatalogue).filter((type) => eventCatalogue[type]?.erases);
  if ((await log.readAll({ after: head, limit: 1, types })).length > 0)
    throw new InvalidBackup('An account was erased during the backup. Repeat the command.');
}

async function writeFile(
  path: string,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Pick<BackupReport, 'bytes' | 'sha256'>> {
  const target = await open(path, 'wx', FILE_MODE);
  const hash = createHash('sha256').update(FIRST_LINE);
  let bytes = FIRST_LINE.length;
  try {
    await target.writeFile(FIRST_LINE);
    const writeChunks = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        await target.writeFile(chunk);
        bytes += chunk.length;
      }
    };
    await pipeline(content, createGzip(), writeChunks, { signal });
    const sha256 = hash.digest('hex');
    await target.writeFile(`${sha256}\n`);
    await target.sync();
    return { bytes: bytes + sha256.length + 1, sha256 };
  } finally {
    await target.close();
  }
}

/** Syncs a folder to disk, so that new file names in it are durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
