import { type AnyDecider, type Folded, fold } from './kernel/command-group.ts';
import { emptyList, newestOf } from './kernel/recent-list.ts';
import type { EventLog } from './ports/event-log.ts';
import type { LogHistory } from './ports/log-history.ts';

export interface StreamCacheOptions {
  readonly log: EventLog;
  readonly history?: Pick<LogHistory, 'onChanged' | 'check'> | undefined;
  /** How many folded streams are kept; those used longest ago are dropped first. */
  readonly size: number;
}

/** Folded streams. They are dropped when the past of the log changes. */
export interface StreamCache {
  readonly get: (stream: string) => Folded | undefined;
  readonly remember: (stream: string, folded: Folded) => void;
  readonly forget: (stream: string) => void;
  /**
   * Applies the events that are missing from the cached state. Returns the cached object itself when there are none.
   * @throws RevisionMissing
   * @throws EventLogUnavailable
   */
  readonly catchUp: (decider: AnyDecider, stream: string) => Promise<Folded>;
}

/** Events that are folded at a time: few, so that other requests of the process hardly wait. */
const PAGE = 50;

const emptyStream = ({ initial }: AnyDecider): Folded => ({
  state: initial,
  revision: -1,
  position: 0,
  recentIds: emptyList,
});

export function createStreamCache({ log, history, size }: StreamCacheOptions): StreamCache {
  const cache = new Map<string, Folded>();
  history?.onChanged(() => cache.clear());

  /** Streams without events are as many as anybody makes up, and nothing of them need be folded again. */
  function remember(stream: string, folded: Folded): void {
    if (folded.revision < 0) return;
    cache.delete(stream);
    cache.set(stream, folded);
    if (cache.size > size) cache.delete(cache.keys().next().value as string);
  }

  /** The last event folded is read again: another one in its place means that the past of the log has changed. */
  async function nextPage(stream: string, { revision, recentIds }: Folded) {
    const overlap = revision < 0 ? 0 : 1;
    const limit = PAGE + overlap;
    const page = await log.readStream(stream, { from: revision + 1 - overlap, limit });
    const isSamePast = overlap === 0 || page[0]?.id === newestOf(recentIds);
    return { events: page.slice(overlap), isLast: page.length < limit, isSamePast };
  }

  async function catchUp(decider: AnyDecider, stream: string): Promise<Folded> {
    let folded = cache.get(stream) ?? emptyStream(decider);
    for (;;) {
      const { events, isLast, isSamePast } = await nextPage(stream, folded);
      if (isSamePast) {
        folded = fold(decider, folded, events);
        if (isLast) break;
      } else {
        folded = emptyStream(decider);
        cache.delete(stream);
        history?.check().catch(() => {});
      }
    }
    remember(stream, folded);
    return folded;
  }

  return {
    get: (stream) => cache.get(stream),
    remember,
    forget: (stream) => void cache.delete(stream),
    catchUp,
  };
}
