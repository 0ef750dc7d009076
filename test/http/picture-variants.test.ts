import sharp from 'sharp';
import { deactivateProfile } from '../../contract/accounts.ts';
import * as adoption from '../../contract/adoption.ts';
import * as contract from '../../contract/crowdfunding.ts';
import type { Image } from '../../contract/fields.ts';
import { deletePublication } from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { takeDownAnimal, takeDownPost } from '../../contract/take-down.ts';
import { deleteOrphanedPictures } from '../../workers/jobs/orphaned-pictures.ts';
import { buildPath } from '../support/address.ts';
import { createAdoptionForm } from './support/adoption.ts';
import { createActiveCrowdfunding } from './support/coins.ts';
import { registerApprovedOrganization, registerNewUser, registerStaff } from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const YEAR_CACHE_CONTROL = 'public, max-age=31536000, immutable';
const FOCAL_POINT = { x: 0.25, y: 0.8 };

let staff: AuthResponse;
let owner: AuthResponse;
let widePicture: string;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
  owner = await registerApprovedOrganization(api, client, staff.token);
  widePicture = (await createPicture(2_000, 1_000)).toString('base64');
});

interface NewPicture {
  readonly imageBase64: string;
  readonly imageFocus?: unknown;
}

/** A kind of subject that has a public picture. */
interface SubjectKind {
  readonly createSubject: (picture: NewPicture, token?: string) => Promise<{ status: number; body: never }>;
  readonly findImage: (body: never) => Image | undefined;
  readonly loadImage: (id: string) => Promise<Image | undefined>;
  readonly getAddress: (id: string) => string;
}

const createForm = () => ({
  title: 'A roof for the shelter',
  description: 'It rains in.',
  goalAmount: 250_000,
  durationDays: 30,
});

const approve = (id: string) =>
  client.ok(contract.approveCrowdfunding, { params: { id }, token: staff.token, body: {} });

const SUBJECT_KINDS: Readonly<Record<'crowdfunding' | 'update' | 'animal', SubjectKind>> = {
  crowdfunding: {
    createSubject: async (picture, token = owner.token) => {
      const response = await client.send(contract.createCrowdfunding, {
        token,
        body: { ...createForm(), ...picture } as never,
      });
      if (response.status === 200) await approve(response.body.id);
      return response as never;
    },
    findImage: ({ image }: contract.Crowdfunding) => image,
    loadImage: async (id) => (await client.ok(contract.getCrowdfunding, { params: { id } })).image,
    getAddress: (id) => buildPath(contract.getCrowdfundingImage, { id }),
  },
  update: {
    createSubject: async (picture, token = owner.token) => {
      const id = await createActiveCrowdfunding(api, owner.dataUser.id);
      const body = { text: 'Look', ...picture } as never;
      return client.send(contract.postUpdate, { token, params: { id }, body }) as never;
    },
    findImage: ({ update }: { update?: { image?: Image } }) => update?.image,
    loadImage: async (id) => {
      const { rows } = await api.database.pool.query<{ crowdfunding_id: string }>(
        'SELECT crowdfunding_id FROM read.posts WHERE id = $1',
        [id],
      );
      const params = { id: rows[0]?.crowdfunding_id ?? '' };
      return (await client.ok(contract.getUpdates, { params }))[0]?.update?.image;
    },
    getAddress: (id) => buildPath(contract.getUpdatePicture, { id }),
  },
  animal: {
    createSubject: (picture, token = owner.token) =>
      client.send(adoption.createAdoption, { token, body: createAdoptionForm(picture) }) as never,
    findImage: ({ image }: adoption.AdoptionPost) => image,
    loadImage: async (id) => (await client.ok(adoption.getAnimal, { params: { id } })).image,
    getAddress: (id) => buildPath(adoption.getAnimalImage, { id }),
  },
};

const KIND_ENTRIES = Object.entries(SUBJECT_KINDS);

async function createWithPicture(kind: SubjectKind, picture: NewPicture, token?: string) {
  const { status, body } = await kind.createSubject(picture, token);
  expect(status).toBe(200);
  const { id } = body as { id: string };
  return { id, image: kind.findImage(body) as Image, address: kind.getAddress(id) };
}

