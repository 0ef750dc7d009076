import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { pause } from '../../common/waiting.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import { eventTypesOf, type Projection } from './definition.ts';
import { recordFailure } from './failures.ts';
import { type Lease, prepareCheckpoints, RENEWAL_MS, releaseLeases, takeLeases } from './leases.ts';
import { createLogTail, type LogTail } from './log-tail.ts';
import type { SharedProgress } from './progress.ts';
import { createReader } from './reader.ts';
import { type Failure, runProjection } from './runner.ts';
import { createWriter } from './writer.ts';

/** What the projections of a process work with. */
export interface EngineOptions {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly projections: readonly Projection[];
  readonly progress: Pick<SharedProgress, 'moved'>;
  /** Shows each batch that is written. */
  readonly tracing?: Tracing;
  /** Told of every failed attempt. */
  readonly onFailure?: (failure: Failure) => void;
  /** Longest wait between attempts at what fails. */
  readonly longestPauseMs?: number;
  /** Most events of one transaction; 2,000 by default. */
  readonly batchSize?: number;
}

/** Projections at work. */
export interface Engine {
  /** Stops after the batches under way and gives the leases back. */
  readonly close: () => Promise<void>;
}

interface Running {
  readonly epoch: number;
  /** Whether it has ended by itself: another worker took over, or it could not tell whether a batch was written. */
  readonly ended: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Runs projections, each only while this process holds its lease. What another worker holds is taken over within
 * seconds of that worker's end.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log, pool, projections } = options;
  const holder = randomUUID();
  const names = projections.map(({ name }) => name);
  const closing = new AbortController();
  const running = new Map<string, Running>();
  const tail = createLogTail(log, await log.head());
  await prepareCheckpoints(pool, names);

  async function start(lease: Lease): Promise<void> {
    const current = running.get(lease.projection);
    if (current?.epoch === lease.epoch && !current.ended()) return;
    await current?.stop();
    const projection = projections.find(({ name }) => name === lease.projection);
    if (projection && !closing.signal.aborted) running.set(lease.projection, run(projection, lease));
  }

  function run(projection: Projection, lease: Lease): Running {
    const stopping = new AbortController();
    let ended = false;
    const running = runOne(options, tail, projection, lease, stopping.signal).finally(() => {
      ended = true;
    });
    return {
      epoch: lease.epoch,
      ended: () => ended,
      stop: async () => {
        stopping.abort();
        await running;
      },
    };
  }

  async function keepLeases(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        for (const lease of await takeLeases(pool, holder, names)) await start(lease);
      } catch (error) {
        options.onFailure?.({ projection: names.join(', '), error, event: null, attempts: 1 });
      }
      await pause(RENEWAL_MS, closing.signal);
    }
  }

  const keeping = keepLeases();
  return {
    close: async () => {
      closing.abort();
      await keeping;
      await Promise.all([...running.values()].map(({ stop }) => stop()));
      await tail.close();
      await releaseLeases(pool, holder).catch(() => {});
    },
  };
}

async function runOne(
  { log, pool, progress, tracing, onFailure, longestPauseMs, batchSize }: EngineOptions,
  tail: LogTail,
  projection: Projection,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const writer = createWriter(pool);
  const own = tail.join(lease.position);
  try {
    progress.moved(projection.name, lease.position);
    await runProjection(
      {
        projection,
        lease,
        reader: createReader(log, eventTypesOf(projection), own),
        writer,
        waitBeyond: tail.waitBeyond,
        onMoved: progress.moved,
        tracing,
        onFailure: async (failure) => {
          onFailure?.(failure);
          await recordFailure(pool, lease, failure).catch(() => {});
        },
        longestPauseMs,
        batchSize,
      },
      signal,
    );
  } finally {
    own.leave();
    await writer.close();
  }
}
