import { randomUUID } from 'node:crypto';

/** An event as a client sends it. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** A record of the log. */
export interface Stored extends Proposed {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/** Result of an append. A repeated append has no position. */
export type Appended =
  | { readonly revision: number; readonly position: number | null }
  | { readonly conflictAt: number };

/** Result of reading a stream. */
export type StreamRead = readonly Stored[] | 'missing' | 'tombstone';

/** The records that a node can read, in order. */
export type View = readonly Stored[];

/** `$tb` of a deleted stream: the largest 64-bit number. */
const DELETED_BEFORE = '9223372036854775807';

/**
 * Creates the log behind the stand-in. Revisions are compared with all records, including those that are not
 * readable yet. `$all` contains system events and links between the events of clients, and positions have
 * gaps.
 */
export function createStandInLog() {
  const all: Stored[] = [];
  const tombstones = new Set<string>();

  function store(stream: string, revision: number, proposed: Proposed): number {
    const position = (all.at(-1)?.position ?? 0) + 100 + proposed.data.length;
    all.push({ stream, revision, position, ...proposed });
    return position;
  }

  const selectStream = (view: View, stream: string): Stored[] =>
    view.filter((event) => event.stream === stream);

  /** Returns the revision below which the events of a stream cannot be read. */
  function getTruncation(view: View, stream: string): number {
    const metadata = selectStream(view, `$$${stream}`).at(-1);
    if (metadata?.type !== '$metadata') return 0;
    const { $tb } = JSON.parse(Buffer.from(metadata.data).toString() || '{}') as { $tb?: number };
    return $tb ?? 0;
  }

  function storeMetadata(stream: string, json: string): void {
    const revision = selectStream(all, `$$${stream}`).length;
    store(`$$${stream}`, revision, {
      id: randomUUID(),
      type: '$metadata',
      contentType: 'application/json',
      data: Buffer.from(json),
      metadata: Buffer.from('{}'),
    });
  }

  function append(stream: string, expected: number | 'any', proposed: readonly Proposed[]): Appended {
    const stored = selectStream(all, stream);
    const current = stored.length - 1;
    const isDeleted = getTruncation(all, stream) > current + 1;
    const repeatedIndex = stored.findLastIndex(({ id }) => id === proposed[0]?.id);
    const start = expected === 'any' ? (repeatedIndex < 0 ? current : repeatedIndex - 1) : expected;
    const isRepeat = start < current && proposed.every(({ id }, n) => stored[start + 1 + n]?.id === id);
    if (isRepeat) return { revision: start + proposed.length, position: null };
    if (start !== current && !(isDeleted && expected === -1)) return { conflictAt: current };
    if (current < 0) storeMetadata(stream, '{}');
    if (isDeleted) storeMetadata(stream, `{"$tb":${current + 1}}`);
    let position = 0;
    for (const [n, event] of proposed.entries()) {
      position = store(stream, current + 1 + n, event);
      const link = { ...event, type: '$>', contentType: 'application/octet-stream' };
      store(`$ce-${stream.split('-')[0]}`, all.length, link);
    }
    return { revision: current + proposed.length, position };
  }

  function readStream(view: View, stream: string): StreamRead {
    if (tombstones.has(stream)) return 'tombstone';
    const first = getTruncation(view, stream);
    const readable = selectStream(view, stream).filter(({ revision }) => revision >= first);
    return readable.length > 0 ? readable : 'missing';
  }

  return {
    all,
    append,
    readStream,
    isTombstone: (stream: string): boolean => tombstones.has(stream),
    /** Whether a record starts at the position, or the log ends before it. */
    isReadableFrom: (position: number): boolean =>
      position > (all.at(-1)?.position ?? 0) || all.some((event) => event.position === position),
    /** Removes all records after a position, like a restore from an older copy. */
    truncate: (after: number): void => {
      const keptEnd = all.findIndex(({ position }) => position > after);
      if (keptEnd >= 0) all.splice(keptEnd);
    },
    /** Deletes a stream like an operator: softly, or permanently with a tombstone. */
    deleteStream: (stream: string, how: 'soft' | 'tombstone'): void => {
      if (how === 'tombstone') tombstones.add(stream);
      else storeMetadata(stream, `{"$tb":${DELETED_BEFORE}}`);
    },
  };
}

export type StandInLog = ReturnType<typeof createStandInLog>;