const fetchPicture = (address: string, query: object = {}, headers: Record<string, string> = {}) =>
  fetch(`${api.url}${address}?${new URLSearchParams({ ...query })}`, { headers });

async function describePicture(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
  expect(response.headers.get('content-type')).toBe(`image/${format}`);
  return `${width} × ${height} ${format}`;
}

const findVariant = (id: string) => api.foundation.privateData.pictures.findVariant(id, 1600, 'webp');

describe.each(KIND_ENTRIES)('the picture of a new %s', (_name, kind) => {
  test('is stored at 300, 800 and 1,600 pixels, as JPEG and WebP', async () => {
    const { id, image, address } = await createWithPicture(kind, {
      imageBase64: widePicture,
      imageFocus: FOCAL_POINT,
    });
    expect(image).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      width: 1_600,
      height: 800,
      focus: FOCAL_POINT,
    });
    expect(await kind.loadImage(id)).toEqual(image);
    const { hash } = image;
    const pictures = [];
    for (const query of [
      {},
      { hash, size: 800 },
      { hash, size: 800, type: 'webp' },
      { hash, size: 1600, type: 'jpeg' },
      { hash, size: 1600, type: 'webp' },
    ])
      pictures.push(await describePicture(await fetchPicture(address, query)));
    expect(pictures).toEqual([
      '300 × 150 jpeg',
      '800 × 400 jpeg',
      '800 × 400 webp',
      '1600 × 800 jpeg',
      '1600 × 800 webp',
    ]);
  });

  test('may be cached for a year only at the address with the hash of its content', async () => {
    const { image, address } = await createWithPicture(kind, { imageBase64: widePicture });
    const getCacheControl = async (query: object) =>
      (await fetchPicture(address, query)).headers.get('cache-control');
    expect(await getCacheControl({ hash: image.hash })).toBe(YEAR_CACHE_CONTROL);
    expect(await getCacheControl({ hash: image.hash, size: 1600, type: 'webp' })).toBe(YEAR_CACHE_CONTROL);
    for (const hash of ['0123456789abcdef', '', 'nonsense'])
      expect(await getCacheControl({ hash, size: 1600 })).toBe('public, max-age=300');
    expect(await getCacheControl({})).toBe('public, max-age=300');
  });

  test.each([
    [{ x: 0.5 }],
    [{ x: 0.5, y: 1.001 }],
    [{ x: -0.001, y: 0.5 }],
    [{ x: '0.5', y: 0.5 }],
    [{ x: null, y: 0.5 }],
    [[0.5, 0.5]],
    ['centre'],
    [null],
  ])('cannot have the focal point %j', async (imageFocus) => {
    const { status, body } = await kind.createSubject({ imageBase64: widePicture, imageFocus });
    expect([status, body]).toMatchObject([
      400,
      { code: 'INVALID_FOCAL_POINT', message: 'The focal point must have x and y from 0 to 1.' },
    ]);
  });

  test('may have its focal point at the edge, and none by default', async () => {
    const smallPicture = { imageBase64: (await createPicture(10, 10)).toString('base64') };
    const corner = { x: 0, y: 1 };
    expect((await createWithPicture(kind, { ...smallPicture, imageFocus: corner })).image.focus).toEqual(
      corner,
    );
    expect(
      (await createWithPicture(kind, { ...smallPicture, imageFocus: { x: 0.12345, y: 0.9999 } })).image.focus,
    ).toEqual({
      x: 0.123,
      y: 1,
    });
    expect((await createWithPicture(kind, smallPicture)).image).not.toHaveProperty('focus');
  });

  test('is deleted in all variants when no event refers to it', async () => {
    const { id } = await createWithPicture(kind, { imageBase64: widePicture });
    const orphanId = api.foundation.ids.next();
    const resizedPicture = await api.foundation.pictures.shrink(widePicture, owner.dataUser.id);
    await api.foundation.privateData.pictures.save(orphanId, owner.dataUser.id, resizedPicture);
    await api.database.pool.query(
      `UPDATE private.pictures SET created_at = now() - interval '2 hours' WHERE subject_id = ANY ($1)`,
      [[orphanId, id]],
    );
    expect(await findVariant(orphanId)).toMatchObject({ size: 1600, type: 'webp' });
    await deleteOrphanedPictures(api.foundation);
    expect(await findVariant(orphanId)).toBeNull();
    expect(await findVariant(id)).not.toBeNull();
  });

  test('is shown at 300 pixels if it was stored before the larger variants', async () => {
    const { id, address } = await createWithPicture(kind, { imageBase64: widePicture });
    const table = {
      [SUBJECT_KINDS.animal.getAddress(id)]: 'animals',
      [SUBJECT_KINDS.update.getAddress(id)]: 'posts',
    }[address];
    await api.database.pool.query(`UPDATE read.${table ?? 'crowdfundings'} SET image = NULL WHERE id = $1`, [
      id,
    ]);
    await api.database.pool.query('DELETE FROM private.picture_variants WHERE subject_id = $1', [id]);
    const response = await fetchPicture(address, { size: 1600, type: 'webp' });
    expect(await describePicture(response)).toBe('300 × 150 jpeg');
  });

  test('is not shown in a variant that differs from its event', async () => {
    const { id, image, address } = await createWithPicture(kind, { imageBase64: widePicture });
    await api.database.pool.query(`UPDATE private.pictures SET variants_hash = 'x' WHERE subject_id = $1`, [
      id,
    ]);
    const query = { hash: image.hash, size: 1600 };
    expect(await describePicture(await fetchPicture(address, query))).toBe('300 × 150 jpeg');
    await api.database.pool.query(`UPDATE private.pictures SET hash = 'x' WHERE subject_id = $1`, [id]);
    expect((await fetchPicture(address, query)).status).toBe(404);
  });
});

