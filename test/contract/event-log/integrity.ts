import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import {
  AppendOutcomeUnknown,
  EventLogUnavailable,
  WrongExpectedVersion,
} from '../../../domain/ports/event-log.ts';
import { waitUntil } from '../../support/wait.ts';
import { createSampleEvent } from './sample-events.ts';

export interface IntegrityOptions {
  /** Connection URL of a migrated, empty database. */
  readonly url: string;
  /** Number of events to append. */
  readonly events: number;
  readonly writers: number;
  /** Number of simulated processes. Each has its own log and connection pool. */
  readonly processes: number;
  readonly subscribers: number;
  /** Mean interval at which random connections are cut, in milliseconds. */
  readonly cutIntervalMs: number;
  readonly random: () => number;
}

/** Counts from an integrity run. All except `appendedCount` and `cutCount` must be 0. */
export interface IntegrityReport {
  readonly appendedCount: number;
  readonly seconds: number;
  readonly cutCount: number;
  /** Number of acknowledged events that a subscriber did not receive. */
  readonly lostCount: number;
  /** Number of events that a subscriber received twice, or after an event with a higher position. */
  readonly outOfOrderCount: number;
  /** Number of events that a subscriber received out of stream order. */
  readonly reorderedCount: number;
  /** Number of events that a subscriber received although their append was not acknowledged. */
  readonly unknownCount: number;
  /** Number of events that a subscriber received with another event's content or stream. */
  readonly mismatchedCount: number;
}

const MAX_EVENTS_PER_APPEND = 8;

/**
 * Appends events with many writers to exclusive and shared streams, while subscribers read and connections are cut.
 * Compares the acknowledged events with the received ones.
 */
export async function measureIntegrity(options: IntegrityOptions): Promise<IntegrityReport> {
  const pools = Array.from({ length: options.processes }, () => openPool(options.url));
  const logs = pools.map((pool) => createPostgresEventLog({ pool, pollIntervalMs: 500 }));
  const startedAt = Date.now();
  const watchers = Array.from({ length: options.subscribers }, (_, n) =>
    watch(logs[n % logs.length] as EventLog),
  );
  const connectionCutter = startCutting(options);
  const progress: Progress = { target: options.events, appendedCount: 0, head: 0 };
  const writers = Array.from({ length: options.writers }, (_, n) =>
    write(logs[n % logs.length] as EventLog, progress, options.random),
  );
  await Promise.all(writers);
  const seconds = (Date.now() - startedAt) / 1_000;
  const cutCount = await connectionCutter.stop();
  await Promise.all(watchers.map((watcher) => watcher.waitForPosition(progress.head)));
  await Promise.all(logs.map((log) => log.close()));
  await Promise.all(pools.map((pool) => pool.end()));
  const sumCounts = (getCount: (watcher: Watcher) => number): number =>
    watchers.reduce((total, watcher) => total + getCount(watcher), 0);
  return {
    appendedCount: progress.appendedCount,
    seconds,
    cutCount,
    lostCount: sumCounts(({ counts }) => Math.max(0, progress.appendedCount - counts.events)),
    unknownCount: sumCounts(({ counts }) => Math.max(0, counts.events - progress.appendedCount)),
    outOfOrderCount: sumCounts(({ counts }) => counts.outOfOrderCount),
    reorderedCount: sumCounts(({ counts }) => counts.reorderedCount),
    mismatchedCount: sumCounts(({ counts }) => counts.mismatchedCount),
  };
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 5, application_name: 'integrity' });
  // Errors of idle connections that are cut arrive here.
  pool.on('error', () => {});
  return pool;
}

interface Progress {
  readonly target: number;
  appendedCount: number;
  head: number;
}

const HOT_STREAMS = Array.from({ length: 4 }, () => `hot-${randomUUID()}`);

async function write(log: EventLog, progress: Progress, random: () => number): Promise<void> {
  while (progress.appendedCount < progress.target) {
    const count = 1 + Math.floor(random() * MAX_EVENTS_PER_APPEND);
    const isHot = random() < 0.1;
    const stream = isHot ? (HOT_STREAMS[Math.floor(random() * 4)] as string) : `own-${randomUUID()}`;
    const lastEvent = isHot
      ? (await retryForever(() => log.readStream(stream, { direction: 'backwards', limit: 1 })))[0]
      : undefined;
    const events = Array.from({ length: count }, () => createLabelledEvent(stream));
    try {
      const { position } = await retryForever(() =>
        log.append(stream, events, lastEvent ? lastEvent.revision : 'no_stream'),
      );
      progress.appendedCount += count;
      progress.head = Math.max(progress.head, position);
    } catch (error) {
      if (!(error instanceof WrongExpectedVersion)) throw error;
    }
  }
}

/** Creates an event whose data contains its own id and stream. */
function createLabelledEvent(stream: string): NewEvent {
  const event = createSampleEvent();
  return { ...event, data: { id: event.id, stream } };
}

/** Repeats a call until it succeeds. Returns its result. */
async function retryForever<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown || error instanceof EventLogUnavailable)) throw error;
    }
  }
}

interface Watcher {
  readonly counts: {
    events: number;
    outOfOrderCount: number;
    reorderedCount: number;
    mismatchedCount: number;
  };
  readonly waitForPosition: (position: number) => Promise<void>;
}

const CATCH_UP_TIMEOUT_MS = 10_000;

function watch(log: EventLog): Watcher {
  const counts = { events: 0, outOfOrderCount: 0, reorderedCount: 0, mismatchedCount: 0 };
  const revisions = new Map<string, number>();
  let lastPosition = 0;
  const subscription = log.subscribeToAll({
    after: 0,
    onEvents: async (events) => {
      for (const { id, position, stream, revision, data } of events) {
        counts.events += 1;
        const label = data as { id?: string; stream?: string };
        if (label.id !== id || label.stream !== stream) counts.mismatchedCount += 1;
        if (position <= lastPosition) counts.outOfOrderCount += 1;
        lastPosition = Math.max(lastPosition, position);
        if (revision !== (revisions.get(stream) ?? -1) + 1) counts.reorderedCount += 1;
        // Streams that receive no more events are not tracked.
        if (stream.startsWith('hot-') || revision < MAX_EVENTS_PER_APPEND - 1)
          revisions.set(stream, revision);
      }
    },
  });
  return {
    counts,
    waitForPosition: async (position) => {
      await waitUntil(() => lastPosition >= position, CATCH_UP_TIMEOUT_MS).finally(subscription.close);
    },
  };
}

function startCutting({ url, cutIntervalMs, random }: IntegrityOptions): { stop: () => Promise<number> } {
  let cutCount = 0;
  let isStopped = false;
  async function run(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (!isStopped) {
      await new Promise((resolve) => setTimeout(resolve, cutIntervalMs * 2 * random()));
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'integrity' AND datname = current_database() ORDER BY random() LIMIT 2`,
      );
      cutCount += rowCount ?? 0;
    }
    await client.end();
  }
  const loop = run();
  return {
    stop: async () => {
      isStopped = true;
      await loop;
      return cutCount;
    },
  };
}
