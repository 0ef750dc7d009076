import { userInfo } from 'node:os';
import { types } from 'node:util';
import { Command, CommanderError } from 'commander';
import { InvalidAnchor } from '../../adapters/anchor/format.ts';
import { InvalidBackup } from '../../adapters/backup/format.ts';
import { RestoreInterrupted, SystemNotEmpty } from '../../adapters/backup/restore.ts';
import { BackupInterrupted } from '../../adapters/backup/write.ts';
import { composeSystem } from '../../adapters/compose.ts';
import { loadSettings, type Settings } from '../../adapters/config.ts';
import { describeFileError } from '../../adapters/describe-file-error.ts';
import { describeDatabaseOutage, describeFullDisk } from '../../adapters/describe-outage.ts';
import { createLogger } from '../../adapters/logger.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { EventLogUnavailable, StreamDeleted, UnknownPosition } from '../../domain/ports/event-log.ts';
import { PaymentsUnavailable } from '../../domain/ports/payments.ts';
import {
  LogHistoryChanged,
  RebuildInProgress,
  RebuildInterrupted,
  RebuildOutdated,
} from '../../projections/engine/rebuild/rebuild.ts';
import { DemoRefused } from '../demo/seed.ts';
import { addAccount } from './account.ts';
import { addAnchor } from './anchor.ts';
import { addBackup } from './backup.ts';
import type { AddCommand, CommandEnvironment } from './command.ts';
import { CommandFailed, createConsole, type Terminal } from './console.ts';
import { addErase } from './erase.ts';
import { addEvents } from './events.ts';
import { addJobs } from './jobs.ts';
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
  addAccount,
  addJobs,
  addErase,
  addAnchor,
  addBackup,
  addRestore,
  addSeed,
];

/** Errors shown without a stack trace, in addition to unreachable services and errors with an error code. */
const EXPECTED_ERRORS = [
  StreamDeleted,
  UnknownPosition,
  PaymentsUnavailable,
  CommandFailed,
  StartupError,
  DemoRefused,
  LogHistoryChanged,
  RebuildInterrupted,
  RebuildOutdated,
  RebuildInProgress,
  BackupInterrupted,
  InvalidAnchor,
  InvalidBackup,
  SystemNotEmpty,
  RestoreInterrupted,
];

/** Log level for commands. Lower levels would mix log lines into the output. */
const LOG_LEVEL = 'fatal';

/** Commands that only print. If the output is closed early, they still succeed. */
const PRINT_ONLY_COMMANDS: ReadonlySet<string> = new Set(['status', 'events', 'ledger']);

const INTERRUPTED_STATUS = 130;
/** Signals within this time count as the same Ctrl-C, because the terminal and npm can both deliver it. */
const REPEATED_SIGNAL_MS = 1_000;

/** The first Ctrl-C lets the command end at its next safe point. A second one ends the process immediately. */
function createStopSignal() {
  const stopController = new AbortController();
  let firstSignalAt = 0;
  return {
    signal: stopController.signal,
    stop: (): void => {
      if (stopController.signal.aborted && performance.now() - firstSignalAt > REPEATED_SIGNAL_MS)
        process.exit(INTERRUPTED_STATUS);
      firstSignalAt ||= performance.now();
      stopController.abort();
    },
  };
}

/** Environment of a command line. Defaults to that of the process. */
export interface CommandLineContext {
  readonly terminal: Terminal;
  readonly settings: () => Settings;
}

/** Runs the command line and returns the exit status. */
export async function runCommandLine(
  args: readonly string[],
  { terminal, settings }: CommandLineContext = { terminal: process, settings: loadSettings },
): Promise<number> {
  const { signal, stop } = createStopSignal();
  let isOutputClosed = false;
  const onOutputClosed = (): void => {
    if (PRINT_ONLY_COMMANDS.has(args[0] ?? '')) process.exit(0);
    // The error for a closed output can arrive after the command has ended.
    process.exitCode = 1;
    isOutputClosed = true;
    if (!signal.aborted) stop();
  };
  const console = createConsole(terminal, { onOutputClosed, onInterrupt: stop, signal });
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let status = 0;
  const environment: CommandEnvironment = {
    console,
    operator: { kind: 'operator', id: userInfo().username },
    signal,
    withSystem: async (work, options) => {
      const system = await composeSystem(settings(), createLogger(LOG_LEVEL), {
        role: 'command',
        canAttach: true,
        ...options,
      });
      try {
        // Opening the system may take seconds.
        signal.throwIfAborted();
        status = await work(system);
      } finally {
        await system.close();
      }
    },
  };
  try {
    await createProgram(environment, terminal).parseAsync(args, { from: 'user' });
    return status || Number(isOutputClosed);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    console.printNote(error === signal.reason ? 'Stopped.' : formatError(error));
    return signal.aborted ? INTERRUPTED_STATUS : 1;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const HELP_FOOTER = `
If something is wrong: kindra status shows what is not running, kindra verify finds incorrect data, and docs/runbook.md
explains what to do. kindra help <command> describes each command.`;

function createProgram(environment: CommandEnvironment, { stdout, stderr }: Terminal): Command {
  const program = new Command('kindra')
    .description('The command line of Kindra for operators. All commands work while the system runs.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(--help lists the options)')
    .addHelpText('after', HELP_FOOTER);
  for (const add of COMMANDS) add(program, environment);
  return program;
}

const formatError = (error: unknown): string => {
  if (!types.isNativeError(error)) return String(error);
  const fullDisk = describeFullDisk(error);
  if (fullDisk) return fullDisk;
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return error.message;
  const description = describeFileError(error) ?? describeDatabaseOutage(error);
  if (description) return description;
  return 'code' in error || error instanceof EventLogUnavailable
    ? error.message
    : (error.stack ?? error.message);
};
