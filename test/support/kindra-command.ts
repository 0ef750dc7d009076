import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
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
  readonly ended: Promise<Ended>;
}

/** Starts `kindra` on a database. */
export function startKindra(databaseUrl: string, ...args: readonly string[]): RunningCommand {
  const program = join(ROOT, 'test', 'support', 'run-command-line.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: ROOT,
    env: cleanEnvironment({ DATABASE_URL: databaseUrl, TOKEN_SECRET }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    texts.output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    texts.errors += chunk;
  });
  const ended: Promise<Ended> = once(child, 'close').then(([status]) => ({ status, ...texts }));
  return { child, ended };
}

/** Runs `kindra` on a database to its end. */
export const kindra = (databaseUrl: string, ...args: readonly string[]): Promise<Ended> =>
  startKindra(databaseUrl, ...args).ended;
