import type { Command } from 'commander';
import type { System, SystemOptions } from '../../adapters/compose.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { CommandFailed, type Console } from './console.ts';

/** Options that all commands have. */
export interface CommonOptions {
  readonly json?: boolean;
  /** Whether to skip the confirmation. */
  readonly yes?: boolean;
}

/** Dependencies of a command. */
export interface CommandEnvironment {
  readonly console: Console;
  /** Actor of the events that the command causes. */
  readonly operator: Actor;
  /** Aborted when the operator stops the command. A command that changes data then ends at the next safe point. */
  readonly signal: AbortSignal;
  /** Opens the system, runs the work and closes the system. Resolves with the exit status returned by the work. */
  readonly withSystem: (
    work: (system: System) => Promise<number>,
    options?: Pick<SystemOptions, 'shouldTolerateLogOutage' | 'canCreate'>,
  ) => Promise<void>;
}

/** Registers a command in the program. */
export type AddCommand = (program: Command, environment: CommandEnvironment) => void;

/** Adds the common options to a command. */
export const withCommonOptions = (command: Command): Command =>
  command
    .option('--json', 'print machine-readable output')
    .option('--yes', 'do not ask before changing data');

/**
 * Prompts for confirmation unless `--yes` is given.
 * @throws CommandFailed when the answer is no or nobody can answer
 * @throws the signal's reason when the operator stops the command
 */
export async function confirm(
  { console, signal }: Pick<CommandEnvironment, 'console' | 'signal'>,
  { yes }: CommonOptions,
  question: string,
): Promise<void> {
  // The prompt reacts only to later aborts.
  signal.throwIfAborted();
  const isConfirmed = yes || (await console.ask(question));
  signal.throwIfAborted();
  if (isConfirmed) return;
  throw new CommandFailed('Nothing was changed. Add --yes to skip the confirmation.');
}
