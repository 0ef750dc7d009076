import type { Pool } from 'pg';
import type { RecordedEvent, Revision } from '../../../domain/kernel/event.ts';
import { EventLogUnavailable } from '../../../domain/ports/event-log.ts';
import { runQuery } from './run-query.ts';

/** Loads streams forwards. Concurrent loads share a query. */
export type StreamLoader = (
  stream: string,
  from: Revision,
  limit: number,
) => Promise<readonly RecordedEvent[]>;

interface PendingLoad {
  readonly stream: string;
  readonly from: Revision;
  readonly limit: number;
  readonly since: number;
  readonly resolve: (events: readonly RecordedEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_CONCURRENT = 2;
const MAX_GROUP = 64;
const MAX_WAITING = 20_000;

export function createStreamLoader(pool: Pool, deadlineMs: number): StreamLoader {
  let waitingLoads: PendingLoad[] = [];
  let runningQueries = 0;

  async function drain(): Promise<void> {
    while (waitingLoads.length > 0) {
      // Loads requested in the same turn of the event loop share a query.
      await new Promise(setImmediate);
      const group = waitingLoads.slice(0, MAX_GROUP);
      waitingLoads = waitingLoads.slice(MAX_GROUP);
      if (group.length > 0) await loadGroup(group);
    }
    runningQueries -= 1;
  }

  async function loadGroup(group: readonly PendingLoad[]): Promise<void> {
    const expiryTime = Date.now() - deadlineMs;
    const validLoads = group.filter(({ since }) => since >= expiryTime);
    for (const { since, reject } of group)
      if (since < expiryTime) reject(new EventLogUnavailable(new Error('waited too long')));
    try {
      const rows = await runQuery<LoadRow>(pool, buildLoadQuery(validLoads), deadlineMs);
      for (const [index, { stream, resolve }] of validLoads.entries())
        resolve(parseEvents(stream, rows[index]?.[0] ?? null));
    } catch (error) {
      for (const { reject } of validLoads) reject(new EventLogUnavailable(error));
    }
  }

  return (stream, from, limit) =>
    new Promise((resolve, reject) => {
      if (waitingLoads.length >= MAX_WAITING) {
        return reject(new EventLogUnavailable(new Error(`more than ${MAX_WAITING} loads wait`)));
      }
      waitingLoads.push({ stream, from, limit, since: Date.now(), resolve, reject });
      if (runningQueries < MAX_CONCURRENT) {
        runningQueries += 1;
        void drain();
      }
    });
}

type LoadRow = [events: string | null];

/**
 * Returns the events of each stream as one JSON text, which costs PostgreSQL and Node.js less than half of a row for each
 * event. Ids, types and numbers need no escaping.
 */
const LOAD_GROUP = `
  SELECT (
    SELECT '[' || string_agg(
      '["' || id || '","' || type || '",' || revision || ',' || position || ',' || data || ',' || metadata || ']',
      ',' ORDER BY revision) || ']'
    FROM (
      SELECT id, type, revision, position, data, metadata FROM log.events
      WHERE events.stream = wanted.stream AND events.revision >= wanted.first
      ORDER BY events.revision LIMIT wanted.count
    ) AS found
  )
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS wanted (stream, first, count, nth)
  ORDER BY wanted.nth`;

type LoadedEvent = [
  id: string,
  type: string,
  revision: number,
  position: number,
  data: object,
  metadata: RecordedEvent['metadata'],
];

function parseEvents(stream: string, events: string | null): readonly RecordedEvent[] {
  if (events === null) return [];
  const loadedEvents = JSON.parse(events) as LoadedEvent[];
  return loadedEvents.map(([id, type, revision, position, data, metadata]) => ({
    id,
    type,
    data,
    metadata,
    stream,
    revision,
    position,
  }));
}

function buildLoadQuery(group: readonly PendingLoad[]) {
  const values = [
    group.map(({ stream }) => stream),
    group.map(({ from }) => from),
    group.map(({ limit }) => limit),
  ];
  return { name: 'log.load', text: LOAD_GROUP, values };
}
