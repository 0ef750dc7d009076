import { userInfo } from 'node:os';
import { Command, CommanderError } from 'commander';
import { AnchorUnusable } from '../../adapters/anchor/format.ts';
import { BackupUnusable } from '../../adapters/backup/format.ts';
import { NotEmpty, RestoreInterrupted } from '../../adapters/backup/restore.ts';
import { BackupInterrupted } from '../../adapters/backup/write.ts';
import { CannotStart } from '../../adapters/cannot-start.ts';
import { composeSystem } from '../../adapters/compose.ts';
import { loadSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { EventLogUnavailable, StreamDeleted, UnknownPosition } from '../../domain/ports/event-log.ts';
import { PaymentsUnavailable } from '../../domain/ports/payments.ts';
import {
  PastChanged,
  RebuildInterrupted,
  RebuildOutdated,
  RebuildUnderWay,
} from '../../projections/engine/rebuild/rebuild.ts';
import { DemoRefused } from '../demo/seed.ts';
import { addAnchor } from './anchor.ts';
import { addBackup } from './backup.ts';
import type { AddCommand, CommandEnvironment } from './command.ts';
import { CommandFailed, createConsole } from './console.ts';
import { addErase } from './erase.ts';
import { addEvents } from './events.ts';
import { addLedger } from './ledger.ts';
import { addPayments } from './payments.ts';
import { addReplay } from './replay.ts';
import { addRestore } from './restore.ts';
import { addSeed } from './seed.ts';
import { addStaff } from './staff.ts';
import { addStatus } from './status.ts';
import { addVerify } from './verify.ts';

const COMMANDS: readonly AddCommand[] = [
  addStatus,
  addReplay,
  addVerify,
  addLedger,
  addEvents,
  addStaff,
  addPayments,
  addErase,
  addAnchor,
  addBackup,
  addRestore,
  addSeed,
];

/** Errors whose message says all that an operator needs; so do those of the system and of the database, which have a code. */
const PLAIN = [
  EventLogUnavailable,
  StreamDeleted,
  UnknownPosition,
  PaymentsUnavailable,
  CommandFailed,
  CannotStart,
  DemoRefused,
  PastChanged,
  RebuildInterrupted,
  RebuildOutdated,
  RebuildUnderWay,
  BackupInterrupted,
  AnchorUnusable,
  BackupUnusable,
  NotEmpty,
  RestoreInterrupted,
];

/** Logs of the command line would stand between its results; only what is fatal is told. */
const LOG_LEVEL = 'fatal';

/** Commands that do nothing but print: when nobody reads on, they have done all that was wanted. */
const PRINTING: ReadonlySet<string> = new Set(['status', 'events', 'ledger']);

/** The status of what Ctrl-C has ended. */
const INTERRUPTED = 130;
/** One Ctrl-C may arrive twice, from the terminal and from npm; only what comes later than this is a second one. */
const REPEAT_MS = 1_000;

/** Asks the command to end at its next safe point; a second Ctrl-C ends it at once. */
function createStopping() {
  const stopping = new AbortController();
  let since = 0;
  return {
    signal: stopping.signal,
    stop: (): void => {
      if (stopping.signal.aborted && performance.now() - since > REPEAT_MS) process.exit(INTERRUPTED);
      since ||= performance.now();
      stopping.abort();
    },
  };
}

/**
 * Runs the operators' command line.
 * @returns the exit status
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const { signal, stop } = createStopping();
  let unread = false;
  const onUnread = (): void => {
    if (PRINTING.has(args[0] ?? '')) process.exit(0);
    // It may be told when all else is done.
    process.exitCode = 1;
    unread = true;
    if (!signal.aborted) stop();
  };
  const console = createConsole({ onUnread, onInterrupt: stop, signal });
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let status = 0;
  const environment: CommandEnvironment = {
    console,
    operator: { kind: 'operator', id: userInfo().username },
    signal,
    withSystem: async (work, use) => {
      const system = await composeSystem(loadSettings(), createLogger(LOG_LEVEL), {
        role: 'command',
        attach: true,
        ...use,
      });
      try {
        // Opening may take seconds, as starting PostgreSQL does.
        signal.throwIfAborted();
        status = await work(system);
      } finally {
        await system.close();
      }
    },
  };
  try {
    await programOf(environment).parseAsync(args, { from: 'user' });
    return status || Number(unread);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    console.note(error === signal.reason ? 'Stopped.' : messageOf(error));
    return signal.aborted ? INTERRUPTED : 1;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const WHERE_TO_BEGIN = `
When something is wrong: kindra status tells what does not go on, kindra verify what is not right, and docs/runbook.md
what to do about it. kindra help <command> explains each.`;

function programOf(environment: CommandEnvironment): Command {
  const program = new Command('kindra')
    .description('The operators’ command line of Kindra. All of it works while the system runs.')
    .exitOverride()
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText('after', WHERE_TO_BEGIN);
  for (const add of COMMANDS) add(program, environment);
  return program;
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const foreseen = 'code' in error || PLAIN.some((kind) => error instanceof kind);
  return foreseen ? error.message : (error.stack ?? error.message);
};
