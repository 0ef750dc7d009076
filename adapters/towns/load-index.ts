import { Worker } from 'node:worker_threads';

/** Index of towns, in typed arrays outside the heap: about 8 MB. Coordinates are in 1e-5 degrees. */
export interface TownIndex {
  /** `name<tab>region<tab>country` of each town in UTF-8. */
  readonly records: Uint8Array;
  /** Start of each record, and the end of the last one. */
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
  readonly populations: Uint32Array;
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  /** Towns in the order of their ids. */
  readonly townsById: Uint32Array;
  /** Towns in the order of the words of their names, each word with the rest of the name. */
  readonly suffixTowns: Uint32Array;
  /** Start of each of these words in the folded name. */
  readonly suffixStarts: Uint8Array;
}

const buildIndex = (): Promise<TownIndex> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./build-index.mjs', import.meta.url), { execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The index of towns was not built.')));
  });

let indexPromise: Promise<TownIndex> | undefined;

/** Returns the index of towns. The first call of the process builds it in a thread, which takes about a second. */
export function loadTownIndex(): Promise<TownIndex> {
  indexPromise ??= buildIndex().catch((error: unknown) => {
    indexPromise = undefined;
    throw error;
  });
  return indexPromise;
}
