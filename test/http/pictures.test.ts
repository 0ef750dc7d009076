import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createPictureProcessor } from '../../adapters/pictures/pictures.ts';
import { MAX_UPLOADS_PER_ACCOUNT } from '../../api/http/upload-limiter.ts';
import * as contract from '../../contract/crowdfunding.ts';
import { healthLive } from '../../contract/health.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { buildPath } from '../support/address.ts';
import { registerApprovedOrganization, registerNewUser, registerStaff } from './support/people.ts';
import { createLargePicture, createPicture } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const MISSING_FIELD_MESSAGE = 'All fields for creating a crowdfunding application are mandatory.';

let staff: AuthResponse;
let creator: AuthResponse;
let image: string;

// Queues all pictures that the test below sends, regardless of the number of threads.
const pictures = createPictureProcessor({ maxConcurrent: 2, maxWaiting: 8 });

setUpTestApi({ adapt: (foundation) => ({ ...foundation, pictures }) });
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
  creator = await registerApprovedOrganization(api, client, staff.token);
  image = (await createPicture(900, 600)).toString('base64');
});

const createForm = (changes: object = {}) => ({
  title: 'A roof for the shelter',
  description: 'It rains in.\nEvery night.',
  goalAmount: 250_000,
  durationDays: 30,
  imageBase64: image,
  ...changes,
});
const createCrowdfunding = (changes: object = {}, headers = {}) =>
  client.send(contract.createCrowdfunding, { token: creator.token, body: createForm(changes), headers });
const fetchImage = (id: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(api.url + buildPath(contract.getCrowdfundingImage, { id }), {
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
  });
const countCrowdfundings = async () =>
  Number((await api.database.pool.query('SELECT count(*) FROM read.crowdfundings')).rows[0].count);

test('a new campaign waits for approval with its picture', async () => {
  const { status, body } = await createCrowdfunding();
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'PENDING', goalAmount: 250_000, durationDays: 30, currentAmount: 0 });
  expect(body.creator.idProfile).toBe(creator.dataUser.id);
  const params = { id: body.id };
  expect(await client.ok(contract.getCrowdfunding, { params, token: creator.token })).toEqual(body);
  const pendingCrowdfundings = await client.ok(contract.pendingCrowdfundings, { token: staff.token });
  expect(pendingCrowdfundings).toContainEqual(body);
  for (const token of [creator.token, staff.token]) {
    const response = await fetchImage(body.id, token);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
    expect([width, height, format]).toEqual([300, 200, 'jpeg']);
  }
  const stranger = await registerNewUser(client);
  for (const token of [undefined, stranger.token]) {
    const response = await fetchImage(body.id, token);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
});

test('the picture of an active campaign is public and cached', async () => {
  const { body } = await createCrowdfunding();
  await client.ok(contract.approveCrowdfunding, { params: { id: body.id }, token: staff.token, body: {} });
  const response = await fetchImage(body.id);
  const etag = response.headers.get('etag') as string;
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const repeatedResponse = await fetchImage(body.id, undefined, { 'If-None-Match': etag });
  expect([
    repeatedResponse.status,
    repeatedResponse.headers.get('etag'),
    await repeatedResponse.text(),
  ]).toEqual([304, etag, '']);
  expect((await fetchImage(body.id, undefined, { 'If-None-Match': '"another"' })).status).toBe(200);
  for (const id of [randomUUID(), 'nonsense']) expect((await fetchImage(id)).status).toBe(404);
});

test('returns 404 for a picture that differs from its event or whose creator is erased', async () => {
  const { body } = await createCrowdfunding();
  await api.database.pool.query('UPDATE private.pictures SET hash = $2 WHERE subject_id = $1', [
    body.id,
    'x',
  ]);
  expect((await fetchImage(body.id, staff.token)).status).toBe(404);
  const otherOrganization = await registerApprovedOrganization(api, client, staff.token);
  const otherCrowdfunding = await client.ok(contract.createCrowdfunding, {
    token: otherOrganization.token,
    body: createForm(),
  });
  expect((await fetchImage(otherCrowdfunding.id, staff.token)).status).toBe(200);
  await api.foundation.privateData.registry.erase(otherOrganization.dataUser.id);
  expect(await api.foundation.privateData.pictures.find(otherCrowdfunding.id)).toBeNull();
});

test.each([
  ['title', ''],
  ['title', '   '],
  ['title', undefined],
  ['description', ''],
  ['description', null],
  ['goalAmount', undefined],
  ['durationDays', undefined],
  ['imageBase64', ''],
  ['imageBase64', undefined],
])('refuses a campaign without %s (%j)', async (name, value) => {
  const { status, body } = await createCrowdfunding({ [name]: value });
  expect([status, body.message]).toEqual([400, MISSING_FIELD_MESSAGE]);
});

