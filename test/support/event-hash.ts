import { hash } from 'node:crypto';

/** Content covered by the hash of an event, besides the previous hash of its stream. */
export interface HashedContent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly id: string;
  readonly type: string;
  /** JSON text, exactly as stored. */
  readonly data: string;
  readonly metadata: string;
}

const MAX_BYTES_PER_CHARACTER = 3;
let scratchBuffer = Buffer.allocUnsafe(16 * 1024);

/** Returns a reused buffer, which makes computing a million hashes twice as fast. */
function getScratchBuffer(bytes: number): Buffer {
  if (scratchBuffer.length < bytes) scratchBuffer = Buffer.allocUnsafe(bytes);
  return scratchBuffer;
}

/**
 * Computes the hash of an event in the chain of its stream, as `log.append` and `verifyChains` do in the database.
 */
export function hashEvent(previousHash: Uint8Array | null, event: HashedContent): Buffer {
  const { stream, revision, position, id, type, data, metadata } = event;
  const text = [stream, revision, position, id, type, data, metadata].join('\n');
  const offset = previousHash?.length ?? 0;
  const bytes = getScratchBuffer(offset + text.length * MAX_BYTES_PER_CHARACTER);
  if (previousHash) bytes.set(previousHash);
  return hash('sha256', bytes.subarray(0, offset + bytes.write(text, offset)), 'buffer');
}
