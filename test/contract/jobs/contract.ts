import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  getRetryMs,
  type JobFailure,
  type JobKind,
  type Jobs,
  type JobWorker,
} from '../../../domain/ports/jobs.ts';
import { waitUntil } from '../../support/wait.ts';
import { LEASE_MS } from './lease.ts';

/** Interval of a recurring job, in milliseconds. It is so long that the job runs only once per test. */
const LONG_INTERVAL_MS = 365 * 24 * 60 * 60_000;

/** A job queue that can be closed. */
export interface OpenJobs extends Jobs {
  readonly close: () => Promise<void>;
}

/** A job store under test. */
export interface JobsSubject {
  /** Opens a queue with its own connections, as in a separate process. The caller must close it. */
  readonly open: (queueName: string) => OpenJobs;
  /** Arguments that make `hanging-worker.ts` use the same store. */
  readonly address: readonly [store: string, url: string];
}

const HANGING_WORKER = join(import.meta.dirname, 'hanging-worker.ts');

/** Starts a process that takes a job and never completes it. Resolves when the process has taken the job. */
async function startHangingWorker({ address }: JobsSubject, name: string): Promise<ChildProcess> {
  const args = ['--import', 'tsx', HANGING_WORKER, ...address, name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout.setEncoding('utf8')) if (String(chunk).includes('begun')) break;
  return child;
}

/** Defines the tests that every job store must pass. */
export function testJobs(subject: () => JobsSubject): void {
  const workers: JobWorker[] = [];
  const openQueues: OpenJobs[] = [];
  const failures: JobFailure[] = [];
  let nameCount = 0;
  let name: string;

  beforeEach(() => {
    nameCount += 1;
    name = `kind-${nameCount}`;
    failures.length = 0;
  });
  afterEach(() => closeAll());

  function open(queueName: string): OpenJobs {
    const jobs = subject().open(queueName);
    openQueues.push(jobs);
    return jobs;
  }

  /** Closes all workers and queues, so that tests that open many of them do not accumulate connections. */
  async function closeAll(): Promise<void> {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    await Promise.all(openQueues.splice(0).map((jobs) => jobs.close()));
  }

  /**
   * Starts a worker with its own queue, as in a separate process. Returns the start times of its attempts, in
   * milliseconds.
   */
  function startWorker(
    run: () => Promise<unknown>,
    changes: Partial<JobKind> = {},
    otherKinds: readonly JobKind[] = [],
  ): readonly number[] {
    const startTimes: number[] = [];
    const kind = {
      name,
      everyMs: LONG_INTERVAL_MS,
      run: async () => {
        startTimes.push(Date.now());
        await run();
      },
      ...changes,
    };
    workers.push(open(name).work([kind, ...otherKinds], (failure) => void failures.push(failure)));
    return startTimes;
  }
  const doNothing = async () => {};

  test('a recurring job is repeated, by one of several workers each time', async () => {
    const schedule = { everyMs: 400 };
    const startedAt = Date.now();
    const startTimes = [startWorker(doNothing, schedule), startWorker(doNothing, schedule)];
    await waitUntil(() => startTimes.flat().length >= 5);
    const maxRunCount = (Date.now() - startedAt) / schedule.everyMs + 2;
    expect(startTimes.flat().length).toBeLessThanOrEqual(maxRunCount);
  });

  test('a failed job is retried after growing pauses until it succeeds', async () => {
    const startTimes = startWorker(async () => {
      if (startTimes.length < 3) throw new Error(`attempt ${startTimes.length}`);
    });
    await waitUntil(() => startTimes.length === 3);
    const [first = 0, second = 0, third = 0] = startTimes;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect(failures.map(({ name: of, attempt, error }) => [of, attempt, (error as Error).message])).toEqual([
      [name, 1, 'attempt 1'],
      [name, 2, 'attempt 2'],
    ]);
  });

  test('a failed job does not delay others', async () => {
    let otherRunCount = 0;
    const otherKind = { name: 'other', everyMs: 2_000, run: async () => (otherRunCount += 1) };
    startWorker(
      async () => {
        throw new Error('never');
      },
      {},
      [otherKind],
    );
    await waitUntil(() => failures.length > 0 && otherRunCount > 1);
  });

  test('a job is counted once it is due, even if no worker runs', async () => {
    const startTimes = startWorker(doNothing, { everyMs: 300 });
    await waitUntil(() => startTimes.length > 0);
    await closeAll();
    const jobs = open(name);
    await waitUntil(async () => (await jobs.countWaiting()) === 1);
    expect(await open('another').countWaiting()).toBe(0);
  });

  test('a failed job is not counted before its next attempt is due', async () => {
    startWorker(async () => {
      throw new Error('not yet');
    });
    await waitUntil(() => failures.length === 2);
    const failedAt = Date.now();
    await closeAll();
    const jobs = open(name);
    await waitUntil(async () => (await jobs.countWaiting()) === 1);
    expect(Date.now() - failedAt).toBeGreaterThanOrEqual(getRetryMs(2) * 0.9);
  });

  test('a job is ignored by a worker that does not support its kind', async () => {
    const startTimes = startWorker(doNothing, { name: 'new-kind', everyMs: 300 });
    await waitUntil(() => startTimes.length > 0);
    await closeAll();
    const knownStartTimes = startWorker(doNothing, { everyMs: 300 });
    await waitUntil(() => knownStartTimes.length > 2);
    expect(failures).toEqual([]);
  });

  test('a job ends before its worker closes', async () => {
    let completeJob = doNothing as () => Promise<void> | void;
    const completion = new Promise<void>((resolve) => {
      completeJob = resolve;
    });
    let isEnded = false;
    const startTimes = startWorker(async () => {
      await completion;
      isEnded = true;
    });
    await waitUntil(() => startTimes.length === 1);
    const closing = closeAll().then(() => isEnded);
    void completeJob();
    expect(await closing).toBe(true);
  });

  test('a job runs once when several processes start together', async () => {
    for (let round = 1; round <= 20; round += 1) {
      name = `together-${nameCount}-${round}`;
      const startTimes = [startWorker(doNothing), startWorker(doNothing), startWorker(doNothing)];
      await waitUntil(() => startTimes.flat().length > 0);
      await closeAll();
      const waitingCount = await open(name).countWaiting();
      expect(startTimes.flat().length + waitingCount).toBe(1);
    }
  });

  test('a job that takes longer than its lease is not taken over while its process runs', async () => {
    let endCount = 0;
    const runSlowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 2.5));
      endCount += 1;
    };
    const startTimes = [startWorker(runSlowly), startWorker(runSlowly)];
    await waitUntil(() => endCount > 0);
    await closeAll();
    expect(startTimes.flat()).toHaveLength(1);
  });

  test('a job does not keep its queue open, however early the worker is closed', async () => {
    const kinds = ['a', 'b', 'c', 'd', 'e', 'f'].map((kind) => ({
      name: `${name}-${kind}`,
      everyMs: LONG_INTERVAL_MS,
      run: doNothing,
    }));
    for (let delayMs = 0; delayMs < 40; delayMs += 2) {
      const jobs = open(`${name}-${delayMs}`);
      const worker = jobs.work(kinds, () => {});
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await worker.close();
      await jobs.close();
      openQueues.pop();
    }
  });

  test('a job is taken over by another process when its process is killed', async () => {
    const child = await startHangingWorker(subject(), name);
    const startTimes = startWorker(doNothing);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await waitUntil(() => startTimes.length > 0);
    await closeAll();
    expect(startTimes).toHaveLength(1);
  });
}
