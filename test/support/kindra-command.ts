import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { parseSettings } from '../../adapters/config.ts';
import { runCommandLine } from '../../workers/cli/main.ts';
import { toOwnerUrl } from './database.ts';
import { createProcessEnvironment, TOKEN_SECRET } from './environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Exit status and output of a command. */
export interface CommandResult {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A command that runs in a separate process. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Output and error output so far. */
  readonly outputs: { readonly output: string; readonly errors: string };
  readonly result: Promise<CommandResult>;
}

const SUPPORT_FOLDER = join(ROOT, 'test', 'support');
const PROGRAM_ARGS = ['--import', 'tsx', join(SUPPORT_FOLDER, 'run-command-line.ts')];
const TERMINAL_ARGS = ['--import', join(SUPPORT_FOLDER, 'at-a-terminal.mjs')];

/** Starts the `kindra` command on a database, in a separate process. */
export const startKindra = (databaseUrl: string, ...args: readonly string[]): RunningCommand =>
  startProgram(databaseUrl, [...PROGRAM_ARGS, ...args]);

/** Starts the `kindra` command as if in a terminal. Its input is read as keys. */
export const startKindraAtTerminal = (databaseUrl: string, ...args: readonly string[]): RunningCommand =>
  startProgram(databaseUrl, [...TERMINAL_ARGS, ...PROGRAM_ARGS, ...args], 'pipe');

function startProgram(
  databaseUrl: string,
  command: readonly string[],
  input: 'ignore' | 'pipe' = 'ignore',
  settings: Readonly<Record<string, string>> = {},
) {
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: ROOT,
    env: createEnvironment(databaseUrl, settings),
    stdio: [input, 'pipe', 'pipe'],
  });
  const outputs = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    outputs.output += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    outputs.errors += chunk;
  });
  const result: Promise<CommandResult> = once(child, 'close').then(([status]) => ({ status, ...outputs }));
  return { child, outputs, result };
}

const createEnvironment = (
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv =>
  createProcessEnvironment({
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: toOwnerUrl(databaseUrl),
    TOKEN_SECRET,
    ...settings,
  });

/** Creates a writable stream that records what is written to it. */
export function createCollector(onFirstWrite = () => {}) {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, callback) {
      if (text === '') onFirstWrite();
      text += chunk;
      callback();
    },
  });
  return { stream, text: () => text };
}

/**
 * Runs the `kindra` command with additional settings. Runs it in this process, because a separate one costs two seconds
 * of CPU time. Use `startKindra` to test signals, a terminal or a closed output.
 */
export const runKindraWith = (
  settings: Readonly<Record<string, string>>,
  databaseUrl: string,
  ...args: readonly string[]
): Promise<CommandResult> => runInThisProcess(createEnvironment(databaseUrl, settings), args);

/** Runs the `kindra` command in this process. Stops it, as Ctrl-C does, when it begins to print. */
export const interruptKindra = (databaseUrl: string, ...args: readonly string[]): Promise<CommandResult> =>
  runInThisProcess(createEnvironment(databaseUrl, {}), args, () => process.emit('SIGINT'));

async function runInThisProcess(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  onOutput?: () => void,
): Promise<CommandResult> {
  const [output, errors] = [createCollector(onOutput), createCollector()];
  const terminal = { stdin: Readable.from([]), stdout: output.stream, stderr: errors.stream };
  const status = await runCommandLine(args, { terminal, settings: () => parseSettings(environment) });
  return { status, output: output.text(), errors: errors.text() };
}

/** Runs the `kindra` command on a database, in this process. */
export const runKindraCommand = (databaseUrl: string, ...args: readonly string[]): Promise<CommandResult> =>
  runKindraWith({}, databaseUrl, ...args);
