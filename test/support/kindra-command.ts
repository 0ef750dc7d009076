import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { asOwner } from './database.ts';
import { cleanEnvironment } from './environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The secret of every process of these tests. */
export const TOKEN_SECRET = 'a secret of thirty-two characters or more';

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A command that runs, in a process of its own. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly texts: { readonly output: string; readonly errors: string };
  readonly ended: Promise<Ended>;
}

const SUPPORT = join(ROOT, 'test', 'support');
const PROGRAM = ['--import', 'tsx', join(SUPPORT, 'run-command-line.ts')];
const AT_TERMINAL = ['--import', join(SUPPORT, 'at-a-terminal.mjs')];

/** Starts `kindra` on a database. */
export const startKindra = (databaseUrl: string, ...args: readonly string[]): RunningCommand =>
  run(databaseUrl, [...PROGRAM, ...args]);

/** Starts `kindra` on a database, with more settings. */
export const startKindraWith = (
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): RunningCommand => run(databaseUrl, [...PROGRAM, ...args], 'ignore', settings);

/** Starts `kindra` as if somebody sat at a terminal; what is written into it are keys. */
export const startKindraAtTerminal = (databaseUrl: string, ...args: readonly string[]): RunningCommand =>
  run(databaseUrl, [...AT_TERMINAL, ...PROGRAM, ...args], 'pipe');

function run(
  databaseUrl: string,
  command: readonly string[],
  input: 'ignore' | 'pipe' = 'ignore',
  settings: Readonly<Record<string, string>> = {},
) {
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: ROOT,
    env: cleanEnvironment({
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: asOwner(databaseUrl),
      TOKEN_SECRET,
      ...settings,
    }),
    stdio: [input, 'pipe', 'pipe'],
  });
  const texts = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    texts.output += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    texts.errors += chunk;
  });
  const ended: Promise<Ended> = once(child, 'close').then(([status]) => ({ status, ...texts }));
  return { child, texts, ended };
}

/** Runs `kindra` on a database to its end. */
export const kindra = (databaseUrl: string, ...args: readonly string[]): Promise<Ended> =>
  startKindra(databaseUrl, ...args).ended;

/** Runs `kindra` with more settings to its end. */
export const kindraWith = (
  settings: Readonly<Record<string, string>>,
  databaseUrl: string,
  ...args: readonly string[]
): Promise<Ended> => run(databaseUrl, [...PROGRAM, ...args], 'ignore', settings).ended;
