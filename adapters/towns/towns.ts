import { createLruCache } from '../../common/lru-cache.ts';
import type { Town } from '../../domain/kernel/town.ts';
import type { Towns } from '../../domain/ports/towns.ts';
import { foldName } from './fold-name.mjs';
import { loadTownIndex, type TownIndex } from './load-index.ts';

const PRECISION = 1e5;
const decoder = new TextDecoder();

function readTown(index: TownIndex, town: number): Town {
  const record = index.records.subarray(index.offsets[town], index.offsets[town + 1]);
  const [name = '', region = '', country = ''] = decoder.decode(record).split('\t');
  return {
    id: index.ids[town] as number,
    name,
    region,
    country,
    latitude: (index.latitudes[town] as number) / PRECISION,
    longitude: (index.longitudes[town] as number) / PRECISION,
  };
}

/** Binary search for the first number below `count` for which the monotonic test is true, or `count`. */
function findFirst(count: number, test: (n: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the towns whose name contains the folded text at the start of a word. */
function findByPrefix(index: TownIndex, text: string): readonly number[] {
  const { suffixTowns, suffixStarts } = index;
  const readSuffix = (n: number): string =>
    foldName(readTown(index, suffixTowns[n] as number).name).slice(suffixStarts[n]);
  const start = findFirst(suffixTowns.length, (n) => readSuffix(n) >= text);
  const end = findFirst(suffixTowns.length, (n) => readSuffix(n) > `${text}\uffff`);
  return [...new Set(suffixTowns.subarray(start, end))];
}

/** Number of most populous matches among which exact matches are moved to the front. */
const MAX_COMPARED = 500;

function searchTowns(index: TownIndex, text: string, limit: number): readonly Town[] {
  const { populations } = index;
  const comparePopulation = (a: number, b: number): number =>
    (populations[b] as number) - (populations[a] as number) || a - b;
  const isExact = ({ name }: Town): boolean => foldName(name) === text;
  const towns = findByPrefix(index, text)
    .toSorted(comparePopulation)
    .slice(0, MAX_COMPARED)
    .map((town) => readTown(index, town));
  return [...towns.filter(isExact), ...towns.filter((town) => !isExact(town))].slice(0, limit);
}

/** More than the texts of one or two letters, whose thousands of towns take up to 20 ms to sort. */
const MAX_CACHED_SEARCHES = 2_000;

/** Creates the town search. It uses the towns in the data packages. */
export function createTownSearch(): Towns {
  const searches = createLruCache<readonly Town[]>(MAX_CACHED_SEARCHES);

  return {
    async search(text, limit) {
      const foldedText = foldName(text);
      if (foldedText === '') return [];
      const key = `${limit} ${foldedText}`;
      const towns = searches.get(key) ?? searchTowns(await loadTownIndex(), foldedText, limit);
      searches.set(key, towns);
      return towns;
    },

    async find(id) {
      const index = await loadTownIndex();
      const n = findFirst(index.ids.length, (i) => (index.ids[index.townsById[i] as number] as number) >= id);
      const town = index.townsById[n];
      return town !== undefined && index.ids[town] === id ? readTown(index, town) : null;
    },
  };
}
