import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import {
  type JobFailure,
  type JobKind,
  type Jobs,
  type JobWorker,
  MOST_ATTEMPTS,
  retryMs,
} from '../../domain/ports/jobs.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import { attemptTraced } from './traced.ts';

export interface BullJobsOptions {
  /** Belongs to the caller, who also ends it; workers open connections of their own to the same server. */
  readonly redis: Redis;
  readonly tracing?: Tracing;
  /** A job whose process died is taken up again after this; 8,000 ms by default. */
  readonly leaseMs?: number;
}

/** Jobs of the system, and how to let go of them. */
export interface BullJobs extends Jobs {
  readonly close: () => Promise<void>;
}

const PREFIX = 'kindra';
/** Jobs of a worker and a kind that are under way at a time. */
const AT_ONCE = 8;
const REMEMBERED_SECONDS = 7 * 24 * 60 * 60;
/** For how long a worker without jobs waits in one call, in seconds. */
const DRAIN_SECONDS = 2;

const OPTIONS = {
  attempts: MOST_ATTEMPTS,
  backoff: { type: 'custom' },
  removeOnComplete: { age: REMEMBERED_SECONDS },
  removeOnFail: { age: REMEMBERED_SECONDS },
};

/** Jobs in Redis, by BullMQ: a queue for each kind. */
export function createBullJobs({ redis, tracing = noTracing, leaseMs = 8_000 }: BullJobsOptions): BullJobs {
  const queues = new Map<string, Queue>();

  function queueOf(name: string): Queue {
    const known = queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: redis, prefix: PREFIX });
    // Whoever uses the queue learns of the failure by its own call.
    queue.on('error', () => {});
    queues.set(name, queue);
    return queue;
  }

  async function schedule(name: string, everyMs: number): Promise<void> {
    await queueOf(name).upsertJobScheduler('every', { every: everyMs }, { name, opts: OPTIONS });
  }

  function workAt(kind: JobKind, connection: Redis, onFailure: (failure: JobFailure) => void): Worker {
    const worker = new Worker(
      kind.name,
      async ({ attemptsStarted }) => {
        await attemptTraced(tracing, kind, attemptsStarted);
      },
      {
        connection,
        prefix: PREFIX,
        concurrency: AT_ONCE,
        lockDuration: leaseMs,
        stalledInterval: leaseMs / 2,
        maxStalledCount: MOST_ATTEMPTS,
        drainDelay: DRAIN_SECONDS,
        settings: { backoffStrategy: retryMs },
      },
    );
    worker.on('failed', (job, error) =>
      onFailure({ name: kind.name, id: job?.id ?? '', error, attempt: job?.attemptsStarted ?? 1 }),
    );
    worker.on('error', (error) => onFailure({ name: kind.name, id: '', error, attempt: 1 }));
    return worker;
  }

  function work(
    kinds: readonly JobKind[],
    onFailure: (failure: JobFailure) => void,
    onReachable: () => void = () => {},
  ): JobWorker {
    const connection = redis.duplicate({ maxRetriesPerRequest: null, lazyConnect: false });
    // What is wrong with the connection is told by each worker.
    connection.on('error', () => {});
    const workers = kinds.map((kind) => workAt(kind, connection, onFailure));
    const scheduleAll = (): void => {
      const scheduling = kinds.map(({ name, everyMs }) =>
        schedule(name, everyMs).catch((error) => {
          onFailure({ name, id: '', error, attempt: 1 });
          throw error;
        }),
      );
      Promise.all(scheduling).then(onReachable, () => {});
    };
    // Again after each interruption: a Redis that keeps nothing on its disk has forgotten it.
    connection.on('ready', scheduleAll);
    return {
      close: async () => {
        // Without Redis nobody can be told how jobs end: nothing is waited for, and others take them up.
        const away = connection.status !== 'ready';
        await Promise.all(workers.map((worker) => worker.close(away)));
        connection.disconnect();
      },
    };
  }

  return {
    work,
    waiting: async (names) => {
      const counts = await Promise.all(names.map(async (name) => countDue(redis, queueOf(name))));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** BullMQ orders what is delayed by the millisecond from which it is due, times this. */
const SCORES_PER_MS = 0x1000;

/** What nobody works at stays among the delayed even when it is due. */
async function countDue(redis: Redis, queue: Queue): Promise<number> {
  const due = `(${Date.now() * SCORES_PER_MS}`;
  const counts = await Promise.all([
    queue.getWaitingCount(),
    redis.zcount(queue.toKey('delayed'), '-inf', due),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
