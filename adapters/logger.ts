import { type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

const SECRET_KEY = /password|secret|token|authorization|cookie|credential/i;
const SECRET_PARAMETER = /([?&](?:[\w-]*token|code|state|password|secret)=)[^&#\s"\\]+/gi;
const ADDRESS_PASSWORD = /(\w+:\/\/[^\s:/@"]*:)[^\s@/"]+@/g;
const HIDDEN = '[hidden]';

/** What nests deeper is not looked at, and so not logged. */
const DEEPEST = 6;

/** Hides what a text gives away: parameters of addresses, and passwords in them. */
const cleanText = (text: string): string =>
  text.replace(SECRET_PARAMETER, `$1${HIDDEN}`).replace(ADDRESS_PASSWORD, `$1${HIDDEN}@`);

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Of an error what tells what happened; libraries hang whole connections on theirs. */
const describeError = (error: Error): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stdSerializers.err(error)).filter(([, value]) => typeof value !== 'object'),
  );

/** Hides the values of keys that name a secret. */
const clean = (value: unknown, depth = 0): unknown => {
  if (value instanceof Error) return clean(describeError(value), depth);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (depth >= DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    SECRET_KEY.test(key) ? HIDDEN : clean(entry, depth + 1),
  ]);
  return Object.fromEntries(entries);
};

/**
 * A logger: readable lines on a terminal, JSON lines elsewhere. Passwords, tokens and the like are hidden wherever they
 * stand: in fields, in the query of an address, in the address of a database.
 */
export const createLogger = (level: string, destination: NodeJS.WritableStream = process.stderr): Logger => {
  const terminal = 'isTTY' in destination && destination.isTTY === true;
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => clean(fields) as Record<string, unknown>,
    },
    hooks: { streamWrite: cleanText },
    serializers: { err: (error: unknown) => error },
  };
  return pino(options, terminal ? pretty({ destination, sync: true, ignore: 'pid,hostname' }) : destination);
};
