/** Properties that errors of Node.js and PostgreSQL can have. */
export interface SystemError {
  readonly message?: string;
  /** Error code of Node.js or SQLSTATE of PostgreSQL. */
  readonly code?: string;
  /** With `connect`, `ENOENT` means a missing Unix socket; otherwise it means a missing file. */
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  /** If a connection attempt tries several addresses, one error per address. */
  readonly errors?: readonly unknown[];
}

const UNREACHABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...)$/;
const UNREACHABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns whether an error means that a server refuses or has lost the connection. Ignores its `errors`. */
export const isUnreachable = ({ code = '', message = '' }: SystemError): boolean =>
  UNREACHABLE_CODES.test(code) || UNREACHABLE_MESSAGES.test(message);

/** SQLSTATEs of a database that is overloaded, starting or stopping, or that aborts a statement. */
const UNAVAILABLE_CODES = /^(53...|57P0[1-5]|57014|55P03|40001|40P01)$/;
const UNAVAILABLE_MESSAGES = /Cannot use a pool after calling end|Query read timeout/;

/** Returns whether an error means that the database is unreachable, overloaded, starting or stopping. */
export function isDatabaseDown(error: unknown): boolean {
  const systemError = (error ?? {}) as SystemError;
  const { code = '', message = '', syscall, errors = [] } = systemError;
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    isUnreachable(systemError) ||
    UNAVAILABLE_CODES.test(code) ||
    UNAVAILABLE_MESSAGES.test(message) ||
    errors.some(isDatabaseDown)
  );
}
