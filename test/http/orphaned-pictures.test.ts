import { jest } from '@jest/globals';
import { deleteAdoption } from '../../contract/adoption.ts';
import { postUpdate } from '../../contract/crowdfunding.ts';
import { deletePublication } from '../../contract/posts.ts';
import type { Handler } from '../../domain/handle.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import { deleteOrphanedPictures } from '../../workers/jobs/orphaned-pictures.ts';
import { createAnimal } from './support/adoption.ts';
import { createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { PICTURE } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const HOUR_MS = 60 * 60_000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

setUpTestApi();

/** Stores a picture of a given age. */
async function insertPicture(ageMs: number, id: string = api.foundation.ids.next()): Promise<string> {
  const { ids, privateData, clock } = api.foundation;
  await privateData.pictures.save(id, ids.next(), { jpeg: JPEG, hash: '0'.repeat(64) });
  const storedAt = new Date(Date.parse(clock.now()) - ageMs);
  await api.database.pool.query('UPDATE private.pictures SET created_at = $2 WHERE subject_id = $1', [
    id,
    storedAt,
  ]);
  return id;
}
const isStored = async (id: string) => (await api.foundation.privateData.pictures.find(id)) !== null;

async function backdatePicture(id: string): Promise<void> {
  const statement = `UPDATE private.pictures SET created_at = now() - interval '2 hours' WHERE subject_id = $1`;
  await api.database.pool.query(statement, [id]);
}

/** Offers an animal for adoption with a picture that is 2 hours old. Returns their id. */
async function createAnimalWithOldPicture(token: string): Promise<string> {
  const { id } = await createAnimal(client, token);
  await backdatePicture(id);
  return id;
}

/** Expects that a picture is deleted even if the process crashes right after its subject is removed. */
async function expectDeletionAfterCrash(
  id: string,
  removeSubject: () => Promise<{ readonly status: number }>,
): Promise<void> {
  await backdatePicture(id);
  await deleteOrphanedPictures(api.foundation);
  expect(await isStored(id)).toBe(true);

  const { pictures } = api.foundation.privateData;
  const deleteSpy = jest.spyOn(pictures, 'delete').mockRejectedValueOnce(new Error('died'));
  expect((await removeSubject()).status).toBe(500);
  deleteSpy.mockRestore();
  expect(await isStored(id)).toBe(true);
  await deleteOrphanedPictures(api.foundation);
  expect(await isStored(id)).toBe(false);
}

test('deletes pictures without an event after an hour', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const orphanId = await insertPicture(HOUR_MS + 1_000);
  const recentId = await insertPicture(HOUR_MS - 60_000);
  const referencedIds = [
    await insertPicture(HOUR_MS * 2, await createCrowdfunding(api, dataUser.id)),
    await createAnimalWithOldPicture(token),
  ];
  await deleteOrphanedPictures(api.foundation);
  expect(await Promise.all([orphanId, recentId, ...referencedIds].map(isStored))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('deletes the picture of a removed animal after a crash', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await createAnimal(client, token);
  await expectDeletionAfterCrash(id, () => client.send(deleteAdoption, { token, params: { id } }));
});

test('keeps the picture of an animal whose removal is refused', async () => {
  const { token } = await registerNewUser(client);
  const id = await createAnimalWithOldPicture(token);
  const otherUser = await registerNewUser(client);
  const markSpy = jest.spyOn(api.foundation.privateData.pictures, 'markUnverified');
  expect((await client.send(deleteAdoption, { token: otherUser.token, params: { id } })).status).toBe(403);
  expect(markSpy).not.toHaveBeenCalled();
  markSpy.mockRestore();
  await deleteOrphanedPictures(api.foundation);
  expect(await isStored(id)).toBe(true);
});

test('checks each picture once', async () => {
  const { pool } = api.database;
  await pool.query(
    `INSERT INTO private.pictures (subject_id, owner_id, hash, jpeg, created_at)
     SELECT gen_random_uuid(), gen_random_uuid(), '', '', now() - interval '2 hours' FROM generate_series(1, 1200)`,
  );
  const { token } = await registerNewUser(client);
  const referencedId = await createAnimalWithOldPicture(token);
  const previousCount = (await pool.query('SELECT FROM private.pictures WHERE named')).rowCount ?? 0;
  await deleteOrphanedPictures(api.foundation);
  const { rows } = await pool.query(`SELECT count(*) FILTER (WHERE named) AS named,
    count(*) FILTER (WHERE NOT named AND created_at < now() - interval '1 hour') AS unnamed FROM private.pictures`);
  expect(rows).toEqual([{ named: String(previousCount + 1), unnamed: '0' }]);
  expect(await isStored(referencedId)).toBe(true);
});

/** Returns the system with a log in which the events about some ids cannot be read, and the errors that it logs. */
function withUnreadableIds(ids: ReadonlySet<string>) {
  const { handler } = api.foundation;
  const errors: unknown[] = [];
  const recovered: string[] = [];
  const load: Handler['load'] = async (decider, id) => {
    if (ids.has(id)) throw new Error('unreadable');
    return handler.load(decider, id);
  };
  const logger = {
    info: () => {},
    error: (fields: object) => void errors.push('pictureId' in fields && fields.pictureId),
    recovered: (subject: string) => void recovered.push(subject),
  };
  return { system: { ...api.foundation, handler: { load }, logger }, errors, recovered };
}

test('keeps and reports pictures that cannot be checked, and checks the others on all pages', async () => {
  const { rows } = await api.database.pool.query(
    `INSERT INTO private.pictures (subject_id, owner_id, hash, jpeg, created_at)
     SELECT gen_random_uuid(), gen_random_uuid(), '', '', now() - interval '3 hours' FROM generate_series(1, 501)
     RETURNING subject_id AS id`,
  );
  const unreadableIds = new Set<string>(rows.map(({ id }) => id));
  const orphanId = await insertPicture(HOUR_MS * 2);
  const { token } = await registerNewUser(client);
  const referencedId = await createAnimalWithOldPicture(token);
  const { system, errors, recovered } = withUnreadableIds(unreadableIds);

  await deleteOrphanedPictures(system);

  expect(await Promise.all([orphanId, referencedId].map(isStored))).toEqual([false, true]);
  expect(await Promise.all([...unreadableIds].map(isStored))).not.toContain(false);
  expect(errors).toHaveLength(100);
  expect(unreadableIds).toContain(errors[0]);
  expect(recovered).toEqual([]);

  unreadableIds.clear();
  await deleteOrphanedPictures(system);
  expect(await Promise.all(rows.map(({ id }) => isStored(id)))).not.toContain(true);
  expect(recovered).toHaveLength(1);
});

test('fails without checking further pictures when the event log is unreachable', async () => {
  const orphanIds = [await insertPicture(HOUR_MS * 3), await insertPicture(HOUR_MS * 2)];
  const { system, errors } = withUnreadableIds(new Set());
  const load = jest.fn(() => Promise.reject(new EventLogUnavailable(new Error('down'))));

  await expect(deleteOrphanedPictures({ ...system, handler: { load } })).rejects.toThrow(EventLogUnavailable);

  expect(load).toHaveBeenCalledTimes(1);
  expect(errors).toEqual([]);
  expect(await Promise.all(orphanIds.map(isStored))).toEqual([true, true]);
});

test('keeps a picture that is stored again in the meantime', async () => {
  const { privateData, clock, ids } = api.foundation;
  const { pictures } = privateData;
  const id = await insertPicture(HOUR_MS * 2);
  const cutoff = new Date(Date.parse(clock.now()) - HOUR_MS).toISOString();
  const unreferencedPictures = await pictures.listUnreferenced(cutoff, 10);
  expect(unreferencedPictures.map(({ subjectId }) => subjectId)).toContain(id);
  const reference = await pictures.save(id, ids.next(), {
    jpeg: JPEG,
    hash: '1'.repeat(64),
    details: { hash: '2'.repeat(64), width: 600, height: 400 },
    variants: [{ size: 800, type: 'webp', bytes: JPEG }],
  });
  expect(reference).toEqual({ imageHash: '0'.repeat(64) });
  expect(await pictures.findVariant(id, 800, 'webp')).toBeNull();
  await pictures.delete(id, cutoff);
  expect(await isStored(id)).toBe(true);
  await pictures.delete(id);
  expect(await isStored(id)).toBe(false);
});

test('deletes the picture of a deleted update after a crash', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const params = { id: await createActiveCrowdfunding(api, dataUser.id) };
  const body = { text: 'The roof is on.', imageBase64: PICTURE.toString('base64') };
  const { id } = await client.ok(postUpdate, { token, params, body });
  await expectDeletionAfterCrash(id, () => client.send(deletePublication, { token, params: { id } }));
});
