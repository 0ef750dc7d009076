import { createHash } from 'node:crypto';

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

/**
 * Hash of an event in the chain of its stream. `log.append` computes the same in the database; this one recomputes it
 * when the log is verified.
 */
export function eventHash(previous: Uint8Array | null, event: HashedContent): Buffer {
  const { stream, revision, position, id, type, data, metadata } = event;
  const hash = createHash('sha256');
  if (previous) hash.update(previous);
  return hash.update([stream, revision, position, id, type, data, metadata].join('\n')).digest();
}
