import { randomUUID } from 'node:crypto';

/** An event as sent by a client. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event as stored in the log. */
export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/**
 * Result of an append: the last revision, or the current revision after a conflict. The position is null if the append
 * was a repetition.
 */
export type AppendResult =
  | { readonly revision: number; readonly position: number | null }
  | { readonly conflictAt: number };

/** Events of a stream, or why it cannot be read. */
export type StreamReadResult = readonly StoredEvent[] | 'missing' | 'tombstone';

/** Records that are readable on a node, in log order. */
export type ReadableRecords = readonly StoredEvent[];

/** Value of `$tb` for a deleted stream: the largest signed 64-bit integer. */
const DELETED_BEFORE = '9223372036854775807';

/**
 * Creates the log behind the stand-in server. Revision checks include records that are not readable yet. In `$all`,
 * system events and links are stored between client events, and positions have gaps.
 */
export function createStandInLog() {
  const records: StoredEvent[] = [];
  const tombstones = new Set<string>();

  function storeRecord(stream: string, revision: number, event: ProposedEvent): number {
    const position = (records.at(-1)?.position ?? 0) + 100 + event.data.length;
    records.push({ stream, revision, position, ...event });
    return position;
  }

  const selectStream = (records: ReadableRecords, stream: string): StoredEvent[] =>
    records.filter((event) => event.stream === stream);

  /** Returns the first readable revision of a stream. */
  function getTruncation(records: ReadableRecords, stream: string): number {
    const metadata = selectStream(records, `$$${stream}`).at(-1);
    if (metadata?.type !== '$metadata') return 0;
    const { $tb } = JSON.parse(Buffer.from(metadata.data).toString() || '{}') as { $tb?: number };
    return $tb ?? 0;
  }

  function storeMetadata(stream: string, json: string): void {
    const revision = selectStream(records, `$$${stream}`).length;
    storeRecord(`$$${stream}`, revision, {
      id: randomUUID(),
      type: '$metadata',
      contentType: 'application/json',
      data: Buffer.from(json),
      metadata: Buffer.from('{}'),
    });
  }

  function append(stream: string, expected: number, events: readonly ProposedEvent[]): AppendResult {
    const storedEvents = selectStream(records, stream);
    const lastRevision = storedEvents.length - 1;
    const isDeleted = getTruncation(records, stream) > lastRevision + 1;
    const isRepeated =
      expected < lastRevision && events.every(({ id }, n) => storedEvents[expected + 1 + n]?.id === id);
    if (isRepeated) return { revision: expected + events.length, position: null };
    if (expected !== lastRevision && !(isDeleted && expected === -1)) return { conflictAt: lastRevision };
    if (lastRevision < 0) storeMetadata(stream, '{}');
    if (isDeleted) storeMetadata(stream, `{"$tb":${lastRevision + 1}}`);
    let position = 0;
    for (const [n, event] of events.entries()) {
      position = storeRecord(stream, lastRevision + 1 + n, event);
      const link = { ...event, type: '$>', contentType: 'application/octet-stream' };
      storeRecord(`$ce-${stream.split('-')[0]}`, records.length, link);
    }
    return { revision: lastRevision + events.length, position };
  }

  function readStream(records: ReadableRecords, stream: string): StreamReadResult {
    if (tombstones.has(stream)) return 'tombstone';
    const first = getTruncation(records, stream);
    const readableEvents = selectStream(records, stream).filter(({ revision }) => revision >= first);
    return readableEvents.length > 0 ? readableEvents : 'missing';
  }

  return {
    all: records,
    append,
    readStream,
    isTombstone: (stream: string): boolean => tombstones.has(stream),
    /**
     * Returns whether a read can start at a position. This requires that a record starts there or that the log ends
     * before it.
     */
    isReadableFrom: (position: number): boolean =>
      position > (records.at(-1)?.position ?? 0) || records.some((event) => event.position === position),
    /** Removes all records after a position, like a restore from an older backup. */
    truncate: (after: number): void => {
      const keptCount = records.findIndex(({ position }) => position > after);
      if (keptCount >= 0) records.splice(keptCount);
    },
    /** Deletes a stream as an operator would: softly, or permanently with a tombstone. */
    deleteStream: (stream: string, mode: 'soft' | 'tombstone'): void => {
      if (mode === 'tombstone') tombstones.add(stream);
      else storeMetadata(stream, `{"$tb":${DELETED_BEFORE}}`);
    },
  };
}

export type StandInLog = ReturnType<typeof createStandInLog>;
