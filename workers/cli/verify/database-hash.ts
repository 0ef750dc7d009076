/**
 * The hash functions `hashint8extended` and `hashtextextended` of PostgreSQL, for digests that the database computes
 * over its rows. They implement `lookup3` by Bob Jenkins; see `src/common/hashfn.c` of PostgreSQL.
 */

/** A 64-bit number in two signed halves of 32 bits. */
export interface Hash {
  high: number;
  low: number;
}

const START = 0x9e3779b9 + 3923095;
const INTEGER_BYTES = 4;
const BLOCK_BYTES = 12;
const TWO_TO_32 = 2 ** 32;

const IS_ASCII = /^[\0-\x7f]*$/;

/** Internal state. It is reused, because an allocation per hash would take longer than the hash. */
const state = new Int32Array(3);

const addWord = (index: 0 | 1 | 2, word: number): void => {
  state[index] = (state[index] as number) + word;
};

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

function mixState(): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  a = (a - c) ^ rotate(c, 4);
  c = (c + b) | 0;
  b = (b - a) ^ rotate(a, 6);
  a = (a + c) | 0;
  c = (c - b) ^ rotate(b, 8);
  b = (b + a) | 0;
  a = (a - c) ^ rotate(c, 16);
  c = (c + b) | 0;
  b = (b - a) ^ rotate(a, 19);
  a = (a + c) | 0;
  c = (c - b) ^ rotate(b, 4);
  b = (b + a) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

function finish(hash: Hash): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  hash.high = b;
  hash.low = c;
}

/** Starts a hash over a number of bytes. The content of `hash` is the seed. */
function start({ high, low }: Hash, bytes: number): void {
  state[0] = state[1] = state[2] = START + bytes;
  if (high === 0 && low === 0) return;
  addWord(0, high);
  addWord(1, low);
  mixState();
}

/** Replaces a seed with the value of `hashint8extended(value, seed)`. */
export function hashInteger(hash: Hash, value: number): void {
  const high = Math.floor(value / TWO_TO_32) | 0;
  start(hash, INTEGER_BYTES);
  addWord(0, value ^ (value >= 0 ? high : ~high));
  finish(hash);
}

/** Replaces a seed with the value of `hashtextextended(text, seed)`. */
export function hashText(hash: Hash, text: string): void {
  const bytes = IS_ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
  start(hash, bytes.length);
  let index = 0;
  for (; bytes.length - index >= BLOCK_BYTES; index += BLOCK_BYTES) {
    addWord(0, readWord(bytes, index));
    addWord(1, readWord(bytes, index + 4));
    addWord(2, readWord(bytes, index + 8));
    mixState();
  }
  addWord(0, readWord(bytes, index));
  addWord(1, readWord(bytes, index + 4));
  // The lowest byte of the third word is reserved for the length.
  addWord(2, readWord(bytes, index + 8) << 8);
  finish(hash);
}

/** Reads four bytes as a little-endian word. Bytes after the end are 0. */
const readWord = (bytes: string, index: number): number =>
  bytes.charCodeAt(index) |
  (bytes.charCodeAt(index + 1) << 8) |
  (bytes.charCodeAt(index + 2) << 16) |
  (bytes.charCodeAt(index + 3) << 24);

/** Converts a hash to the number that PostgreSQL returns. */
export const toBigInt = ({ high, low }: Hash): bigint =>
  BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0));
