import { type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

const SECRET_NAME_PATTERN = /password|secret|token|authorization|cookie|credential/i;
const SECRET_PARAMETER = /([?&](?:[\w-]*token|code|state|password|secret)=)[^&#\s"\\]+/gi;
const URL_PASSWORD_PATTERN = /(:\/\/[^\s:/@"]*:)[^\s@/"]+@/g;
const REDACTED = '[hidden]';

const MAX_DEPTH = 6;

const redactText = (text: string): string =>
  text.replace(SECRET_PARAMETER, `$1${REDACTED}`).replace(URL_PASSWORD_PATTERN, `$1${REDACTED}@`);

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Fields of PostgreSQL's errors that can contain a whole row, and so personal data. */
const ROW_FIELDS: readonly string[] = ['detail', 'where', 'internalQuery'];

/**
 * Returns the fields of an error, except those that can contain a row, and objects, because libraries attach whole
 * connections to errors.
 */
const describeError = (error: Error): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stdSerializers.err(error)).filter(
      ([name, value]) => typeof value !== 'object' && !ROW_FIELDS.includes(name),
    ),
  );

/** Redacts the values of keys that name a secret. */
const redact = (value: unknown, depth = 0): unknown => {
  if (value instanceof Error) return redact(describeError(value), depth);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    SECRET_NAME_PATTERN.test(key) ? REDACTED : redact(entry, depth + 1),
  ]);
  return Object.fromEntries(entries);
};

/**
 * Creates a logger. On a terminal, it writes readable lines; otherwise it writes JSON lines. It redacts
 * passwords, tokens and other secrets in fields, URL parameters and connection URLs.
 */
export const createLogger = (level: string, destination: NodeJS.WritableStream = process.stderr): Logger => {
  const isTerminal = 'isTTY' in destination && destination.isTTY === true;
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => redact(fields) as Record<string, unknown>,
    },
    hooks: { streamWrite: redactText },
    serializers: { err: (error: unknown) => error },
  };
  return pino(
    options,
    isTerminal ? pretty({ destination, sync: true, ignore: 'pid,hostname' }) : destination,
  );
};
