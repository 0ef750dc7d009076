import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { deactivateProfile } from '../../contract/accounts.ts';
import * as contract from '../../contract/adoption.ts';
import type { Call } from '../../contract/call.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { buildPath } from '../support/address.ts';
import { createAdoptionForm, createAnimal } from './support/adoption.ts';
import { getNextPath } from './support/client.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const MISSING_FIELD_MESSAGE = 'All fields to create an adoption is mandatory.';

let staff: AuthResponse;
let owner: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
});
beforeEach(async () => {
  owner = await registerNewUser(client);
});

const offerAnimal = (animal: object = {}, details: object = {}, headers = {}) =>
  client.send(contract.createAdoption, {
    token: owner.token,
    body: createAdoptionForm(animal, details),
    headers,
  });
const searchAnimals = (query: Record<string, string | number>) => client.ok(contract.getAnimals, { query });
const listOwnAnimals = (token?: string) =>
  client.ok(contract.profileAnimals, { token, params: { nickname: owner.dataUser.nickname } });
const fetchImage = (id: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(api.url + buildPath(contract.getAnimalImage, { id }), {
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
  });
const callById = (call: Call, id: string, token = owner.token) =>
  client.send(call, { token, params: { id } });

test('shows an offered animal in all lists', async () => {
  const imageBase64 = (await createPicture(400, 800)).toString('base64');
  const { status, body } = await offerAnimal({ imageBase64, age: 0 }, { vaccinated: false });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'AVAILABLE',
    address: '1, Pond Street',
    description: 'Likes children.\nAnd cats.',
    vaccinated: false,
    sterilized: true,
    owner: { id: owner.dataUser.id, nickname: owner.dataUser.nickname, role: 'USER' },
    animal: { name: 'Rex', type: 'DOG', age: 0, sex: 'M', breed: 'Mixed' },
  });
  expect((await searchAnimals({}))[0]).toEqual(body);
  expect(await listOwnAnimals()).toEqual([body]);
  expect(await client.ok(contract.getAnimal, { params: { id: body.id } })).toEqual(body);
  const response = await fetchImage(body.id);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 150, height: 300 });
  const etag = response.headers.get('etag') as string;
  expect((await fetchImage(body.id, undefined, { 'If-None-Match': etag })).status).toBe(304);
});