test.each([
  ['title', 'x'.repeat(101), 'The title cannot exceed 100 characters.'],
  ['title', 'a\u202eb', 'The text contains characters that are not allowed.'],
  ['description', '🐕'.repeat(1501), 'The description cannot exceed 1500 characters.'],
  ['goalAmount', 9_999, 'The goal amount must be between 10000 and 100000000 kindracoins.'],
  ['goalAmount', 100_000_001, 'The goal amount must be between 10000 and 100000000 kindracoins.'],
  ['goalAmount', 10_000.5, 'The goal amount must be between 10000 and 100000000 kindracoins.'],
  ['goalAmount', '10000', 'The value must be a number.'],
  ['durationDays', 6, 'The duration must be between 7 and 365 days.'],
  ['durationDays', 366, 'The duration must be between 7 and 365 days.'],
])('refuses a campaign with the %s %j', async (name, value, message) => {
  const { status, body } = await createCrowdfunding({ [name]: value });
  expect([status, body.message]).toEqual([400, message]);
});

test('accepts a campaign with values at the limits', async () => {
  const minimalForm = {
    title: 'x'.repeat(100),
    description: '🐕'.repeat(1500),
    goalAmount: 10_000,
    durationDays: 7,
  };
  expect((await createCrowdfunding(minimalForm)).status).toBe(200);
  expect((await createCrowdfunding({ goalAmount: 100_000_000, durationDays: 365 })).status).toBe(200);
});

test('refuses invalid pictures with a message and stores nothing', async () => {
  const previousCount = await countCrowdfundings();
  const largePicture = await createLargePicture(5 * 1024 * 1024 + 1);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString(
    'base64',
  );
  const gif = (await createPicture(9, 9, 'gif')).toString('base64');
  const truncatedPicture = (await createPicture(200, 200, 'jpeg')).subarray(0, 400).toString('base64');
  const widePicture = (await createPicture(8_001, 5_000)).toString('base64');
  const unsupportedProblem = ['UNSUPPORTED_PICTURE', 'The image must be a JPEG, PNG or WebP picture.'];
  for (const [imageBase64, code, message] of [
    [largePicture.toString('base64'), 'PICTURE_TOO_LARGE', 'The image cannot exceed 5 MB.'],
    [`data:image/png;base64,${svg}`, ...unsupportedProblem],
    [gif, ...unsupportedProblem],
    [widePicture, 'PICTURE_TOO_MANY_PIXELS', 'The image cannot exceed 40 megapixels.'],
    [truncatedPicture, 'BROKEN_PICTURE', 'The image is damaged and cannot be read.'],
    ['@@@@', 'BROKEN_PICTURE', 'The image is damaged and cannot be read.'],
  ]) {
    const { status, body } = await createCrowdfunding({ imageBase64 });
    expect([status, body.code, body.message]).toEqual([400, code, message]);
  }
  expect((await createCrowdfunding({ imageBase64: 'A'.repeat(8_000_000) })).status).toBe(413);
  expect(await countCrowdfundings()).toBe(previousCount);
});

test('concurrent requests with the same key create one campaign', async () => {
  const previousCount = await countCrowdfundings();
  const headers = { 'Idempotency-Key': randomUUID() };
  const responses = await Promise.all(Array.from({ length: 5 }, () => createCrowdfunding({}, headers)));
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await createCrowdfunding({}, headers)).body).toEqual(responses[0]?.body);
  expect(await countCrowdfundings()).toBe(previousCount + 1);
  const otherPicture = (await createPicture(30, 30)).toString('base64');
  expect((await createCrowdfunding({ imageBase64: otherPicture }, headers)).body.code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
});

test('another large picture under the same key is refused', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const [firstPicture, secondPicture] = [
    await createLargePicture(100_000),
    await createLargePicture(110_000),
  ];
  const createWithPicture = (picture: Buffer) =>
    createCrowdfunding({ imageBase64: picture.toString('base64') }, headers);
  expect((await createWithPicture(firstPicture)).status).toBe(200);
  expect((await createWithPicture(secondPicture)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('handles other requests while large pictures are processed', async () => {
  const largePicture = (await createLargePicture(5_000_000)).toString('base64');
  let activeUploads = MAX_UPLOADS_PER_ACCOUNT;
  const uploads = Array.from({ length: MAX_UPLOADS_PER_ACCOUNT }, async (_, uploadIndex) => {
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { status } = await createCrowdfunding({
        title: `Campaign ${uploadIndex} ${n}`,
        imageBase64: largePicture,
      });
      statuses.push(status);
    }
    activeUploads -= 1;
    return statuses;
  });
  let responseCount = 0;
  while (activeUploads > 0) {
    await client.ok(healthLive);
    responseCount += 1;
  }
  expect((await Promise.all(uploads)).flat()).toEqual(Array(5 * MAX_UPLOADS_PER_ACCOUNT).fill(200));
  expect(responseCount).toBeGreaterThan(10);
}, 60_000);

test('refuses more concurrent uploads of an account than allowed', async () => {
  const largePicture = (await createLargePicture(1_000_000)).toString('base64');
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => createCrowdfunding({ imageBase64: largePicture })),
  );
  const rejections = responses.filter(({ status }) => status !== 200);
  expect(rejections.length).toBeGreaterThan(0);
  for (const { status, body, headers } of rejections)
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'SLOW_DOWN', '2']);
}, 60_000);
