import { pause } from '../../../common/waiting.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { SubscribeOptions, Subscription } from '../../../domain/ports/event-log.ts';
import { persistently } from './backoff.ts';

/** A log that can be read page by page. */
export interface PageSource {
  /** Reads what stands behind the position; a page shorter than its limit reached the end. */
  readonly readPage: (after: Position, limit: number) => Promise<readonly RecordedEvent[]>;
  /** Sleeps until there may be events behind the position. */
  readonly waitBeyond: (position: Position, signal: AbortSignal) => Promise<void>;
}

export const DEFAULT_BATCH = 1_000;

/** Rest after a wake without events, so that a head that the log does not reach, or no longer, makes nobody spin. */
const REST_MS = 50;

/**
 * Subscribes to a log by reading it page by page. The next page is read while one is being handled, and the
 * subscription sleeps only once it has seen the end. Failed reads are tried again from where it stands.
 */
export function subscribeByPages(source: PageSource, options: SubscribeOptions): Subscription {
  const { onEvents, onCaughtUp, onFailure, batchSize = DEFAULT_BATCH } = options;
  const closing = new AbortController();
  const { signal } = closing;

  const read = async (after: Position): Promise<readonly RecordedEvent[]> =>
    (await persistently(() => source.readPage(after, batchSize), signal)) ?? [];

  async function run(): Promise<void> {
    let position = options.after;
    let behind = true;
    let upcoming = read(position);
    while (!signal.aborted) {
      const page = await upcoming;
      if (signal.aborted) return;
      const next = page.at(-1)?.position ?? position;
      const atEnd = page.length < batchSize;
      if (!atEnd) upcoming = read(next);
      if (page.length > 0) {
        await onEvents(page);
        position = next;
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
