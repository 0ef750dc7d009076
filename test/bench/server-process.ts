import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { TYPESCRIPT_OPTIONS } from './typescript-options.ts';

/** Resource usage of a process. */
export interface Usage {
  /** Resident memory, in bytes. */
  readonly memory: number;
  /** CPU time, in milliseconds. */
  readonly processorMs: number;
}

/** A measured server that runs in a separate process. */
export interface ServerProcess {
  readonly port: number;
  readonly readUsage: () => Promise<Usage>;
  readonly close: () => Promise<void>;
}

/** Node.js options of the `api` npm script. */
const NODE_OPTIONS = packageJson.scripts.api.split(' ').filter((word) => word.startsWith('--'));

/**
 * Starts a server program from this folder. The server prints its port, then its usage whenever it receives a line of
 * input.
 */
export async function startServerProcess(
  program: string,
  ...args: readonly string[]
): Promise<ServerProcess> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const server = spawn(process.execPath, [...NODE_OPTIONS, ...TYPESCRIPT_OPTIONS, path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  const readNextMessage = async (): Promise<Record<string, number>> => {
    const [line] = (await once(lines, 'line')) as [string];
    return JSON.parse(line) as Record<string, number>;
  };
  const { port = 0 } = await readNextMessage();
  return {
    port,
    async readUsage() {
      const message = readNextMessage();
      server.stdin.write('usage\n');
      const { memory = Number.NaN, processorMs = Number.NaN } = await message;
      return { memory, processorMs };
    },
    async close() {
      const exitEvent = once(server, 'exit');
      server.stdin.end();
      await exitEvent;
    },
  };
}