test('encrypts the owner’s texts in the log', async () => {
  await offerAnimal({ name: 'Nebuchadnezzar' }, { address: 'Hidden Alley 7' });
  const { rows } = await api.database.pool.query<{ data: string }>(
    `SELECT data::text FROM log.events WHERE type = 'AnimalOffered'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { data } of rows) expect(data).not.toMatch(/Nebuchadnezzar|Hidden Alley/);
});

test.each<[object, object]>([
  [{ name: '' }, {}],
  [{ name: undefined }, {}],
  [{ breed: '  ' }, {}],
  [{ type: '' }, {}],
  [{ sex: undefined }, {}],
  [{ age: undefined }, {}],
  [{ age: null }, {}],
  [{ imageBase64: '' }, {}],
  [{}, { description: '' }],
  [{}, { address: undefined }],
  [{}, { vaccinated: undefined }],
  [{}, { sterilized: null }],
  [{}, { animal: undefined }],
])('refuses an animal without a required field: %j %j', async (animal, details) => {
  const { status, body } = await offerAnimal(animal, details);
  expect([status, body.message]).toEqual([400, MISSING_FIELD_MESSAGE]);
});

test.each<[object, object, string]>([
  [{ age: -1 }, {}, 'The age must be between 0 and 100 years.'],
  [{ age: 101 }, {}, 'The age must be between 0 and 100 years.'],
  [{ age: 2.5 }, {}, 'The age must be between 0 and 100 years.'],
  [{ sex: 'X' }, {}, 'The sex must be M or F.'],
  [{ name: 'x'.repeat(51) }, {}, 'The name cannot exceed 50 characters.'],
  [{}, { description: '🐕'.repeat(301) }, 'The description cannot exceed 300 characters.'],
  [{}, { address: 'a\u202eb' }, 'The text contains characters that are not allowed.'],
  [{ imageBase64: 'R0lGODdhAQAB' }, {}, 'The image must be a JPEG, PNG or WebP picture.'],
])('refuses an animal with %j %j', async (animal, details, message) => {
  const { status, body } = await offerAnimal(animal, details);
  expect([status, body.message]).toEqual([400, message]);
  expect(await listOwnAnimals()).toEqual([]);
});

test('offers an animal once for concurrent requests with the same key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const responses = await Promise.all(Array.from({ length: 5 }, () => offerAnimal({}, {}, headers)));
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await listOwnAnimals()).toHaveLength(1);
});

test('lets only the owner mark an animal as adopted, once', async () => {
  const { id } = await createAnimal(client, owner.token);
  const stranger = await registerNewUser(client);
  for (const token of [stranger.token, staff.token])
    expect((await callById(contract.markAdopted, id, token)).status).toBe(403);
  const { status, body } = await client.send(contract.markAdopted, { token: owner.token, params: { id } });
  expect([status, body.status]).toEqual([200, 'ADOPTED']);
  expect((await searchAnimals({})).map((animal) => animal.id)).not.toContain(id);
  expect(await listOwnAnimals()).toMatchObject([{ id, status: 'ADOPTED' }]);
  const repeatedResponse = await client.send(contract.markAdopted, { token: owner.token, params: { id } });
  expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([400, 'ALREADY_ADOPTED']);
});

test('removes an animal with its picture for its owner', async () => {
  const { id } = await createAnimal(client, owner.token);
  const stranger = await registerNewUser(client);
  expect((await callById(contract.deleteAdoption, id, stranger.token)).status).toBe(403);
  const { body } = await client.send(contract.deleteAdoption, { token: owner.token, params: { id } });
  expect(body).toEqual({ message: 'Adoption successfully removed.' });
  expect(await listOwnAnimals()).toEqual([]);
  expect((await fetchImage(id)).status).toBe(404);
  expect(await api.foundation.privateData.pictures.find(id)).toBeNull();
  for (const missingId of [id, randomUUID(), 'nonsense'])
    for (const call of [contract.deleteAdoption, contract.markAdopted])
      expect((await callById(call, missingId)).status).toBe(404);
});

test('shows animals of a hidden owner to staff only', async () => {
  const { id } = await createAnimal(client, owner.token);
  await client.ok(deactivateProfile, { token: owner.token });
  expect((await searchAnimals({})).map((animal) => animal.id)).not.toContain(id);
  expect((await fetchImage(id)).status).toBe(404);
  const { token } = await registerNewUser(client);
  for (const call of [contract.markAdopted, contract.deleteAdoption])
    expect([
      (await callById(call, id, token)).status,
      (await callById(call, id, staff.token)).status,
    ]).toEqual([404, 403]);
  const staffResponse = await fetchImage(id, staff.token);
  expect([staffResponse.status, staffResponse.headers.get('cache-control')]).toEqual([
    200,
    'private, no-cache',
  ]);
  const animals = await client.ok(contract.getAnimals, { token: staff.token });
  expect(animals.map((animal) => animal.id)).toContain(id);
  const { nickname } = owner.dataUser;
  expect((await client.send(contract.profileAnimals, { params: { nickname } })).status).toBe(404);
  expect(await listOwnAnimals(staff.token)).toHaveLength(1);
});

describe('looking for an animal', () => {
  const uniqueText = randomUUID();
  const searchNames = async (query: Record<string, string | number>) =>
    (await searchAnimals({ text: uniqueText, ...query })).map(({ animal }) => animal.name);

  beforeAll(async () => {
    const { token } = await registerNewUser(client);
    const details = { description: uniqueText, address: 'Ávila' };
    await createAnimal(
      client,
      token,
      { name: 'Ana', type: 'CAT', sex: 'F', age: 1, breed: 'Siamese' },
      details,
    );
    await createAnimal(
      client,
      token,
      { name: 'Bob', type: 'DOG', age: 7 },
      { ...details, vaccinated: false },
    );
    await createAnimal(
      client,
      token,
      { name: 'Cid', type: 'DOG', age: 12 },
      { ...details, sterilized: false },
    );
  });

  test.each<[Record<string, string | number>, string[]]>([
    [{}, ['Cid', 'Bob', 'Ana']],
    [{ type: 'DOG' }, ['Cid', 'Bob']],
    [{ type: 'SMALL_MAMMAL' }, []],
    [{ sex: 'F' }, ['Ana']],
    [{ minAge: 7 }, ['Cid', 'Bob']],
    [{ maxAge: 7 }, ['Bob', 'Ana']],
    [{ minAge: 2, maxAge: 11 }, ['Bob']],
    [{ vaccinated: 'false' }, ['Bob']],
    [{ sterilized: 'true' }, ['Bob', 'Ana']],
    [{ text: `SIAM ${uniqueText}` }, ['Ana']],
    [{ text: `ávila cid ${uniqueText}` }, ['Cid']],
    [{ text: `${uniqueText} %` }, []],
    [{ type: 'DOG', vaccinated: 'true', minAge: 10 }, ['Cid']],
  ])('by %j', async (query, expectedNames) => expect(await searchNames(query)).toEqual(expectedNames));

  test.each([
    [{ type: 'UNICORN' }, 'There is no such type of animal.'],
    [{ sex: 'X' }, 'The sex must be M or F.'],
    [{ minAge: 'x' }, 'The age must be a whole number of years.'],
    [{ vaccinated: 'maybe' }, 'The filter must be true or false.'],
    [{ page: 0 }, 'The page must be a positive integer.'],
    [{ text: 'x'.repeat(101) }, 'The text cannot exceed 100 characters.'],
    [{ text: 'a\0b' }, 'The text contains characters that are not allowed.'],
  ])('by %j is refused', async (query, message) => {
    const { status, body } = await client.send(contract.getAnimals, { query });
    expect([status, body.message]).toEqual([400, message]);
  });

  test('by up to 100 code points is accepted', async () => {
    expect(await searchAnimals({ text: '🐈'.repeat(100) })).toEqual([]);
    const { status } = await client.send(contract.getAnimals, { query: { text: '🐈'.repeat(101) } });
    expect(status).toBe(400);
  });

  test('page by page neither repeats nor skips animals while new ones are offered', async () => {
    const tag = randomUUID();
    const { token } = await registerNewUser(client);
    for (let n = 0; n < 45; n += 1)
      await createAnimal(client, token, { name: `n${n}` }, { description: tag });
    const names: string[] = [];
    let address: string | null = buildPath(contract.getAnimals, {}, { text: tag, type: 'DOG' });
    for (let page = 0; address !== null; page += 1) {
      const response: Response = await fetch(api.url + address);
      const animals = (await response.json()) as contract.AdoptionPost[];
      expect(animals).toHaveLength([20, 20, 5][page] as number);
      names.push(...animals.map(({ animal }) => animal.name));
      address = getNextPath(response.headers);
      await createAnimal(client, token, { name: `late${page}` }, { description: tag });
    }
    expect(names).toEqual(Array.from({ length: 45 }, (_, n) => `n${44 - n}`));
    expect((await searchAnimals({ text: tag, page: 3 })).length).toBe(8);
  });
});
