/** Lookups that may be under way at once; those that come meanwhile wait, and then go together. */
const AT_ONCE = 2;
/** Most keys of one lookup. */
const LARGEST = 100;

interface Asked<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks keys up one by one while there is little to do, and many at a time while there is much: each asks after it was
 * asked for, so that what it finds is never older than the question.
 * @param lookUp finds what belongs to each of the keys, in their order
 */
export function gathered<Key, Found>(
  lookUp: (keys: readonly Key[]) => Promise<readonly Found[]>,
): (key: Key) => Promise<Found> {
  const waiting: Asked<Key, Found>[] = [];
  let underWay = 0;

  async function go(): Promise<void> {
    const group = waiting.splice(0, LARGEST);
    underWay += 1;
    try {
      const found = await lookUp(group.map(({ key }) => key));
      for (const [n, { resolve }] of group.entries()) resolve(found[n] as Found);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void go();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (underWay < AT_ONCE) void go();
    });
}
