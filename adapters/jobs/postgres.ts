import type { Pool } from 'pg';
import { pause } from '../../common/waiting.ts';
import {
  type JobFailure,
  type JobKind,
  type Jobs,
  type JobWorker,
  MOST_ATTEMPTS,
  retryMs,
} from '../../domain/ports/jobs.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import {
  countDue,
  endJob,
  forgetEnded,
  insertScheduled,
  putOff,
  type TakenJob,
  takeJobs,
} from './postgres-rows.ts';
import { attemptTraced } from './traced.ts';

export interface PostgresJobsOptions {
  readonly pool: Pool;
  readonly tracing?: Tracing;
  /** A job whose process died is taken up again after this; 8,000 ms by default. */
  readonly leaseMs?: number;
  /** How often jobs are looked for; 250 ms by default. */
  readonly lookEveryMs?: number;
}

/** Jobs of a worker that are under way at a time. */
const AT_ONCE = 8;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const FORGET_EVERY_MS = 60 * 60_000;
/** Repetitions are looked for this often within each of their stretches of time, and at least so often. */
const LOOKS = 10;
const LONGEST_LOOK_MS = 10_000;

/** Calls back at most once in a while. */
function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - last < ms) return;
    await work();
    last = performance.now();
  };
}

/** Jobs in PostgreSQL: rows that are taken up under locks which others skip, and held by leases. */
export function createPostgresJobs(options: PostgresJobsOptions): Jobs {
  const { pool, tracing = noTracing, leaseMs = 8_000, lookEveryMs = 250 } = options;

  async function attempt(kind: JobKind, job: TakenJob): Promise<void> {
    const renewal = setInterval(() => void putOff(pool, job, leaseMs).catch(() => {}), leaseMs / 3);
    try {
      await attemptTraced(tracing, kind, job.attempt);
    } finally {
      clearInterval(renewal);
    }
  }

  async function workOff(
    kind: JobKind,
    job: TakenJob,
    onFailure: (failure: JobFailure) => void,
  ): Promise<void> {
    try {
      if (job.attempt > MOST_ATTEMPTS) throw new Error('its processes died too often');
      await attempt(kind, job);
      await endJob(pool, job);
    } catch (error) {
      onFailure({ name: job.name, id: job.id, error, attempt: job.attempt });
      if (job.attempt >= MOST_ATTEMPTS) await endJob(pool, job);
      else await putOff(pool, job, retryMs(job.attempt));
    }
  }

  function work(
    kinds: readonly JobKind[],
    onFailure: (failure: JobFailure) => void,
    onReachable: () => void = () => {},
  ): JobWorker {
    const closing = new AbortController();
    const { signal } = closing;
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    const underWay = new Set<Promise<void>>();
    let isReachable = true;
    const regularly = [
      atMostEvery(FORGET_EVERY_MS, () => forgetEnded(pool)),
      ...kinds.map(({ name, everyMs }) =>
        atMostEvery(Math.min(everyMs / LOOKS, LONGEST_LOOK_MS), () => insertScheduled(pool, name, everyMs)),
      ),
    ];

    function begin(job: TakenJob): void {
      const kind = byName.get(job.name) as JobKind;
      // What cannot even be noted is due again when its lease ends.
      const doing = workOff(kind, job, onFailure).catch(() => {});
      underWay.add(doing);
      void doing.finally(() => underWay.delete(doing));
    }

    async function look(): Promise<void> {
      for (const task of regularly) await task();
      const free = AT_ONCE - underWay.size;
      if (free > 0) for (const job of await takeJobs(pool, [...byName.keys()], free, leaseMs)) begin(job);
    }

    async function lookAndSleep(): Promise<void> {
      try {
        await look();
        if (!isReachable) onReachable();
        isReachable = true;
        if (underWay.size === AT_ONCE) await Promise.race(underWay);
        else await pause(lookEveryMs, signal);
      } catch (error) {
        isReachable = false;
        onFailure({ name: 'looking for jobs', id: '', error, attempt: 1 });
        await pause(PAUSE_AFTER_FAILURE_MS, signal);
      }
    }

    async function run(): Promise<void> {
      while (!signal.aborted) await lookAndSleep();
      await Promise.all(underWay);
    }

    const running = run();
    return {
      close: async () => {
        closing.abort();
        await running;
      },
    };
  }

  return { work, waiting: (names) => countDue(pool, names) };
}
