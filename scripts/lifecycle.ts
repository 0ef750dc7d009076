import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';

/** Service managers with a shorter timeout kill the process themselves. */
const STOP_TIMEOUT_MS = 60_000;
const WATCH_INTERVAL_MS = 250;

/** Signals within this time count as the same Ctrl-C, because the terminal and npm can both deliver it. */
const REPEATED_SIGNAL_MS = 1_000;

const getParent = (pid: number): number | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

/**
 * Calls `onParentExit` when npm exits. Polls the parent and grandparent processes, because a killed npm does not notify
 * its children and a shell may run between npm and this process.
 */
const watchParents = (onParentExit: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = getParent(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && getParent(parent) === grandparent) return;
    clearInterval(timer);
    onParentExit();
  }, WATCH_INTERVAL_MS);
  timer.unref();
};

/**
 * Shuts the process down gracefully on Ctrl-C, on SIGTERM, when npm exits, or after an uncaught error. A second Ctrl-C
 * ends the process immediately.
 * @param close stops everything running in the process
 */
export const stopOnSignal = (logger: Logger, close: () => Promise<void>): void => {
  let shutdownStartedAt: number | undefined;
  const shutDown = async (reason: string, code: number): Promise<void> => {
    if (shutdownStartedAt !== undefined) {
      if (Date.now() - shutdownStartedAt > REPEATED_SIGNAL_MS) process.exit(code || 130);
      return;
    }
    shutdownStartedAt = Date.now();
    logger.info({ reason }, 'stopping');
    const abort = () => {
      logger.error('shutdown timed out');
      process.exit(code || 1);
    };
    setTimeout(abort, STOP_TIMEOUT_MS).unref();
    await close().catch((error: unknown) => logger.error({ err: error }, 'shutdown failed'));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void shutDown(signal, 0));
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      logger.fatal({ err: error }, 'uncaught error');
      if (shutdownStartedAt === undefined) void shutDown(kind, 1);
    });
  }
  watchParents(() => void shutDown('the process that started this one has ended', 0));
};
