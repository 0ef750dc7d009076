import { emptyList, getNewest } from './kernel/bounded-list.ts';
import { type AnyDecider, type FoldedStream, fold } from './kernel/command-group.ts';
import { createRecentCache } from './kernel/recent-cache.ts';
import type { EventLog } from './ports/event-log.ts';
import type { LogHistory } from './ports/log-history.ts';

interface StreamCacheOptions {
  readonly log: EventLog;
  readonly history?: Pick<LogHistory, 'onChanged' | 'check'> | undefined;
  /**
   * Maximum number of short streams. For long streams, the maximum is a tenth of this number. At least the most
   * recently used half is kept.
   */
  readonly size: number;
}

/** Cache of folded streams. It is cleared when the log's history changes. */
interface StreamCache {
  readonly get: (stream: string) => FoldedStream | undefined;
  readonly set: (stream: string, folded: FoldedStream) => void;
  readonly delete: (stream: string) => void;
  /**
   * Applies events that are missing from the cached state. Returns the cached object if no events are missing.
   * @throws MissingRevision
   * @throws EventLogUnavailable
   */
  readonly catchUp: (decider: AnyDecider, stream: string) => Promise<FoldedStream>;
}

/** Number of events per read. It is small because folding blocks the event loop. */
const PAGE_SIZE = 100;
/** Length from which streams have their own cache, so that they are not evicted by short streams. */
const LONG_STREAM_EVENTS = 200;
/** Factor by which the cache for long streams is smaller than the cache for short streams. */
const LONG_STREAMS_DIVISOR = 10;

/** Returns the state of a stream without events. */
export const createEmptyStream = ({ initial }: AnyDecider): FoldedStream => ({
  state: initial,
  revision: -1,
  position: 0,
  recentIds: emptyList,
  eventTypes: [],
});

/** Creates an empty cache, which `catchUp` fills from the log. */
export function createStreamCache({ log, history, size }: StreamCacheOptions): StreamCache {
  const shortStreams = createRecentCache<FoldedStream>(size);
  const longStreams = createRecentCache<FoldedStream>(Math.ceil(size / LONG_STREAMS_DIVISOR));
  history?.onChanged(() => {
    shortStreams.clear();
    longStreams.clear();
  });

  const get = (stream: string): FoldedStream | undefined =>
    longStreams.get(stream) ?? shortStreams.get(stream);

  function removeStream(stream: string): void {
    longStreams.delete(stream);
    shortStreams.delete(stream);
  }

  /** Caches a stream. Skips empty streams: anybody can request nonexistent ids, which would evict other streams. */
  function set(stream: string, folded: FoldedStream): void {
    if (folded.revision < 0) return;
    (folded.revision < LONG_STREAM_EVENTS ? shortStreams : longStreams).set(stream, folded);
  }

  /** Reads the next events, and the last folded one: if it has been replaced, the log's history has changed. */
  async function readNextPage(
    { ignoresTexts = false }: AnyDecider,
    stream: string,
    { revision, recentIds }: FoldedStream,
  ) {
    const overlap = revision < 0 ? 0 : 1;
    const limit = PAGE_SIZE + overlap;
    const from = revision + 1 - overlap;
    const page = await log.readStream(stream, { from, limit, keepsTextsEncrypted: ignoresTexts });
    const isSameHistory = overlap === 0 || page[0]?.id === getNewest(recentIds);
    return { events: page.slice(overlap), isLast: page.length < limit, isSameHistory };
  }

  async function catchUp(decider: AnyDecider, stream: string): Promise<FoldedStream> {
    let foldedStream = get(stream) ?? createEmptyStream(decider);
    for (;;) {
      const { events, isLast, isSameHistory } = await readNextPage(decider, stream, foldedStream);
      if (isSameHistory) {
        foldedStream = fold(decider, foldedStream, events);
        if (isLast) break;
      } else {
        foldedStream = createEmptyStream(decider);
        removeStream(stream);
        history?.check().catch(() => {});
      }
    }
    set(stream, foldedStream);
    return foldedStream;
  }

  return {
    get,
    set,
    delete: removeStream,
    catchUp,
  };
}
