import type { CustomTypesConfig, Pool } from 'pg';
import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import { createBatchLoader } from '../../../domain/kernel/batch-loader.ts';
import type { RecordedEvent, Revision } from '../../../domain/kernel/event.ts';
import { EventLogUnavailable } from '../../../domain/ports/event-log.ts';
import { runQuery } from './run-query.ts';

/** Loads streams forwards. Concurrent loads share a query. */
export type StreamLoader = (
  stream: string,
  from: Revision,
  limit: number,
) => Promise<readonly RecordedEvent[]>;

interface StreamRange {
  readonly stream: string;
  readonly from: Revision;
  readonly limit: number;
}

const MAX_GROUP_SIZE = 64;
const MAX_WAITING = 20_000;

/**
 * Creates a stream loader. It runs at most 2 queries at a time, each for at most 64 loads. A load rejects with
 * EventLogUnavailable if its query fails, if it waits longer than `deadlineMs`, or if 20,000 loads already wait.
 */
export function createStreamLoader(pool: Pool, deadlineMs: number): StreamLoader {
  const loadRange = createBatchLoader<StreamRange, readonly RecordedEvent[]>(
    async (ranges) =>
      groupEvents(ranges, await runQuery<LoadedRow>(pool, buildLoadQuery(ranges), deadlineMs)),
    { maxConcurrent: 2, maxBatchSize: MAX_GROUP_SIZE, maxWaiting: MAX_WAITING, maxWaitMs: deadlineMs },
  );
  return (stream, from, limit) =>
    loadRange({ stream, from, limit }).catch((error: unknown) => {
      throw new EventLogUnavailable(error);
    });
}

type LoadedRow = [
  nth: string,
  revision: string,
  position: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/**
 * Returns one row per event. PostgreSQL takes several times as long if it joins the events of a stream into
 * one string (docs/performance.md). The nested loop preserves the order of the streams and of their events,
 * so nothing is sorted.
 */
const LOAD_GROUP = `
  SELECT wanted.nth, found.revision, found.position, found.id, found.type, found.data, found.metadata
  FROM unnest(${opaqueParameter('$1', 'text[]')}, ${opaqueParameter('$2', 'bigint[]')}, ${opaqueParameter('$3', 'bigint[]')}) WITH ORDINALITY
    AS wanted (stream, first, count, nth)
  CROSS JOIN LATERAL (
    SELECT revision, position, id, type, data, metadata FROM log.events
    WHERE events.stream = wanted.stream AND events.revision >= wanted.first
    ORDER BY events.revision LIMIT wanted.count
  ) AS found`;

/** Returns column values as strings. */
const TEXT_TYPE_PARSERS = { getTypeParser: () => (text: string) => text } as CustomTypesConfig;

/** Returns the events for each load, in the order of the group. */
function groupEvents(group: readonly StreamRange[], rows: readonly LoadedRow[]): RecordedEvent[][] {
  const eventsByLoad = group.map((): RecordedEvent[] => []);
  for (const [ordinal, revision, position, id, type, data, metadata] of rows) {
    const index = Number(ordinal) - 1;
    eventsByLoad[index]?.push({
      id,
      type,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
      stream: (group[index] as StreamRange).stream,
      revision: Number(revision),
      position: Number(position),
    });
  }
  return eventsByLoad;
}

function buildLoadQuery(group: readonly StreamRange[]) {
  const values = [
    group.map(({ stream }) => stream),
    group.map(({ from }) => from),
    group.map(({ limit }) => limit),
  ];
  return { name: 'log.load', text: LOAD_GROUP, values, types: TEXT_TYPE_PARSERS };
}
