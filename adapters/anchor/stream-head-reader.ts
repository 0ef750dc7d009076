import type { EventLog } from '../../domain/ports/event-log.ts';
import type { StreamHead } from './format.ts';

/** A stream head in an anchor that the log does not contain. */
export interface HeadDifference {
  readonly head: StreamHead;
  /** Proof of the event at this revision in the log; null if there is no such event. */
  readonly actualProof: string | null;
  /** Last revision of the stream in the log if only the event is missing; otherwise null. */
  readonly lastRevision: number | null;
}

/** Reads the heads of all streams in a log and compares them with anchors. */
export interface StreamHeadReader {
  readonly readAll: () => AsyncIterable<readonly StreamHead[]>;
  /** Compares the heads in an anchor with the log, by page. Ignores events that are newer than the anchor. */
  readonly findDifferences: (
    pages: AsyncIterable<readonly StreamHead[]>,
  ) => AsyncIterable<{ readonly compared: number; readonly differences: readonly HeadDifference[] }>;
}

const PAGE_SIZE = 1_000;
const LOOKUP_CONCURRENCY = 16;

/**
 * Creates a reader for a log without hashes, in which event ids are the proofs. Reads the log backwards. The name
 * of a stream is kept in memory only from its last event until its first event is read.
 */
export const createStreamHeadReader = (log: EventLog): StreamHeadReader => ({
  readAll: async function* () {
    const visitedStreams = new Set<string>();
    let oldestPosition: number | undefined;
    for (;;) {
      const events = await log.readAll({
        direction: 'backwards',
        limit: PAGE_SIZE,
        ...(oldestPosition !== undefined && { after: oldestPosition }),
      });
      const heads: StreamHead[] = [];
      for (const { stream, revision, id } of events) {
        if (!visitedStreams.has(stream)) heads.push({ stream, revision, proof: id });
        if (revision === 0) visitedStreams.delete(stream);
        else visitedStreams.add(stream);
      }
      if (heads.length > 0) yield heads;
      if (events.length < PAGE_SIZE) return;
      oldestPosition = events.at(-1)?.position;
    }
  },
  findDifferences: async function* (pages) {
    for await (const heads of pages) {
      const differences: HeadDifference[] = [];
      for (let offset = 0; offset < heads.length; offset += LOOKUP_CONCURRENCY) {
        const comparisons = await Promise.all(
          heads.slice(offset, offset + LOOKUP_CONCURRENCY).map((head) => compareHead(log, head)),
        );
        differences.push(...comparisons.filter((difference) => difference !== null));
      }
      yield { compared: heads.length, differences };
    }
  },
});

async function compareHead(log: EventLog, head: StreamHead): Promise<HeadDifference | null> {
  const { stream, revision, proof } = head;
  const [event] = await log.readStream(stream, { from: revision, limit: 1 });
  if (event?.revision === revision)
    return event.id === proof ? null : { head, actualProof: event.id, lastRevision: null };
  const [lastEvent] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
  return { head, actualProof: null, lastRevision: lastEvent?.revision ?? null };
}
