import { Worker } from 'node:worker_threads';

/** Town index. Its typed arrays take about 8 MB outside the heap. Coordinates are in 1e-5 degrees. */
export interface TownIndex {
  /** `name<tab>region<tab>country` for each town, in UTF-8. */
  readonly records: Uint8Array;
  /** Start offset of each record, and the end offset of the last one. */
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
  readonly populations: Uint32Array;
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  /** Record numbers of the towns, sorted by town id. */
  readonly townsById: Uint32Array;
  /** Record numbers of the towns, sorted by the suffixes of their names that start with a word. */
  readonly suffixTowns: Uint32Array;
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

/** Returns the town index. The first call in a process builds it in a thread, which takes about a second. */
export function loadTownIndex(): Promise<TownIndex> {
  indexPromise ??= buildIndex().catch((error: unknown) => {
    indexPromise = undefined;
    throw error;
  });
  return indexPromise;
}
