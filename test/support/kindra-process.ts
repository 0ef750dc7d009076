/** Runs Kindra as its users do, as a process of its own on a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from './environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A port that nothing listens on at the moment, below those that systems hand out themselves. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    server.close();
    if (free) return port;
  }
};

/** A folder for the data of a process under test, in memory where there is such a place. */
export const temporaryFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kindra-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** A process under test. */
export interface KindraProcess {
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  readonly output: () => string;
  /** Resolves when it prints a text; rejects when it ends before that. */
  readonly prints: (text: string | RegExp) => Promise<void>;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs a program of the repository with none but the given settings. */
export const runKindra = (
  command: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>>,
): KindraProcess => {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: string) => {
    text += chunk;
    for (const listener of [...listeners]) listener();
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const prints = (wanted: string | RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      child.once('close', (code) => {
        look();
        reject(new Error(`it ended with ${code} before it printed ${wanted}:\n${text}`));
      });
      look();
    });
  return { child, output: () => text, prints, ended };
};

/** Runs `npm start` without npm; the dependencies are there, and the web client is if it was built. */
export const startKindra = (
  folder: string,
  port: number,
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): KindraProcess =>
  runKindra([process.execPath, '--max-semi-space-size=4', 'scripts/start.mjs', '--prepared', ...args], {
    KINDRA_DATA: folder,
    PORT: `${port}`,
    ...settings,
  });
