import type { Pool } from 'pg';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  EventLogUnavailable,
  type ReadAllOptions,
  type ReadStreamOptions,
} from '../../../domain/ports/event-log.ts';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-row.ts';
import { runQuery } from './run-query.ts';
import { createStreamLoader } from './stream-loader.ts';

const SELECT_EVENTS = `SELECT ${EVENT_COLUMNS} FROM log.events`;
const MIN_REVISION = 0;
const MAX_REVISION = Number.MAX_SAFE_INTEGER;

/**
 * Maximum number of positions that one query with a type filter scans. It limits the duration of queries for
 * rare types.
 */
const MAX_SCANNED_POSITIONS = 200_000;

/**
 * Creates functions that read the log table. All failures are reported as EventLogUnavailable, because reads
 * can be repeated.
 */
export function createReader(pool: Pool, deadlineMs: number) {
  const load = createStreamLoader(pool, deadlineMs);

  async function read(name: string, text: string, values: unknown[]): Promise<RecordedEvent[]> {
    try {
      return (await runQuery<EventRow>(pool, { name, text, values }, deadlineMs)).map(toEvent);
    } catch (error) {
      throw new EventLogUnavailable(error);
    }
  }

  /** Returns the single value that a query selects, or null. */
  async function readValue(name: string, text: string, values: unknown[] = []): Promise<string | null> {
    try {
      const rows = await runQuery<[string]>(pool, { name, text, values }, deadlineMs);
      return rows[0]?.[0] ?? null;
    } catch (error) {
      throw new EventLogUnavailable(error);
    }
  }

  const head = async (): Promise<number> => Number(await readValue('log.head', SELECT_HEAD));

  async function readByTypeForwards(types: readonly string[], after: number, limit: number, end: number) {
    const selectedEvents: RecordedEvent[] = [];
    for (let from = after; from < end && selectedEvents.length < limit; from += MAX_SCANNED_POSITIONS) {
      const until = Math.min(from + MAX_SCANNED_POSITIONS, end);
      selectedEvents.push(
        ...(await read('log.types-forwards', SELECT_BY_TYPE_FORWARDS, [
          from,
          until,
          types,
          limit - selectedEvents.length,
        ])),
      );
    }
    return selectedEvents;
  }

  async function readByTypeBackwards(types: readonly string[], before: number, limit: number) {
    const selectedEvents: RecordedEvent[] = [];
    for (let from = before; from > 1 && selectedEvents.length < limit; from -= MAX_SCANNED_POSITIONS) {
      const until = Math.max(from - MAX_SCANNED_POSITIONS, 0);
      selectedEvents.push(
        ...(await read('log.types-backwards', SELECT_BY_TYPE_BACKWARDS, [
          from,
          until,
          types,
          limit - selectedEvents.length,
        ])),
      );
    }
    return selectedEvents;
  }

  async function readAll(options: ReadAllOptions = {}): Promise<readonly RecordedEvent[]> {
    const { direction = 'forwards', types, limit = 1_000 } = options;
    if (direction === 'forwards') {
      const after = options.after ?? (options.from === undefined ? MIN_REVISION : options.from - 1);
      return types
        ? readByTypeForwards(types, after, limit, await head())
        : read('log.all-forwards', SELECT_ALL_FORWARDS, [after, limit]);
    }
    const before = options.after ?? MAX_REVISION;
    return types
      ? readByTypeBackwards(types, Math.min(before, (await head()) + 1), limit)
      : read('log.all-backwards', SELECT_ALL_BACKWARDS, [before, limit]);
  }

  return {
    head,
    readHashAt: (position: number) => readValue('log.hash', SELECT_HASH, [position]),
    findEventIdAt: (position: number) => readValue('log.event-id', SELECT_EVENT_ID, [position]),
    identity: () => readValue('log.identity', SELECT_IDENTITY),
    readAll,
    readStream: (stream: string, options: ReadStreamOptions = {}): Promise<readonly RecordedEvent[]> => {
      const { direction = 'forwards', limit = 1_000 } = options;
      return direction === 'forwards'
        ? load(stream, options.from ?? MIN_REVISION, limit)
        : read('log.stream-backwards', SELECT_STREAM_BACKWARDS, [
            stream,
            options.from ?? MAX_REVISION,
            limit,
          ]);
    },
  };
}

const SELECT_HEAD = 'SELECT coalesce(max(position), 0) FROM log.events';
const SELECT_HASH = `SELECT encode(hash, 'hex') FROM log.events WHERE position = $1`;
const SELECT_EVENT_ID = 'SELECT id FROM log.events WHERE position = $1';
const SELECT_IDENTITY = 'SELECT id FROM log.identity';
const SELECT_STREAM_BACKWARDS = `${SELECT_EVENTS} WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`;
const SELECT_ALL_FORWARDS = `${SELECT_EVENTS} WHERE position > $1 ORDER BY position LIMIT $2`;
const SELECT_ALL_BACKWARDS = `${SELECT_EVENTS} WHERE position < $1 ORDER BY position DESC LIMIT $2`;
const SELECT_BY_TYPE_FORWARDS = `${SELECT_EVENTS} WHERE position > $1 AND position <= $2 AND type = ANY($3) ORDER BY position LIMIT $4`;
const SELECT_BY_TYPE_BACKWARDS = `${SELECT_EVENTS} WHERE position < $1 AND position >= $2 AND type = ANY($3) ORDER BY position DESC LIMIT $4`;
