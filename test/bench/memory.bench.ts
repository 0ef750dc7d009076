import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createTemporaryFolder, findFreePort, startKindra } from '../support/kindra-process.ts';
import type { Benchmark, BenchmarkEnvironment } from './harness.ts';
import { createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';

const MAX_MB = 150;
const MB = 1_000_000;

interface ProcessMemory {
  readonly pid: number;
  readonly parentPid: number;
  /** Resident memory, in bytes. */
  readonly memory: number;
  readonly program: string;
}

async function listProcesses(): Promise<readonly ProcessMemory[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parentPid, kilobytes, ...program] = line.trim().split(/\s+/);
      return {
        pid: Number(pid),
        parentPid: Number(parentPid),
        memory: Number(kilobytes) * 1_024,
        program: program.join(' '),
      };
    });
}

/** Returns the resident memory of a process and its descendants, in bytes. PostgreSQL processes are excluded. */
function sumMemory(processes: readonly ProcessMemory[], pid: number): number {
  const parentProcess = processes.find((process) => process.pid === pid);
  if (!parentProcess || parentProcess.program.includes('postgres')) return 0;
  const children = processes.filter(({ parentPid }) => parentPid === pid);
  return children.reduce((sum, child) => sum + sumMemory(processes, child.pid), parentProcess.memory);
}

async function run({ pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const folder = await createTemporaryFolder();
  const port = await findFreePort();
  note('npm start with demo data');
  const kindra = startKindra(folder.path, port, pick({ tiny: ['--empty'], quick: [], standard: [] }));
  try {
    await kindra.waitForOutput('Kindra is ready at');
    // Restarts Kindra, because creating the demo data increases its memory.
    kindra.child.kill('SIGTERM');
    await kindra.exit;
    const restartedKindra = startKindra(folder.path, port, ['--empty']);
    try {
      await restartedKindra.waitForOutput('Kindra is ready at');
      await delay(pick({ tiny: 0, quick: 5_000, standard: 15_000, large: 60_000 }));
      const rate = sumMemory(await listProcesses(), restartedKindra.child.pid ?? 0) / MB;
      const plainServer = await startServerProcess('plain-server.ts');
      const limit = (await plainServer.readUsage()).memory / MB;
      await plainServer.close();
      report(
        createRow({
          what: 'memory of npm start, idle, without PostgreSQL',
          unit: 'MB',
          rate,
          limitName: 'Koa and pg alone',
          limit,
          goal: { atMost: MAX_MB },
        }),
      );
    } finally {
      restartedKindra.child.kill('SIGTERM');
      await restartedKindra.exit;
    }
  } finally {
    kindra.child.kill('SIGTERM');
    await kindra.exit;
    await folder.remove();
  }
}

/** Resident memory of all idle processes of `npm start` with the demo data. */
export const memoryBenchmark: Benchmark = { name: 'memory', run };
