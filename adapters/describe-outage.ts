import { types } from 'node:util';
import { isUnreachable, type SystemError } from '../common/database-errors.ts';

type NativeError = Error & SystemError;

/** Lists an error and its causes, outermost first. */
function listErrors(error: unknown): readonly NativeError[] {
  if (!types.isNativeError(error)) return [];
  const { cause, errors = [] } = error as NativeError;
  return [error, ...[...errors, cause].flatMap(listErrors)];
}

/** SQLSTATE disk_full. */
const DATABASE_DISK_FULL = '53100';

/** Texts of the operating system and of PostgreSQL's hint about a full disk. */
const NO_SPACE = /No space left on device|ENOSPC|Check free disk space/i;

/** Returns whether a text reports a full disk. */
export const reportsFullDisk = (text: string): boolean => NO_SPACE.test(text);

/** Describes a full disk to operators. Returns undefined for errors that have another cause. */
export function describeFullDisk(error: unknown): string | undefined {
  const errors = listErrors(error);
  if (errors.some(({ code }) => code === DATABASE_DISK_FULL))
    return 'The disk of the database is full. Free space and try again.';
  if (errors.some(({ code, message }) => code === 'ENOSPC' || reportsFullDisk(message)))
    return 'The disk is full. Free space and try again.';
  return undefined;
}

/** SQLSTATE too_many_connections. */
const TOO_MANY_CONNECTIONS = '53300';
/** SQLSTATEs admin_shutdown, crash_shutdown and cannot_connect_now. */
const STARTING_OR_STOPPING = /^57P0[123]$/;

/** Describes to operators why PostgreSQL does not respond. Returns undefined for errors that have another cause. */
export function describeDatabaseOutage(error: unknown): string | undefined {
  const errors = listErrors(error);
  if (errors.some(({ code }) => code === TOO_MANY_CONNECTIONS))
    return 'All connections of the database are in use. Stop a process that uses it, or raise max_connections, and try again.';
  if (errors.some(({ code }) => STARTING_OR_STOPPING.test(String(code))))
    return 'The database is starting or stopping. Try again when it is running.';
  if (!errors.some(isUnreachable)) return undefined;
  const { address, port } = errors.find((part) => part.address !== undefined) ?? {};
  const location = address ? ` at ${address}:${port}` : '';
  return `The database${location} cannot be reached. Start it, or restart Kindra if it is the embedded PostgreSQL, and try again.`;
}
