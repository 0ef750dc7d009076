import { sleep } from '../../../common/timing.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../../domain/ports/event-log.ts';
import { retryUntilAborted } from './retry.ts';

/** Events that follow a position. */
export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /**
   * Id of the event at the position, or null if there is none. Undefined if the page is known to continue the
   * previous page.
   */
  readonly previousId: Uuid | null | undefined;
}

/** A log that is read in pages. */
export interface PageSource {
  /** Reads events after the position. A page with fewer events than `limit` is the last one. */
  readonly readPage: (after: Position, limit: number) => Promise<LogPage>;
  readonly head: () => Promise<Position>;
  /** Waits until the log may contain events after the position. */
  readonly waitForEvents: (position: Position, signal: AbortSignal) => Promise<void>;
}

/** Reads a page together with the preceding event. Positions must have no gaps. */
export async function readOverlappingPage(
  { readAll }: Pick<EventLog, 'readAll'>,
  after: Position,
  limit: number,
): Promise<LogPage> {
  if (after === 0) return { events: await readAll({ limit }), previousId: undefined };
  const events = await readAll({ after: after - 1, limit: limit + 1 });
  const [first] = events;
  return first?.position === after
    ? { events: events.slice(1), previousId: first.id }
    : { events, previousId: null };
}

export const DEFAULT_BATCH_SIZE = 1_000;

/**
 * Pause after a wake-up without events, in milliseconds. Prevents a busy loop if the reported head is beyond
 * the end of the log.
 */
const IDLE_PAUSE_MS = 50;

/**
 * Subscribes to a log by reading pages. Prefetches one page while another is handled, and waits only at the
 * end of the log. Failed reads are retried. If a page does not continue the delivered events, the log history
 * has changed.
 */
export function subscribeByPages(source: PageSource, options: SubscribeOptions): Subscription {
  const { onEvents, onHistoryChanged, onFailure, batchSize = DEFAULT_BATCH_SIZE } = options;
  const closeController = new AbortController();
  const { signal } = closeController;
  let position = options.after;
  /** Id of the event at `position`, once it is known. */
  let lastId: Uuid | undefined;

  const read = async (after: Position): Promise<LogPage> =>
    (await retryUntilAborted(() => source.readPage(after, batchSize), signal)) ?? {
      events: [],
      previousId: undefined,
    };

  /** Returns whether the page continues the delivered events. Also stores the id of the preceding event. */
  function isContinued({ previousId }: LogPage): boolean {
    if (previousId === undefined || position === 0) return true;
    if (previousId === null || (lastId !== undefined && lastId !== previousId)) return false;
    lastId = previousId;
    return true;
  }

  async function restart(): Promise<void> {
    const head = await retryUntilAborted(source.head, signal);
    if (head === undefined) return;
    position = head;
    lastId = undefined;
    onHistoryChanged?.(head);
  }

  async function run(): Promise<void> {
    let wasAtEnd = false;
    let nextPage = read(position);
    while (!signal.aborted) {
      const page = await nextPage;
      if (signal.aborted) return;
      if (!isContinued(page)) {
        await restart();
        wasAtEnd = false;
        nextPage = read(position);
        continue;
      }
      const { events } = page;
      const last = events.at(-1);
      const isAtEnd = events.length < batchSize;
      if (last && !isAtEnd) nextPage = read(last.position);
      if (last) {
        await onEvents(events);
        position = last.position;
        lastId = last.id;
        wasAtEnd = false;
      }
      if (!isAtEnd || signal.aborted) continue;
      if (wasAtEnd) await sleep(IDLE_PAUSE_MS, signal);
      wasAtEnd = true;
      await source.waitForEvents(position, signal);
      nextPage = read(position);
    }
  }

  const runPromise = run().catch((error: unknown) => {
    closeController.abort();
    onFailure?.(error);
  });
  return {
    close: async () => {
      closeController.abort();
      await runPromise;
    },
  };
}
