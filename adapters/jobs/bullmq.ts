import { type IQueueBackend, Queue, Worker } from 'bullmq';
import {
  getRetryMs,
  type JobFailure,
  type JobKind,
  type Jobs,
  type JobWorker,
  MAX_ATTEMPTS,
} from '../../domain/ports/jobs.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import { retryUntilAborted } from '../event-log/shared/retry.ts';
import type { JobServer } from './servers.ts';

interface BullJobsOptions {
  /** Job server. It is closed together with the queue. */
  readonly server: JobServer;
  readonly tracing?: Tracing;
  /** Time after which the jobs of a dead process are taken over, in milliseconds. Default: 8,000. */
  readonly leaseMs?: number;
  /** Name of the queue that all workers share. Default: `jobs`. */
  readonly queueName?: string;
}

/** Job queue on BullMQ. The caller closes it. */
export type BullJobs = Jobs & { readonly close: () => Promise<void> };

const PREFIX = 'kindra';
const CONCURRENCY = 8;
const RETENTION_SECONDS = 7 * 24 * 60 * 60;
/** Maximum number of queue events that are kept. Kindra does not read them. */
const MAX_QUEUE_EVENTS = 100;
/** Timeout for the blocking call of an idle worker, in seconds. */
const DRAIN_TIMEOUT_SECONDS = 2;
const RETRY_DELAY_MS = 1_000;

const JOB_OPTIONS = {
  attempts: MAX_ATTEMPTS,
  backoff: { type: 'custom' },
  removeOnComplete: { age: RETENTION_SECONDS },
  removeOnFail: { age: RETENTION_SECONDS },
};

const runTracedAttempt = (tracing: Tracing, { name, run }: JobKind, attempt: number): Promise<unknown> => {
  const attributes = { 'kindra.job': name, 'kindra.job.attempt': attempt };
  return tracing.runInSpan(`job ${name}`, () => ({ kind: 'consumer', attributes, causes: [] }), run);
};

/** Creates a BullMQ job queue: a single queue, with one schedule per kind of job. */
export function createBullJobs({
  server,
  tracing = noTracing,
  leaseMs = 8_000,
  queueName = 'jobs',
}: BullJobsOptions): BullJobs {
  let queue: Queue | undefined;

  function openQueue(): Queue {
    if (queue) return queue;
    const newQueue = new Queue(
      queueName,
      {
        connection: server.connection,
        prefix: PREFIX,
        streams: { events: { maxLen: MAX_QUEUE_EVENTS } },
      },
      server.backend,
    );
    // Ignored, because each failing call also rejects.
    newQueue.on('error', () => {});
    queue = newQueue as unknown as Queue;
    return queue;
  }

  function work(
    kinds: readonly JobKind[],
    onFailure: (failure: JobFailure) => void,
    onReachable: () => void = () => {},
  ): JobWorker {
    const closeController = new AbortController();
    const { connection, onConnect, isUnreachable, close } = server.connectWorker();
    const kindsByName = new Map(kinds.map((kind) => [kind.name, kind]));
    const reportServerError = (error: unknown): void =>
      onFailure({ name: queueName, id: '', error, attempt: 1 });

    async function scheduleAll(): Promise<void> {
      try {
        await server.schedule(async () => {
          for (const { name, everyMs } of kinds)
            await openQueue().upsertJobScheduler(name, { every: everyMs }, { name, opts: JOB_OPTIONS });
        });
      } catch (error) {
        if (!closeController.signal.aborted) reportServerError(error);
        throw error;
      }
    }

    let schedulePromise: Promise<unknown> | null = null;
    /** Writes the schedules until it succeeds. A Redis without persistence may have lost them. */
    function schedule(): void {
      schedulePromise ??= retryUntilAborted(scheduleAll, closeController.signal).finally(() => {
        schedulePromise = null;
        if (!closeController.signal.aborted) onReachable();
      });
    }

    const worker = new Worker(
      queueName,
      async ({ name, attemptsStarted }) => {
        const kind = kindsByName.get(name);
        // Unknown kinds were scheduled by another version of Kindra.
        if (kind) await runTracedAttempt(tracing, kind, attemptsStarted);
      },
      {
        connection,
        prefix: PREFIX,
        concurrency: CONCURRENCY,
        lockDuration: leaseMs,
        stalledInterval: leaseMs / 2,
        maxStalledCount: MAX_ATTEMPTS,
        maxStartedAttempts: MAX_ATTEMPTS,
        drainDelay: DRAIN_TIMEOUT_SECONDS,
        runRetryDelay: RETRY_DELAY_MS,
        settings: { backoffStrategy: getRetryMs },
      },
      server.backend,
    );
    worker.on('failed', (job, error) =>
      onFailure({
        name: job?.name ?? queueName,
        id: job?.id ?? '',
        error,
        attempt: job?.attemptsStarted ?? 1,
      }),
    );
    worker.on('error', (error) => {
      reportServerError(error);
      schedule();
    });
    onConnect(schedule);
    return {
      close: async () => {
        closeController.abort();
        // BullMQ never settles a write to a closed queue, and its transaction would keep the pool from ending.
        if (!isUnreachable()) await schedulePromise;
        // If the server is unreachable, results cannot be stored, so running jobs are left to other workers.
        await worker.close(isUnreachable());
        close();
      },
    };
  }

  return {
    work,
    countWaiting: async () => {
      const backend: IQueueBackend = openQueue().getBackend();
      // Due jobs stay in the state `delayed` while no worker runs.
      const counts = await backend.getCounts(['wait', 'delayed'], Date.now());
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: async () => {
      await queue?.close();
      await server.close();
    },
  };
}
