import { z } from 'zod';

/*
 * A backup is one file:
 *
 *   KINDRA-BACKUP 1            a line with the version of the format
 *   …                          gzip of the content
 *   <64 hexadecimal digits>    a line with the SHA-256 of everything before it
 *
 * The content consists of lines: a JSON header; for each table a JSON line, its rows in the text format of
 * PostgreSQL's COPY, and a line `\.`; finally a JSON footer with the row counts. Every PostgreSQL version can
 * read the text format.
 */

/** Format version of new backups, and the highest version that can be restored. */
const FORMAT_VERSION = 1;

const FORMAT_NAME = 'KINDRA-BACKUP';

export const FIRST_LINE = Buffer.from(`${FORMAT_NAME} ${FORMAT_VERSION}\n`);

export const CHECKSUM_BYTES = 65;

/** Terminator after the rows of a table. */
export const END_OF_ROWS = Buffer.from('\\.\n');

/** PostgreSQL table that contains the events. */
export const EVENTS_TABLE = 'log.events';

export const backupHeader = z.object({
  createdAt: z.string(),
  /** Kind of log to which the positions belong. */
  log: z.enum(['postgres', 'eventstore']),
  /** Position of the last event; 0 for an empty log. */
  position: z.number().int(),
  migrations: z.array(z.string()),
});
/** First line of a backup's content: its time, the kind and end of its log, and the applied migrations. */
export type BackupHeader = z.output<typeof backupHeader>;

export const tableHeader = z.object({ table: z.string(), columns: z.array(z.string()) });
/** Line before the rows of a table: the table's name and columns. */
export type TableHeader = z.output<typeof tableHeader>;

export const backupFooter = z.object({ rows: z.record(z.string(), z.number().int()) });
/** Last line of a backup's content: the number of rows by table. */
export type BackupFooter = z.output<typeof backupFooter>;

/** Thrown when a file is not a backup or cannot be restored. */
export class InvalidBackup extends Error {
  override readonly name = 'InvalidBackup';
}

/**
 * Checks the first line of a file.
 * @throws InvalidBackup when it is not a backup or has a newer format
 */
export function checkFirstLine(line: string): void {
  const version = line.startsWith(`${FORMAT_NAME} `)
    ? Number(line.slice(FORMAT_NAME.length + 1))
    : Number.NaN;
  if (!Number.isInteger(version)) throw new InvalidBackup('The file is not a backup of Kindra.');
  if (version > FORMAT_VERSION)
    throw new InvalidBackup(
      `The backup has format ${version}. This version of Kindra reads formats up to ${FORMAT_VERSION}. Upgrade first.`,
    );
}
