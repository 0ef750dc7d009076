import { types } from 'node:util';

/** Properties of Node.js and PostgreSQL errors. */
interface SystemError extends Error {
  readonly code?: unknown;
  readonly address?: string;
  readonly port?: number;
  /** If a connection attempt tries several addresses, one error per address. */
  readonly errors?: readonly unknown[];
}

/** Lists an error and its causes, outermost first. */
function listErrors(error: unknown): readonly SystemError[] {
  if (!types.isNativeError(error)) return [];
  const { cause, errors = [] } = error as SystemError;
  return [error as SystemError, ...[...errors, cause].flatMap(listErrors)];
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
const UNREACHABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...)$/;
const UNREACHABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

const isUnreachable = ({ code, message }: SystemError): boolean =>
  UNREACHABLE_CODES.test(String(code)) || UNREACHABLE_MESSAGES.test(message);

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
