import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, JobFailure, JobKind, Jobs, JobWorker } from '../../../domain/ports/jobs.ts';
import { until } from '../../support/wait.ts';
import { LEASE_MS } from './lease.ts';

/** A store of jobs under test. */
export interface JobsSubject {
  /** Jobs as a process of their own would have them. */
  readonly open: () => Jobs;
  /** Arguments of `hanging-worker.ts` that lead it to the same store. */
  readonly address: readonly [adapter: string, url: string];
}

const HANGING_WORKER = join(import.meta.dirname, 'hanging-worker.ts');

/** Starts a process that takes up a job and never ends it; resolves once it has. */
async function hangingWorker({ address }: JobsSubject, name: string): Promise<ChildProcess> {
  const args = ['--import', 'tsx', HANGING_WORKER, ...address, name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout.setEncoding('utf8')) if (String(chunk).includes('begun')) break;
  return child;
}

/** What every store of jobs must do. */
export function jobsContract(subject: () => JobsSubject): void {
  const workers: JobWorker[] = [];
  const failures: JobFailure[] = [];
  let made = 0;
  let name: string;

  beforeEach(() => {
    made += 1;
    name = `kind-${made}`;
    failures.length = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  });

  let enqueuer: Jobs;
  beforeAll(() => {
    enqueuer = subject().open();
  });
  const enqueue = (id: string, more: object = {}) => enqueuer.enqueue({ name, id, ...more });

  /** Works at jobs as a process of its own, and gives what it has done. */
  function workAt(run: (job: Job) => Promise<unknown>, more: Partial<JobKind> = {}): readonly Job[] {
    const done: Job[] = [];
    const kind = {
      name,
      run: async (job: Job) => {
        done.push(job);
        await run(job);
      },
      ...more,
    };
    workers.push(
      subject()
        .open()
        .work([kind], (failure) => void failures.push(failure)),
    );
    return done;
  }
  const nothing = async () => {};

  test('is done with its data, once, however often it is wanted, before and after', async () => {
    const wanted = { data: { text: 'Yes', list: [1, { deep: null }] } };
    await Promise.all(Array.from({ length: 20 }, () => enqueue('one', wanted)));
    const [done, others] = [workAt(nothing), workAt(nothing)];
    await until(() => done.length + others.length > 0);
    await enqueue('one');
    await enqueue('last');
    await until(() => [...done, ...others].some(({ id }) => id === 'last'));
    const first = [...done, ...others].filter(({ id }) => id === 'one');
    expect(first).toEqual([{ id: 'one', ...wanted, attempt: 1 }]);
  });

  test('is done once each when there are many, by several workers', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `job-${n}`);
    const done = [workAt(nothing), workAt(nothing), workAt(nothing)];
    await Promise.all(ids.map((id) => enqueue(id)));
    await until(() => done.flat().length >= ids.length);
    expect(
      done
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  test('waits for as long as it should', async () => {
    const begun: [id: string, at: number][] = [];
    workAt(async ({ id }) => void begun.push([id, Date.now()]));
    const from = Date.now();
    await enqueue('later', { delayMs: 700 });
    await enqueue('now');
    await until(() => begun.length === 2);
    expect(begun.map(([id]) => id)).toEqual(['now', 'later']);
    expect((begun[1]?.[1] ?? 0) - from).toBeGreaterThanOrEqual(700);
  });

  test('is tried again after growing pauses until it succeeds', async () => {
    const at: number[] = [];
    const done = workAt(async ({ attempt }) => {
      at.push(Date.now());
      if (attempt < 4) throw new Error(`attempt ${attempt}`);
    });
    await enqueue('stubborn', { firstRetryMs: 100 });
    await until(() => done.length === 4);
    expect(done.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    const pauses = at.slice(1).map((time, n) => time - (at[n] as number));
    for (const [n, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(100 * 2 ** n);
    await until(() => failures.length === 3);
    expect(failures.map(({ id, attempt }) => [id, attempt])).toEqual([
      ['stubborn', 1],
      ['stubborn', 2],
      ['stubborn', 3],
    ]);
  });

  test('is given up after its attempts, and holds up no other', async () => {
    const done = workAt(async ({ id }) => {
      if (id === 'hopeless') throw new Error('never');
    });
    await enqueue('hopeless', { attempts: 2, firstRetryMs: 10 });
    await until(() => failures.length === 2);
    await enqueue('hopeless');
    await enqueue('after');
    await until(() => done.some(({ id }) => id === 'after'));
    expect(done.filter(({ id }) => id === 'hopeless')).toHaveLength(2);
  });

  test('is left alone by workers at other kinds', async () => {
    const other = `${name}-other`;
    const done = workAt(nothing);
    await enqueuer.enqueue({ name: other, id: 'theirs' });
    await enqueue('ours');
    await until(() => done.length === 1);
    const theirs = workAt(nothing, { name: other });
    await until(() => theirs.length === 1);
    expect(done.map(({ id }) => id)).toEqual(['ours']);
  });

  test('is repeated, by one of several workers each time', async () => {
    const every = { everyMs: 400 };
    const from = Date.now();
    const done = [workAt(nothing, every), workAt(nothing, every)];
    await until(() => done.flat().length >= 5);
    const stretches = (Date.now() - from) / every.everyMs + 2;
    expect(done.flat().length).toBeLessThanOrEqual(stretches);
    expect(new Set(done.flat().map(({ id }) => id)).size).toBe(done.flat().length);
  });

  test('is ended before its worker is', async () => {
    let finish = nothing as () => Promise<void> | void;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let ended = false;
    const done = workAt(async () => {
      await finished;
      ended = true;
    });
    await enqueue('slow');
    await until(() => done.length === 1);
    const closing = workers
      .splice(0)[0]
      ?.close()
      .then(() => ended);
    void finish();
    expect(await closing).toBe(true);
  });

  test('that takes longer than its lease is not taken up by another while its process lives', async () => {
    let ended = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 2.5));
      ended += 1;
    };
    const done = [workAt(slow), workAt(slow)];
    await enqueue('long');
    await until(() => ended > 0);
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    const later = workAt(nothing);
    await enqueue('next');
    await until(() => later.length > 0);
    expect([...done.flat(), ...later].filter(({ id }) => id === 'long')).toHaveLength(1);
  });

  test('is done by another when its process is killed', async () => {
    const data = { of: 'somebody' };
    await enqueue('orphan', { data });
    const child = await hangingWorker(subject(), name);
    const done = workAt(nothing);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(() => done.length > 0);
    expect(done).toEqual([{ id: 'orphan', data, attempt: 2 }]);
  });
}
