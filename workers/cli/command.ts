import type { Command } from 'commander';
import type { System, SystemUse } from '../../adapters/compose.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { CommandFailed, type Console } from './console.ts';

/** Options of every command. */
export interface CommonOptions {
  /** Machine-readable output. */
  readonly json?: boolean;
  /** Do not ask. */
  readonly yes?: boolean;
}

/** What commands work with. */
export interface CommandEnvironment {
  readonly console: Console;
  /** Who runs the command, as events name them. */
  readonly operator: Actor;
  /** Aborted when the operator asks to stop; a command that changes things then ends at the next safe point. */
  readonly signal: AbortSignal;
  /** Opens the system for as long as the work takes; resolves with the work's exit status. */
  readonly withSystem: (
    work: (system: System) => Promise<number>,
    use?: Pick<SystemUse, 'toleratesLogOutage'>,
  ) => Promise<void>;
}

/** Adds one command to the program. */
export type AddCommand = (program: Command, environment: CommandEnvironment) => void;

/** Adds the options that every command has. */
export const withCommonOptions = (command: Command): Command =>
  command
    .option('--json', 'print machine-readable output')
    .option('--yes', 'do not ask before changing data');

/**
 * Asks before data is changed, unless `--yes` was given.
 * @throws CommandFailed when the answer is no, or there is nobody to ask; the signal's reason when the operator has asked to
 * stop
 */
export async function confirm(
  { console, signal }: Pick<CommandEnvironment, 'console' | 'signal'>,
  { yes }: CommonOptions,
  question: string,
): Promise<void> {
  // Asking hears only of what comes while it waits.
  signal.throwIfAborted();
  const agreed = yes || (await console.ask(question));
  signal.throwIfAborted();
  if (agreed) return;
  throw new CommandFailed('Nothing was changed. Add --yes to go on without being asked.');
}
