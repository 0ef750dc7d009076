import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';

/** Time that a clean stop may take before the process ends anyway, in milliseconds. */
const STOP_MS = 20_000;
const WATCH_MS = 250;

/** One Ctrl-C may arrive twice, from the terminal and from npm; only what comes later than this is a second one. */
const REPEAT_MS = 1_000;

const parentOf = (pid: number): number | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

/**
 * npm does not tell its children when it is killed, and a shell may stand between them. So whoever was started by npm
 * watches its parent, and its parent's parent where the system shows it.
 */
const watchParents = (onGone: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    onGone();
  }, WATCH_MS);
  timer.unref();
};

/**
 * Ends the process cleanly, once, when it is asked to: Ctrl-C, SIGTERM, the end of the npm that started it, or an error that
 * nobody caught. A second Ctrl-C ends it at once.
 * @param close stops all that the process runs
 */
export const endWhenAsked = (logger: Logger, close: () => Promise<void>): void => {
  let endingSince: number | undefined;
  const end = async (reason: string, code: number): Promise<void> => {
    if (endingSince !== undefined) {
      if (Date.now() - endingSince > REPEAT_MS) process.exit(code || 130);
      return;
    }
    endingSince = Date.now();
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(code || 1), STOP_MS).unref();
    await close().catch((error: unknown) => logger.error({ err: error }, 'the stop was not clean'));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(signal, 0));
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      logger.fatal({ err: error }, 'an error that nobody caught');
      if (endingSince === undefined) void end(kind, 1);
    });
  }
  watchParents(() => void end('the process that started this one has ended', 0));
};
