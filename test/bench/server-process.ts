import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

/** What a process has used so far. */
export interface Usage {
  /** Its resident memory now, in bytes. */
  readonly memory: number;
  /** Time of processors, in milliseconds. */
  readonly processorMs: number;
}

/** A server that is measured, in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  readonly usage: () => Promise<Usage>;
  readonly close: () => Promise<void>;
}

/** The options that `npm run api` gives to Node. */
const OPTIONS = packageJson.scripts.api.split(' ').filter((word) => word.startsWith('--'));

/** Starts one of the servers beside this file; it prints its port, and its usage for each line that it is given. */
export async function startServerProcess(
  program: string,
  ...words: readonly string[]
): Promise<ServerProcess> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const server = spawn(process.execPath, [...OPTIONS, '--import', 'tsx', path, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  const next = async (): Promise<Record<string, number>> => {
    const [line] = (await once(lines, 'line')) as [string];
    return JSON.parse(line) as Record<string, number>;
  };
  const { port = 0 } = await next();
  return {
    port,
    async usage() {
      const answer = next();
      server.stdin.write('usage\n');
      const { memory = Number.NaN, processorMs = Number.NaN } = await answer;
      return { memory, processorMs };
    },
    async close() {
      const gone = once(server, 'exit');
      server.stdin.end();
      await gone;
    },
  };
}