test('no variant is stored when the command is rejected', async () => {
  const stranger = await registerNewUser(client);
  const countVariants = async () =>
    (await api.database.pool.query('SELECT count(*) FROM private.picture_variants')).rows[0];
  const previousCount = await countVariants();
  const { status } = await SUBJECT_KINDS.update.createSubject({ imageBase64: widePicture }, stranger.token);
  expect([status, await countVariants()]).toEqual([403, previousCount]);
});

test('all variants of a picture are deleted with its account', async () => {
  const otherUser = await registerNewUser(client);
  const picture = { subjectId: api.foundation.ids.next(), ownerId: otherUser.dataUser.id };
  const resizedPicture = await api.foundation.pictures.shrink(widePicture, picture.ownerId);
  await api.foundation.privateData.pictures.save(picture.subjectId, picture.ownerId, resizedPicture);
  expect(await findVariant(picture.subjectId)).not.toBeNull();
  await api.foundation.privateData.registry.erase(otherUser.dataUser.id);
  expect(await findVariant(picture.subjectId)).toBeNull();
});

test('a smaller picture is sent in the largest size that it has', async () => {
  const imageBase64 = (await createPicture(600, 900)).toString('base64');
  const { image, address } = await createWithPicture(SUBJECT_KINDS.animal, { imageBase64 });
  expect(image).toMatchObject({ width: 600, height: 900 });
  expect(await describePicture(await fetchPicture(address, { size: 1600 }))).toBe('600 × 900 jpeg');
  expect(await describePicture(await fetchPicture(address, { size: 800 }))).toBe('533 × 800 jpeg');
  const smallAnimal = await createWithPicture(SUBJECT_KINDS.animal, {
    imageBase64: (await createPicture(30, 20)).toString('base64'),
  });
  expect(smallAnimal.image).toMatchObject({ width: 30, height: 20 });
  expect(await describePicture(await fetchPicture(smallAnimal.address, { size: 1600, type: 'webp' }))).toBe(
    '30 × 20 jpeg',
  );
});

test('each variant has its own entity tag', async () => {
  const { address } = await createWithPicture(SUBJECT_KINDS.animal, { imageBase64: widePicture });
  const getEntityTag = async (query: object) =>
    (await fetchPicture(address, query)).headers.get('etag') ?? '';
  const queries = [{}, { size: 800 }, { size: 800, type: 'webp' }, { size: 1600 }];
  const tags = await Promise.all(queries.map(getEntityTag));
  expect(new Set(tags).size).toBe(4);
  for (const [i, query] of queries.entries()) {
    const currentResponse = await fetchPicture(address, query, { 'If-None-Match': tags[i] ?? '' });
    expect([currentResponse.status, await currentResponse.text()]).toEqual([304, '']);
    const staleResponse = await fetchPicture(address, query, { 'If-None-Match': tags[(i + 1) % 4] ?? '' });
    expect(staleResponse.status).toBe(200);
  }
});

