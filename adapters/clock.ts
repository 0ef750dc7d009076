import { randomBytes } from 'node:crypto';
import type { Instant, Uuid } from '../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';

export const systemClock: Clock = { now: (): Instant => new Date().toISOString() };

const IDS_PER_BATCH = 256;
const RANDOM_DIGITS = 19;
/** Hex digits of the UUID variant, in which two of the four bits are fixed. */
const VARIANT_DIGITS = '89ab';

/** Creates a generator for version 7 UUIDs: a timestamp in milliseconds and random bits, generated in batches. */
export function createIdSource(): IdSource {
  let randomDigits = '';
  let usedDigits = 0;
  function drawDigits(): string {
    if (usedDigits === randomDigits.length) {
      randomDigits = randomBytes((IDS_PER_BATCH * RANDOM_DIGITS) / 2).toString('hex');
      usedDigits = 0;
    }
    usedDigits += RANDOM_DIGITS;
    return randomDigits.slice(usedDigits - RANDOM_DIGITS, usedDigits);
  }
  return {
    next(): Uuid {
      const time = Date.now().toString(16).padStart(12, '0');
      const digits = drawDigits();
      const variant = VARIANT_DIGITS[Number.parseInt(digits.charAt(3), 16) & 3];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-${variant}${digits.slice(4, 7)}-${digits.slice(7, 19)}`;
    },
  };
}
