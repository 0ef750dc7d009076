import { hash } from 'node:crypto';

/** What the hash of an event covers, besides the hash of the event before it in its stream. */
export interface HashedContent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly id: string;
  readonly type: string;
  /** The JSON as it stands in the log, to the letter. */
  readonly data: string;
  readonly metadata: string;
}

const MOST_BYTES_OF_A_CHARACTER = 3;
let scratch = Buffer.allocUnsafe(16 * 1024);

/** The same memory each time, which is twice as fast where a million hashes are verified. */
function scratchOf(bytes: number): Buffer {
  if (scratch.length < bytes) scratch = Buffer.allocUnsafe(bytes);
  return scratch;
}

/**
 * Hash of an event in the chain of its stream. `log.append` computes the same in the database; this one recomputes it
 * when the log is verified.
 */
export function eventHash(previous: Uint8Array | null, event: HashedContent): Buffer {
  const { stream, revision, position, id, type, data, metadata } = event;
  const text = [stream, revision, position, id, type, data, metadata].join('\n');
  const start = previous?.length ?? 0;
  const bytes = scratchOf(start + text.length * MOST_BYTES_OF_A_CHARACTER);
  if (previous) bytes.set(previous);
  return hash('sha256', bytes.subarray(0, start + bytes.write(text, start)), 'buffer');
}
