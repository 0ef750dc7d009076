import type { Pool } from 'pg';
import type { RecordedEvent, Revision } from '../../../domain/kernel/event.ts';
import { EventLogUnavailable } from '../../../domain/ports/event-log.ts';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-row.ts';
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
  let waiting: PendingLoad[] = [];
  let lanes = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Loads requested in the same turn of the event loop share a query.
      await new Promise(setImmediate);
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      if (group.length > 0) await loadGroup(group);
    }
    lanes -= 1;
  }

  async function loadGroup(group: readonly PendingLoad[]): Promise<void> {
    const late = Date.now() - deadlineMs;
    const timely = group.filter(({ since }) => since >= late);
    for (const { since, reject } of group)
      if (since < late) reject(new EventLogUnavailable(new Error('waited too long')));
    try {
      const rows = await runQuery<LoadRow>(pool, buildLoadQuery(timely), deadlineMs);
      const found = timely.map((): RecordedEvent[] => []);
      for (const [nth, ...row] of rows) found[Number(nth) - 1]?.push(toEvent(row));
      for (const [index, { resolve }] of timely.entries()) resolve(found[index] as RecordedEvent[]);
    } catch (error) {
      for (const { reject } of timely) reject(new EventLogUnavailable(error));
    }
  }

  return (stream, from, limit) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) {
        return reject(new EventLogUnavailable(new Error(`more than ${MAX_WAITING} loads wait`)));
      }
      waiting.push({ stream, from, limit, since: Date.now(), resolve, reject });
      if (lanes < MAX_CONCURRENT) {
        lanes += 1;
        void drain();
      }
    });
}

type LoadRow = [nth: string, ...EventRow];

const LOAD_GROUP = `
  SELECT wanted.nth, found.*
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS wanted (stream, first, count, nth)
  CROSS JOIN LATERAL (
    SELECT ${EVENT_COLUMNS} FROM log.events
    WHERE events.stream = wanted.stream AND events.revision >= wanted.first
    ORDER BY events.revision LIMIT wanted.count
  ) AS found
  ORDER BY wanted.nth, found.revision`;

function buildLoadQuery(group: readonly PendingLoad[]) {
  const values = [
    group.map(({ stream }) => stream),
    group.map(({ from }) => from),
    group.map(({ limit }) => limit),
  ];
  return { name: 'log.load', text: LOAD_GROUP, values };
}
