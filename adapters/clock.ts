import { randomFillSync } from 'node:crypto';
import type { Instant, Uuid } from '../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';

export const systemClock: Clock = { now: (): Instant => new Date().toISOString() };

const IDS_PER_BATCH = 256;
const ID_BYTES = 16;

/** Generates UUIDs of version 7: 48 bits of milliseconds and random bits, which are drawn in batches. */
export const createIdSource = (): IdSource => {
  const pool = Buffer.alloc(IDS_PER_BATCH * ID_BYTES);
  let used = pool.length;
  const next = (): Uuid => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.subarray(used, used + ID_BYTES);
    used += ID_BYTES;
    bytes.writeUIntBE(Date.now(), 0, 6);
    bytes[6] = 0x70 | (bytes[6]! & 0x0f);
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
  return { next };
};
