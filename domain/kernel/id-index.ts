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
/** String indexes of the 32 hexadecimal digits in a UUID. Each word has eight of them. */
const DIGIT_INDEXES = Array.from({ length: 36 }, (_, i) => i).filter((i) => ![8, 13, 18, 23].includes(i));
const [DASH, DIGIT_0, COLON, LETTER_A] = [45, 48, 58, 97];

/** Parses a canonical lower-case UUID into four words. Returns false for any other string. */
function tryParseUuid(id: string, words: Uint32Array): boolean {
  if (id.length !== 36) return false;
  let invalidBits = (id.charCodeAt(8) ^ DASH) | (id.charCodeAt(13) ^ DASH);
  invalidBits |= (id.charCodeAt(18) ^ DASH) | (id.charCodeAt(23) ^ DASH);
  for (let word = 0; word < WORDS_PER_UUID; word += 1) {
    let value = 0;
    for (let i = word * 8; i < word * 8 + 8; i += 1) {
      const code = id.charCodeAt(DIGIT_INDEXES[i] as number);
      const digit = code < COLON ? code - DIGIT_0 : code - LETTER_A + 10;
      invalidBits |= digit >> 4;
      if (code >= COLON && code < LETTER_A) invalidBits = 1;
      value = (value << 4) | digit;
    }
    words[word] = value;
  }
  return invalidBits === 0;
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
  const target = new Uint32Array(WORDS_PER_UUID);
  let size = 0;

  const isTarget = (n: number): boolean =>
    uuids[n * WORDS_PER_UUID + 3] === target[3] &&
    uuids[n * WORDS_PER_UUID + 2] === target[2] &&
    uuids[n * WORDS_PER_UUID + 1] === target[1] &&
    uuids[n * WORDS_PER_UUID] === target[0];

  /** Returns the slot that contains the parsed id, or the free slot where it belongs. */
  function findSlot(): number {
    const mixed = Math.imul(
      (target[3] as number) ^ Math.imul((target[2] as number) ^ (target[0] as number), 0x9e3779b1),
      0x85ebca6b,
    );
    let slot = (mixed ^ (mixed >>> 15)) & (slots.length - 1);
    while (slots[slot] !== 0 && !isTarget((slots[slot] as number) - 1))
      slot = (slot + 1) & (slots.length - 1);
    return slot;
  }

  function grow(): void {
    const earlier = { uuids, slots };
    uuids = new Uint32Array(earlier.uuids.length * 2);
    uuids.set(earlier.uuids);
    slots = new Int32Array(earlier.slots.length * 2);
    for (const n of earlier.slots) {
      if (n === 0) continue;
      for (let word = 0; word < WORDS_PER_UUID; word += 1)
        target[word] = uuids[(n - 1) * WORDS_PER_UUID + word] as number;
      slots[findSlot()] = n;
    }
  }

  function addUuid(): number {
    const slot = findSlot();
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
      return tryParseUuid(id, target) ? addUuid() : addOther(id);
    },
    find: (id) => {
      if (!tryParseUuid(id, target)) return otherIds.get(id);
      const known = slots[findSlot()] as number;
      return known === 0 ? undefined : known - 1;
    },
    size: () => size,
  };
}
