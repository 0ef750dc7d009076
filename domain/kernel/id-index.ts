/** Assigns consecutive numbers to ids, starting at 0. */
interface IdIndex {
  /** Returns the number of an id. Assigns the next number to a new id. */
  readonly add: (id: string) => number;
  /** Returns the number of an id, or undefined if the id was not added. */
  readonly find: (id: string) => number | undefined;
  readonly size: () => number;
}

const WORDS_PER_UUID = 4;
const INITIAL_CAPACITY = 1_024;
const UUID_LENGTH = 36;
const DASH = 45;
/** Value of each hexadecimal digit by its character code, and -1 for all other characters. */
const DIGIT_VALUES = new Int8Array(2 ** 16).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGIT_VALUES[digit.charCodeAt(0)] = value;

/** Parses four hexadecimal digits. Returns a negative number for other characters. */
const parseDigits = (text: string, at: number): number =>
  ((DIGIT_VALUES[text.charCodeAt(at)] as number) << 12) |
  ((DIGIT_VALUES[text.charCodeAt(at + 1)] as number) << 8) |
  ((DIGIT_VALUES[text.charCodeAt(at + 2)] as number) << 4) |
  (DIGIT_VALUES[text.charCodeAt(at + 3)] as number);

/** Words of the last parsed UUID. All indexes share them, because several often process the same id in turn. */
const target = new Uint32Array(WORDS_PER_UUID);
let lastParsedId: string | null = null;

/** Parses a canonical lower-case UUID into `target`. Returns false for any other string. */
function tryParseUuid(id: string): boolean {
  if (id === lastParsedId) return true;
  if (id.length !== UUID_LENGTH) return false;
  let invalidBits = (id.charCodeAt(8) ^ DASH) | (id.charCodeAt(13) ^ DASH);
  invalidBits |= (id.charCodeAt(18) ^ DASH) | (id.charCodeAt(23) ^ DASH);
  const [a, b, c, d] = [parseDigits(id, 0), parseDigits(id, 4), parseDigits(id, 9), parseDigits(id, 14)];
  const [e, f, g, h] = [parseDigits(id, 19), parseDigits(id, 24), parseDigits(id, 28), parseDigits(id, 32)];
  if (invalidBits !== 0 || (a | b | c | d | e | f | g | h) < 0) return false;
  target[0] = (a << 16) | b;
  target[1] = (c << 16) | d;
  target[2] = (e << 16) | f;
  target[3] = (g << 16) | h;
  lastParsedId = id;
  return true;
}

/**
 * Creates an empty index. UUIDs are stored as numbers in a hash table with open addressing. It takes about 35 bytes per
 * UUID, a fifth of what a Set takes, and causes no work for the garbage collector.
 */
export function createIdIndex(): IdIndex {
  /** Words of all UUIDs, in the order in which they were added. */
  let uuids = new Uint32Array(INITIAL_CAPACITY * WORDS_PER_UUID);
  /** Hash table. The slot at the hash of an id, or a later one, contains the id's number plus 1; 0 means free. */
  let slots = new Int32Array(INITIAL_CAPACITY * 2);
  const otherIds = new Map<string, number>();
  let size = 0;

  const isStored = (n: number, words: Uint32Array, at: number): boolean =>
    uuids[n * WORDS_PER_UUID + 3] === words[at + 3] &&
    uuids[n * WORDS_PER_UUID + 2] === words[at + 2] &&
    uuids[n * WORDS_PER_UUID + 1] === words[at + 1] &&
    uuids[n * WORDS_PER_UUID] === words[at];

  /** Returns the slot that contains a UUID, or the free slot where it belongs. */
  function findSlot(words: Uint32Array, at: number): number {
    const prefix = (words[at + 2] as number) ^ (words[at] as number);
    const mixed = Math.imul((words[at + 3] as number) ^ Math.imul(prefix, 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & (slots.length - 1);
    while (slots[slot] !== 0 && !isStored((slots[slot] as number) - 1, words, at))
      slot = (slot + 1) & (slots.length - 1);
    return slot;
  }

  function grow(): void {
    const earlier = { uuids, slots };
    uuids = new Uint32Array(earlier.uuids.length * 2);
    uuids.set(earlier.uuids);
    slots = new Int32Array(earlier.slots.length * 2);
    for (const n of earlier.slots) if (n !== 0) slots[findSlot(uuids, (n - 1) * WORDS_PER_UUID)] = n;
  }

  function addUuid(): number {
    const slot = findSlot(target, 0);
    const known = slots[slot] as number;
    if (known !== 0) return known - 1;
    uuids.set(target, size * WORDS_PER_UUID);
    size += 1;
    slots[slot] = size;
    return size - 1;
  }

  function addOther(id: string): number {
    const known = otherIds.get(id);
    if (known !== undefined) return known;
    otherIds.set(id, size);
    size += 1;
    return size - 1;
  }

  return {
    add: (id) => {
      if (size * WORDS_PER_UUID === uuids.length) grow();
      return tryParseUuid(id) ? addUuid() : addOther(id);
    },
    find: (id) => {
      if (!tryParseUuid(id)) return otherIds.get(id);
      const known = slots[findSlot(target, 0)] as number;
      return known === 0 ? undefined : known - 1;
    },
    size: () => size,
  };
}
