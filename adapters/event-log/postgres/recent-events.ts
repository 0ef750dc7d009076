import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';

/** An event that was appended, and the bytes that it takes. */
export interface AppendedEvent {
  readonly event: RecordedEvent;
  readonly bytes: number;
}

/** The last events of the log, as far as this process appended them itself. */
export interface RecentEvents {
  /** Takes events that have been committed, in their order. */
  readonly add: (events: readonly AppendedEvent[]) => void;
  /** What stands behind a position, or null when that has to be read. */
  readonly behind: (after: Position, limit: number) => readonly RecordedEvent[] | null;
}

const MOST_EVENTS = 4_000;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Remembers what this process appended, so that those who follow the log in it need not read it again. Positions are
 * dense: where one is missing another process has appended, and everything before it is forgotten.
 */
export function createRecentEvents(): RecentEvents {
  let run: AppendedEvent[] = [];
  let bytes = 0;

  function forget(count: number): void {
    for (const { bytes: size } of run.slice(0, count)) bytes -= size;
    run = run.slice(count);
  }

  return {
    add(events) {
      for (const one of events) {
        const last = run.at(-1)?.event.position;
        if (last !== undefined && one.event.position !== last + 1) forget(run.length);
        run.push(one);
        bytes += one.bytes;
      }
      // In large steps, since each of them copies what stays.
      if (run.length > MOST_EVENTS || bytes > MOST_BYTES) forget(Math.ceil(run.length / 2));
    },
    behind(after, limit) {
      const first = run[0]?.event.position;
      const last = run.at(-1)?.event.position;
      if (first === undefined || last === undefined || after + 1 < first || after >= last) return null;
      return run.slice(after + 1 - first, after + 1 - first + limit).map(({ event }) => event);
    },
  };
}
