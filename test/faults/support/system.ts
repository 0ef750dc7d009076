import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createProcessEnvironment } from '../../support/environment.ts';
import { createTemporaryFolder, findFreePort } from '../../support/kindra-process.ts';
import { isRunning, readPostmasterId } from '../../support/postmaster-of.ts';
import { waitUntil } from '../../support/wait.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RESTART_MS = 200;
const READY_MS = 60_000;

/** Parts of the system that tests can kill. */
export const PARTS = ['api', 'worker', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

/** A running Kindra whose API, workers and PostgreSQL are separate processes. */
export interface FragileSystem {
  /** API URL. It stays the same after restarts. */
  readonly url: string;
  readonly databaseUrl: string;
  /** Settings with which other processes connect to this system. */
  readonly settings: Readonly<Record<string, string>>;
  /** Kills a part like `kill -9`, restarts it after `downMs` milliseconds, and waits until it is ready. */
  readonly kill: (part: Part, downMs: number) => Promise<void>;
  /** Stops PostgreSQL while the other processes run, runs `work` on its data folder, and restarts it. */
  readonly runWithPostgresStopped: (work: (dataFolder: string) => Promise<void>) => Promise<void>;
  /** Returns the output of all processes. */
  readonly getOutput: () => string;
  readonly close: () => Promise<void>;
}

/** Starts a program and restarts it whenever it exits by itself, like a service manager. */
function startSupervised(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  readyPattern: RegExp,
) {
  let child: ChildProcess;
  let text = '';
  let lines = '';
  let isStopped = false;
  let isRestartSuspended = false;

  function start(): void {
    text = '';
    child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: createProcessEnvironment(settings),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        lines += chunk;
      });
    child.once('exit', async () => {
      await delay(RESTART_MS);
      if (!isStopped && !isRestartSuspended) start();
    });
  }
  start();

  return {
    ready: async (): Promise<string> => {
      await waitUntil(() => readyPattern.test(text), READY_MS).catch((error: unknown) => {
        throw new Error(`it is not ready; it printed:\n${lines}`, { cause: error });
      });
      return readyPattern.exec(text)?.[1] ?? '';
    },
    /** Kills the program, runs `whileStopped`, and restarts the program. */
    kill: async (whileStopped: () => Promise<unknown>): Promise<void> => {
      isRestartSuspended = true;
      const exitEvent = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await exitEvent;
      }
      await whileStopped();
      await delay(RESTART_MS);
      isRestartSuspended = false;
      start();
    },
    printed: () => lines,
    /** Stops the program permanently. Closes its input, and sends the signal if there is one. */
    end: async (signal: NodeJS.Signals | null): Promise<void> => {
      isStopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exitEvent = once(child, 'exit');
      child.stdin?.end();
      if (signal) child.kill(signal);
      await exitEvent;
    },
  };
}

/** Starts Kindra without any accounts, on its own data folder and ports. */
export async function startFragileSystem(): Promise<FragileSystem> {
  const folder = await createTemporaryFolder();
  await chmod(folder.path, 0o755);
  const port = await findFreePort();
  const postgres = startSupervised(
    ['--import', 'tsx', join(import.meta.dirname, 'serve-postgres.ts'), folder.path],
    {},
    /^(postgres:.*)$/m,
  );
  const databaseUrl = await postgres.ready();
  const settings = {
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: 'of the fault test, long enough to be one',
    KINDRA_DATA: folder.path,
    PORT: `${port}`,
  };
  const startPart = (name: string, readyPattern: RegExp) =>
    startSupervised(['scripts/run.mjs', name, '--prepared'], settings, readyPattern);
  const api = startPart('api', /The API is ready at/);
  const worker = startPart('worker', /The workers are ready/);
  const parts = { api, worker, postgres };

  async function close(): Promise<void> {
    await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
    await postgres.end(null);
    await folder.remove();
  }

  async function kill(name: Part, downMs: number): Promise<void> {
    await parts[name].kill(async () => {
      if (name === 'postgres') await killPostmaster(folder.path);
      await delay(downMs);
    });
    const address = await parts[name].ready();
    if (name === 'postgres' && address !== databaseUrl) throw new Error('PostgreSQL came back elsewhere');
  }

  async function runWithPostgresStopped(work: (dataFolder: string) => Promise<void>): Promise<void> {
    await postgres.kill(async () => {
      await stopPostmaster(folder.path);
      await work(join(folder.path, 'postgres'));
    });
    if ((await postgres.ready()) !== databaseUrl) throw new Error('PostgreSQL came back elsewhere');
  }

  try {
    await api.ready();
    await worker.ready();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    settings,
    kill,
    runWithPostgresStopped,
    getOutput: () => PARTS.map((name) => `── ${name}\n${parts[name].printed()}`).join('\n'),
    close,
  };
}

/** Kills the PostgreSQL server of a data folder. Its child processes exit soon afterwards. */
const killPostmaster = (folder: string): Promise<void> => endPostmaster(folder, 'SIGKILL');

/**
 * Shuts down the PostgreSQL server of a data folder cleanly: its connections are closed, and its files are complete.
 */
const stopPostmaster = (folder: string): Promise<void> => endPostmaster(folder, 'SIGINT');

async function endPostmaster(folder: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = readPostmasterId(folder);
  if (!postmaster) return;
  process.kill(postmaster, signal);
  await waitUntil(() => !isRunning(postmaster));
}
