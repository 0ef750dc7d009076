/** Runs Kindra as users do: in a separate process with its own data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessEnvironment } from './environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Returns a free port. It is below the ephemeral range and above the ports that `fetch` refuses, such as 10080. */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_100 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const freePort = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    server.close();
    if (freePort) return port;
  }
};

/** Creates a data folder for a tested process, in memory if possible. */
export const createTemporaryFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kindra-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** A tested process that is running. */
export interface KindraProcess {
  readonly child: ChildProcess;
  /** Returns the output so far. */
  readonly getOutput: () => string;
  /** Resolves when the process has printed the text. Rejects if the process exits first. */
  readonly waitForOutput: (text: string | RegExp) => Promise<void>;
  /** Resolves with the exit code, or with the signal that terminated the process. */
  readonly exit: Promise<number | NodeJS.Signals | null>;
}

/** Runs a program from the repository. Its environment contains only the given settings. */
export const runKindra = (
  command: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>>,
): KindraProcess => {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: createProcessEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  const appendOutput = (chunk: string) => {
    text += chunk;
    for (const listener of [...listeners]) listener();
  };
  child.stdout.setEncoding('utf8').on('data', appendOutput);
  child.stderr.setEncoding('utf8').on('data', appendOutput);
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const waitForOutput = (pattern: string | RegExp) =>
    new Promise<void>((resolve, reject) => {
      const checkOutput = () => {
        if (typeof pattern === 'string' ? !text.includes(pattern) : !pattern.test(text)) return;
        listeners.delete(checkOutput);
        resolve();
      };
      listeners.add(checkOutput);
      child.once('close', (code) => {
        checkOutput();
        reject(new Error(`it ended with ${code} before it printed ${pattern}:\n${text}`));
      });
      checkOutput();
    });
  return { child, getOutput: () => text, waitForOutput, exit };
};

/** Runs `npm start` without npm. Dependencies must be installed. The web client is served only if it has been built. */
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
