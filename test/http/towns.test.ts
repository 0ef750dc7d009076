import * as contract from '../../contract/adoption.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as towns from '../../contract/towns.ts';
import { measureDistance, type Town } from '../../domain/kernel/town.ts';
import { buildPath } from '../support/address.ts';
import { createAdoptionForm, createAnimal } from './support/adoption.ts';
import { getNextPath } from './support/client.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let owner: AuthResponse;
let girona: Town;
let banyoles: Town;
let barcelona: Town;

const findTown = async (text: string, country: string): Promise<Town> => {
  const results = await client.ok(towns.findTowns, { query: { text } });
  return results.find((town) => town.country === country) as Town;
};

setUpTestApi();
beforeAll(async () => {
  owner = await registerNewUser(client);
  girona = await findTown('girona', 'ES');
  banyoles = await findTown('Banyoles', 'ES');
  barcelona = await findTown('barcelona', 'ES');
});

const offerAnimalIn = (town: Town | null, name: string, animal: object = {}) =>
  createAnimal(client, owner.token, { name, ...animal }, { town: town?.id });
const searchAnimals = (query: Record<string, string | number>) => client.ok(contract.getAnimals, { query });

describe('towns', () => {
  test.each([
    ['vic', 'Vic'],
    ['CORUÑA', 'A Coruña'],
    ['coruna', 'A Coruña'],
    ["L'Hospitalet de", "L'Hospitalet de Llobregat"],
    ['xi an', 'Xi’an'],
  ])('are found by %j', async (text, name) => {
    const [first] = await client.ok(towns.findTowns, { query: { text } });
    expect(first?.name).toBe(name);
  });

  test('with the exact name come first, then the largest', async () => {
    const results = await client.ok(towns.findTowns, { query: { text: 'Córdoba' } });
    expect(results).toHaveLength(towns.MAX_TOWNS);
    expect(results.slice(0, 3).map(({ country, region }) => [country, region])).toEqual([
      ['AR', 'Cordoba'],
      ['ES', 'Andalusia'],
      ['MX', 'Veracruz'],
    ]);
  });

  test.each(['', '   ', '-', 'qqqqqq'])('are not found by %j', async (text) => {
    expect(await client.ok(towns.findTowns, { query: { text } })).toEqual([]);
  });

  test('are returned by their ids', async () => {
    expect(await client.ok(towns.getTown, { params: { id: `${girona.id}` } })).toEqual({
      id: 3121456,
      name: 'Girona',
      region: 'Catalonia',
      country: 'ES',
      latitude: 41.98311,
      longitude: 2.82493,
    });
    for (const id of ['1', '999999999', 'nonsense'])
      expect((await client.send(towns.getTown, { params: { id } })).status).toBe(404);
  });
});

describe('an animal with a town', () => {
  test('shows it in the response, in lists and on its page', async () => {
    const animal = await offerAnimalIn(girona, 'Mango');
    expect(animal.town).toEqual(girona);
    expect(animal.distance).toBeUndefined();
    expect(await client.ok(contract.getAnimal, { params: { id: animal.id } })).toEqual(animal);
    expect((await searchAnimals({}))[0]).toEqual(animal);
    expect((await searchAnimals({ text: 'girona' }))[0]).toEqual(animal);
  });

  test.each([1, -5, 2 ** 40])('is refused with the unknown town %j', async (town) => {
    const body = createAdoptionForm({}, { town });
    const { status, body: error } = await client.send(contract.createAdoption, { token: owner.token, body });
    expect([status, error.code]).toEqual([400, 'UNKNOWN_TOWN']);
  });

  test('keeps the town encrypted in the log', async () => {
    await offerAnimalIn(banyoles, 'Otter');
    const { rows } = await api.database.pool.query<{ data: string }>(
      `SELECT data::text FROM log.events WHERE type = 'AnimalOffered' AND data->>'town' IS NOT NULL`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { data } of rows) expect(data).not.toMatch(/Banyoles|Catalonia|42\.1/);
  });
});