test.each([
  [{ size: '900' }, 'UNKNOWN_PICTURE_SIZE', 'The size must be 800 or 1600.'],
  [{ size: '' }, 'UNKNOWN_PICTURE_SIZE', 'The size must be 800 or 1600.'],
  [{ type: 'gif' }, 'UNKNOWN_PICTURE_TYPE', 'The type must be jpeg or webp.'],
])('refuses to send a picture for the query %j', async (query, code, message) => {
  const { address } = await createWithPicture(SUBJECT_KINDS.animal, { imageBase64: widePicture });
  const response = await fetchPicture(address, query);
  expect([response.status, await response.json()]).toMatchObject([400, { code, message }]);
});

describe('a hidden picture is not sent, even at the address with its hash', () => {
  const createQuery = (image: Image) => ({ hash: image.hash, size: 1600, type: 'webp' });
  const fetchAs = (address: string, image: Image, token?: string) =>
    fetchPicture(address, createQuery(image), token ? { Authorization: `Bearer ${token}` } : {});
  const getAccess = async (address: string, image: Image, token?: string) => {
    const response = await fetchAs(address, image, token);
    return [response.status, response.headers.get('cache-control')];
  };
  const HIDDEN_ACCESS = [404, 'no-store'];
  const RESTRICTED_ACCESS = [200, 'private, no-cache'];

  test('of a crowdfunding before its approval', async () => {
    const { body } = await client.send(contract.createCrowdfunding, {
      token: owner.token,
      body: { ...createForm(), imageBase64: widePicture },
    });
    const [address, image] = [SUBJECT_KINDS.crowdfunding.getAddress(body.id), body.image as Image];
    const stranger = await registerNewUser(client);
    expect(await getAccess(address, image)).toEqual(HIDDEN_ACCESS);
    expect(await getAccess(address, image, stranger.token)).toEqual(HIDDEN_ACCESS);
    expect(await getAccess(address, image, owner.token)).toEqual(RESTRICTED_ACCESS);
    await approve(body.id);
    expect(await getAccess(address, image)).toEqual([200, YEAR_CACHE_CONTROL]);
  });

  test.each([
    ['update', takeDownPost],
    ['animal', takeDownAnimal],
  ] as const)('of an %s that is taken down', async (name, takeDown) => {
    const { id, image, address } = await createWithPicture(SUBJECT_KINDS[name], { imageBase64: widePicture });
    expect(await getAccess(address, image)).toEqual([200, YEAR_CACHE_CONTROL]);
    await client.ok(takeDown, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
    expect(await getAccess(address, image)).toEqual(HIDDEN_ACCESS);
    expect(await getAccess(address, image, owner.token)).toEqual(RESTRICTED_ACCESS);
    expect(await getAccess(address, image, staff.token)).toEqual(RESTRICTED_ACCESS);
  });

  test('of an animal whose owner is deactivated', async () => {
    const otherUser = await registerNewUser(client);
    const { image, address } = await createWithPicture(
      SUBJECT_KINDS.animal,
      { imageBase64: widePicture },
      otherUser.token,
    );
    await client.ok(deactivateProfile, { token: otherUser.token });
    expect(await getAccess(address, image)).toEqual(HIDDEN_ACCESS);
    expect(await getAccess(address, image, staff.token)).toEqual(RESTRICTED_ACCESS);
  });

  test('of an update or animal that is deleted', async () => {
    const { token } = owner;
    const update = await createWithPicture(SUBJECT_KINDS.update, { imageBase64: widePicture });
    await client.ok(deletePublication, { token, params: { id: update.id } });
    const animal = await createWithPicture(SUBJECT_KINDS.animal, { imageBase64: widePicture });
    await client.ok(adoption.deleteAdoption, { token, params: { id: animal.id } });
    for (const { id, image, address } of [update, animal]) {
      expect(await getAccess(address, image, token)).toEqual(HIDDEN_ACCESS);
      expect(await findVariant(id)).toBeNull();
    }
  });
});
