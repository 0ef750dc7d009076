import fc from 'fast-check';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { ANIMAL_SEXES, ANIMAL_TYPES, type SearchFilter } from '../../domain/adoption/rules.ts';
import type { KindraEvent } from '../../domain/catalogue.ts';
import { formatTown, type Town } from '../../domain/kernel/town.ts';
import { listAvailableAnimals } from '../../projections/adoption/animals/query.ts';
import { findAccountsWithMatchingSearch } from '../../projections/adoption/saved-searches/matches.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { createAccountId, createEvent, createId } from '../support/projections/history.ts';
import { clearReadModels } from '../support/projections/read-models.ts';
import { runEngine } from '../support/projections/running.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Number of the account that offers all animals. It has no saved searches. */
const OWNER_NUMBER = 999;
const PROJECTIONS = ['profiles', 'animals', 'saved-searches', 'hidden'];
const WORDS = ['calm', 'Ñandú', '100%', 'a_b', "o'neil", 'back\\slash', '🐈'];

const TOWN_NAMES = ['Suva', 'Girona', 'Alert'];
// Few locations, including the poles and the date line, so that some distances are within the radius.
const LATITUDES = [-89.99, -17.5, 0, 41.98311, 42.2, 89.9];
const LONGITUDES = [-180, -179.9, 0, 2.82493, 179.95];

const town = fc
  .record({
    name: fc.constantFrom(...TOWN_NAMES),
    region: fc.constant(''),
    country: fc.constant('XX'),
    latitude: fc.constantFrom(...LATITUDES),
    longitude: fc.constantFrom(...LONGITUDES),
  })
  .map((fields) => ({ id: createTownId(fields), ...fields }));

/** Returns a different id for each town, because the id of a town determines where it is. */
function createTownId({ name, latitude, longitude }: Pick<Town, 'name' | 'latitude' | 'longitude'>): number {
  const row = TOWN_NAMES.indexOf(name) * LATITUDES.length + LATITUDES.indexOf(latitude);
  return 1 + row * LONGITUDES.length + LONGITUDES.indexOf(longitude);
}

const type = fc.constantFrom(...ANIMAL_TYPES.slice(0, 2));
const sex = fc.constantFrom(...ANIMAL_SEXES);
const words = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 2 })
  .map((chosenWords) => chosenWords.join(' '));
const createOptionalArbitrary = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });

const animal = fc.record({
  type,
  sex,
  age: fc.nat(9),
  vaccinated: fc.boolean(),
  sterilized: fc.boolean(),
  description: words,
  town: createOptionalArbitrary(town),
});
type Animal = typeof animal extends fc.Arbitrary<infer Value> ? Value : never;

const search = fc.record({
  filter: fc.record({
    type: createOptionalArbitrary(type),
    sex: createOptionalArbitrary(sex),
    minAge: createOptionalArbitrary(fc.nat(9)),
    maxAge: createOptionalArbitrary(fc.nat(9)),
    vaccinated: createOptionalArbitrary(fc.boolean()),
    sterilized: createOptionalArbitrary(fc.boolean()),
    text: words,
    withinKm: createOptionalArbitrary(fc.constantFrom(1, 25, 3_000, 20_000)),
  }),
  town: createOptionalArbitrary(town),
});
interface Search {
  readonly filter: SearchFilter;
  readonly town: Town | null;
}

const createRegistration = (n: number): KindraEvent => ({
  type: 'AccountRegistered',
  data: {
    accountId: createAccountId(n),
    role: 'USER',
    nickname: `nick${n}`,
    profileName: 'Name',
    category: null,
  },
});

const createSavedSearch = ({ filter, town }: Search, n: number): KindraEvent => ({
  type: 'SearchSaved',
  data: {
    accountId: createAccountId(n),
    searchId: createId(10, n),
    name: 'Search',
    ...filter,
    withinKm: town && filter.withinKm,
    town: formatTown(town),
  },
});

const createOffer = ({ town, ...form }: Animal, n: number): KindraEvent => ({
  type: 'AnimalOffered',
  data: {
    adoptionId: createId(6, n),
    ownerId: createAccountId(OWNER_NUMBER),
    name: 'Rex',
    breed: 'Mixed',
    address: '',
    imageHash: '',
    ...form,
    town: formatTown(town),
  },
});

/** Fills the read models with searches and animals. */
async function project(searches: readonly Search[], animals: readonly Animal[]): Promise<void> {
  await clearReadModels(database.pool);
  const log = createMemoryEventLog();
  const events = [
    createRegistration(OWNER_NUMBER),
    ...searches.map((_, n) => createRegistration(n)),
    ...searches.map(createSavedSearch),
    ...animals.map(createOffer),
  ];
  for (const [n, event] of events.entries())
    await log.append(`history-${n}`, [createEvent(event)], 'no_stream');
  const engine = await runEngine(database.pool, log);
  expect(await engine.waitUntilCaughtUp(PROJECTIONS)).toBe(true);
  await engine.stop();
  await log.close();
}

const isPresent = ([, value]: readonly [string, unknown]): boolean => value !== null;

/** Lists the ids of the animals that the animal list shows with the filter of a search. */
async function listFoundAnimals({ filter, town }: Search): Promise<readonly string[]> {
  const { withinKm, ...fields } = filter;
  const presentFields = Object.fromEntries(Object.entries(fields).filter(isPresent));
  const searchArea = town && withinKm !== null ? { center: town, withinKm: withinKm as number } : undefined;
  const { items } = await listAvailableAnimals(database.pool, null, presentFields, { page: 1 }, searchArea);
  return items.map(({ id }) => id);
}

test(
  'a new animal is announced to exactly the searches whose list shows it',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(search, { minLength: 1, maxLength: 30, size: 'max' }),
        fc.array(animal, { minLength: 1, maxLength: 20, size: 'max' }),
        async (searches, animals) => {
          await project(searches, animals);
          const foundAnimals = await Promise.all(searches.map(listFoundAnimals));
          for (const n of animals.keys()) {
            const id = createId(6, n);
            const position = Number.MAX_SAFE_INTEGER;
            const searchers = await findAccountsWithMatchingSearch(
              database.pool,
              { id, position },
              { afterId: null, limit: 100 },
            );
            const expected = [...searches.keys()].filter((index) => foundAnimals[index]?.includes(id));
            expect(searchers).toEqual(expected.map(createAccountId));
          }
        },
      ),
      { numRuns: scaleRuns(12) },
    );
  },
  scaleTimeout(120_000),
);