describe('the search by distance', () => {
  const findNames = async (query: Record<string, string | number>) =>
    (await searchAnimals({ type: 'REPTILE', ...query })).map(({ animal, distance }) => [
      animal.name,
      distance,
    ]);

  beforeAll(async () => {
    const reptile = { type: 'REPTILE' };
    await offerAnimalIn(barcelona, 'Far', reptile);
    await offerAnimalIn(girona, 'Here', reptile);
    await offerAnimalIn(null, 'Nowhere', reptile);
    await offerAnimalIn(banyoles, 'Near', { ...reptile, age: 9 });
    await offerAnimalIn(girona, 'Here too', reptile);
  });

  test('lists the nearest first, the newest first in a town, and animals without a town last', async () => {
    const banyolesDistance = Math.round(measureDistance(girona, banyoles));
    const barcelonaDistance = Math.round(measureDistance(girona, barcelona));
    expect(await findNames({ near: girona.id })).toEqual([
      ['Here too', 0],
      ['Here', 0],
      ['Near', banyolesDistance],
      ['Far', barcelonaDistance],
      ['Nowhere', undefined],
    ]);
    expect([banyolesDistance, barcelonaDistance]).toEqual([16, 86]);
  });

  test('can be limited to a distance and sorted by date', async () => {
    expect(await findNames({ near: girona.id, within: 25, sort: 'date' })).toEqual([
      ['Here too', 0],
      ['Near', 16],
      ['Here', 0],
    ]);
    expect(await findNames({ near: girona.id, within: 10 })).toEqual([
      ['Here too', 0],
      ['Here', 0],
    ]);
    expect((await findNames({ near: girona.id, sort: 'date' })).map(([name]) => name)).toEqual([
      'Here too',
      'Near',
      'Nowhere',
      'Here',
      'Far',
    ]);
  });

  test('can be combined with the other filters', async () => {
    expect(await findNames({ near: barcelona.id, minAge: 8 })).toEqual([['Near', 95]]);
    expect(await findNames({ near: barcelona.id, text: 'banyoles near' })).toEqual([['Near', 95]]);
    expect(await findNames({ near: barcelona.id, within: 25, minAge: 8 })).toEqual([]);
  });

  test.each([
    [{ near: '1' }, 'UNKNOWN_TOWN'],
    [{ near: 'Girona' }, 'UNKNOWN_TOWN'],
    [{ within: '25' }, 'TOWN_MISSING'],
    [{ sort: 'distance' }, 'TOWN_MISSING'],
    [{ near: '3121456', within: '0' }, 'INVALID_DISTANCE'],
    [{ near: '3121456', within: '20001' }, 'INVALID_DISTANCE'],
    [{ near: '3121456', within: '2.5' }, 'INVALID_DISTANCE'],
    [{ sort: 'price' }, 'UNKNOWN_ANIMAL_SORT'],
  ])('by %j is refused', async (query, code) => {
    const { status, body } = await client.send(contract.getAnimals, { query });
    expect([status, body.code]).toEqual([400, code]);
  });

  test('page by page neither repeats nor skips animals while new ones are offered', async () => {
    const animalTowns = [girona, banyoles, barcelona, null];
    for (let n = 0; n < 48; n += 1)
      await offerAnimalIn(animalTowns[n % 4] as Town | null, `n${n}`, { type: 'AMPHIBIAN' });
    const names: string[] = [];
    let address: string | null = buildPath(
      contract.getAnimals,
      {},
      { type: 'AMPHIBIAN', near: `${girona.id}` },
    );
    for (let page = 0; address !== null; page += 1) {
      const response: Response = await fetch(api.url + address);
      const animals = (await response.json()) as contract.AdoptionPost[];
      expect(animals).toHaveLength([20, 20, 8][page] as number);
      names.push(...animals.map(({ animal }) => animal.name));
      address = getNextPath(response.headers);
      await offerAnimalIn(girona, `late${page}`, { type: 'AMPHIBIAN' });
    }
    const expectedNames = [0, 1, 2, 3].flatMap((townIndex) =>
      Array.from({ length: 12 }, (_, n) => `n${4 * (11 - n) + townIndex}`),
    );
    expect(names).toEqual(expectedNames);
    expect(await findNames({ type: 'AMPHIBIAN', near: girona.id, page: 3 })).toHaveLength(11);
  });
});
