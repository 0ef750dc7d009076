/** Most keys of one lookup. */
const LARGEST = 100;

export interface GatheredOptions {
  /** Lookups that may be under way at once, 2 by default; those that come meanwhile wait, and then go together. */
  readonly atOnce?: number;
  /** Pause after each lookup, none by default: under load one then stands for several. */
  readonly restMs?: number;
}

interface Asked<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up together what is asked for in the same turn of the event loop, or while other lookups are under way or rest:
 * each asks after it was asked for, so that what it finds is never older than the question.
 * @param lookUp finds what belongs to each of the keys, in their order
 */
export function gathered<Key, Found>(
  lookUp: (keys: readonly Key[]) => Promise<readonly Found[]>,
  { atOnce = 2, restMs = 0 }: GatheredOptions = {},
): (key: Key) => Promise<Found> {
  const waiting: Asked<Key, Found>[] = [];
  let lanes = 0;

  async function go(): Promise<void> {
    while (waiting.length > 0) {
      // Whoever asks in the same turn joins.
      await new Promise(setImmediate);
      const group = waiting.splice(0, LARGEST);
      if (group.length > 0) await answer(group);
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    lanes -= 1;
  }

  async function answer(group: readonly Asked<Key, Found>[]): Promise<void> {
    try {
      const found = await lookUp(group.map(({ key }) => key));
      for (const [n, { resolve }] of group.entries()) resolve(found[n] as Found);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (lanes === atOnce) return;
      lanes += 1;
      void go();
    });
}
