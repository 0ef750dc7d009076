import { pause } from '../../../common/waiting.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../../domain/ports/event-log.ts';
import { persistently } from './backoff.ts';

/** Events behind a position. */
export interface Page {
  readonly events: readonly RecordedEvent[];
  /**
   * Id of the event at the position itself, null when the log has none there; undefined when it is certain that the page
   * continues what was read before.
   */
  readonly previousId: Uuid | null | undefined;
}

/** A log that can be read page by page. */
export interface PageSource {
  /** Reads what is behind the position; a page shorter than its limit reached the end. */
  readonly readPage: (after: Position, limit: number) => Promise<Page>;
  /** Position of the last event. */
  readonly head: () => Promise<Position>;
  /** Sleeps until there may be events behind the position. */
  readonly waitBeyond: (position: Position, signal: AbortSignal) => Promise<void>;
}

/** Reads a page and the event before it. Positions must be dense. */
export async function readOverlappingPage(
  { readAll }: Pick<EventLog, 'readAll'>,
  after: Position,
  limit: number,
): Promise<Page> {
  if (after === 0) return { events: await readAll({ limit }), previousId: undefined };
  const events = await readAll({ after: after - 1, limit: limit + 1 });
  const [first] = events;
  return first?.position === after
    ? { events: events.slice(1), previousId: first.id }
    : { events, previousId: null };
}

export const DEFAULT_BATCH = 1_000;

/** Rest after a wake without events, so that a head that the log does not reach, or no longer, makes nobody spin. */
const REST_MS = 50;

/**
 * Subscribes to a log by reading it page by page. The next page is read while one is being handled, and the
 * subscription sleeps only once it has seen the end. Failed reads are tried again from the same position. A page that
 * does not continue what was delivered shows that the past of the log has changed.
 */
export function subscribeByPages(source: PageSource, options: SubscribeOptions): Subscription {
  const { onEvents, onCaughtUp, onPastChanged, onFailure, batchSize = DEFAULT_BATCH } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let position = options.after;
  /** Id of the event at the position, once it is known. */
  let lastId: Uuid | undefined;

  const read = async (after: Position): Promise<Page> =>
    (await persistently(() => source.readPage(after, batchSize), signal)) ?? {
      events: [],
      previousId: undefined,
    };

  /** Whether the page continues what was delivered; learns the id of the event that it continues. */
  function isContinued({ previousId }: Page): boolean {
    if (previousId === undefined || position === 0) return true;
    if (previousId === null || (lastId !== undefined && lastId !== previousId)) return false;
    lastId = previousId;
    return true;
  }

  async function restart(): Promise<void> {
    const head = await persistently(source.head, signal);
    if (head === undefined) return;
    position = head;
    lastId = undefined;
    onPastChanged?.(head);
  }

  async function run(): Promise<void> {
    let behind = true;
    let upcoming = read(position);
    while (!signal.aborted) {
      const page = await upcoming;
      if (signal.aborted) return;
      if (!isContinued(page)) {
        await restart();
        behind = true;
        upcoming = read(position);
        continue;
      }
      const { events } = page;
      const last = events.at(-1);
      const atEnd = events.length < batchSize;
      if (last && !atEnd) upcoming = read(last.position);
      if (last) {
        await onEvents(events);
        position = last.position;
        lastId = last.id;
        behind = true;
      }
      if (!atEnd || signal.aborted) continue;
      if (behind) onCaughtUp?.(position);
      else await pause(REST_MS, signal);
      behind = false;
      await source.waitBeyond(position, signal);
      upcoming = read(position);
    }
  }

  const running = run().catch((error: unknown) => {
    closing.abort();
    onFailure?.(error);
  });
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
