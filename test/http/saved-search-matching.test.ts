import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { animalMatchesDecider } from '../../domain/adoption/matches.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { savedSearchesProjection } from '../../projections/adoption/saved-searches/project.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import {
  countUnmatchedAnimals,
  createMatchingRound,
  startMatching,
} from '../../workers/adoption/match-animals.ts';
import { waitUntil } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import { countUnread, getProfileId } from './support/notifications.ts';
import { registerNewUser } from './support/people.ts';
import { createWord, listAnnouncedIds, matchAnimals, saveSearch } from './support/saved-searches.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let owner: AuthResponse;
let seeker: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  owner = await registerNewUser(client);
  seeker = await registerNewUser(client);
});

const offerAnimal = (animal: object) => createAnimal(client, owner.token, animal);

describe('saved searches', () => {
  /** Returns the recipients of each match event for an animal, oldest event first. */
  const listMatches = async (id: string) => {
    const { rows } = await api.database.pool.query<{ recipients: string[] }>(
      `SELECT data::jsonb -> 'recipientIds' AS recipients FROM log.events WHERE stream = $1 ORDER BY revision`,
      [`animal-matches-${id}`],
    );
    return rows.map(({ recipients }) => recipients);
  };

  test('notify once when the worker crashes, repeats its work or runs twice', async () => {
    const text = createWord();
    const searchers = await Promise.all([1, 2, 3].map(() => registerNewUser(client)));
    for (const account of searchers) await saveSearch(account, { text });
    const { foundation } = api;
    const previousPosition = await foundation.privateData.matchProgress.getPosition();
    const { id } = await offerAnimal({ name: text });
    const crashingSystem = {
      ...foundation,
      privateData: {
        matchProgress: {
          ...foundation.privateData.matchProgress,
          advance: () => Promise.reject(new Error('died')),
        },
      },
    };
    await expect(createMatchingRound(crashingSystem)(new AbortController().signal)).rejects.toThrow('died');
    expect(await listMatches(id)).toEqual([searchers.map(getProfileId).sort()]);
    await Promise.all([matchAnimals(), matchAnimals()]);
    await api.database.pool.query('UPDATE private.match_progress SET position = $1', [previousPosition]);
    await matchAnimals();
    expect(await listMatches(id)).toHaveLength(1);
    for (const account of searchers) expect(await countUnread(account)).toBe(1);
  });

  test('notify the others when some are notified', async () => {
    const text = createWord();
    const searchers = await Promise.all([1, 2, 3].map(() => registerNewUser(client)));
    for (const account of searchers) await saveSearch(account, { text });
    const { id } = await offerAnimal({ name: text });
    const { handler, ids, clock } = api.foundation;
    const recipientIds = searchers.slice(1).map(getProfileId);
    const commandId = ids.next();
    await handler.handle(
      animalMatchesDecider,
      id,
      { type: 'MatchAnimal', adoptionId: id, ownerId: getProfileId(owner), recipientIds },
      {
        commandId,
        correlationId: commandId,
        actor: { kind: 'system', id: 'tests' },
        occurredAt: clock.now(),
      },
    );
    await matchAnimals();
    expect(await listMatches(id)).toEqual([recipientIds, [getProfileId(searchers[0] as AuthResponse)]]);
  });

  test('wait until the read models contain an animal', async () => {
    const text = createWord();
    await saveSearch(seeker, { text });
    await api.stopProjections();
    const offerRequest = offerAnimal({ name: text });
    await waitUntil(async () => (await countUnmatchedAnimals(api.foundation)) > 0);
    const laggingSystem = { ...api.foundation, progress: { waitFor: async () => false } };
    await createMatchingRound(laggingSystem)(new AbortController().signal);
    expect(await countUnmatchedAnimals(api.foundation)).toBeGreaterThan(0);
    await api.startProjections();
    const { id } = await offerRequest;
    await matchAnimals();
    expect(await listAnnouncedIds(seeker)).toEqual([id]);
    expect(await countUnmatchedAnimals(api.foundation)).toBe(0);
  });

  test('are matched by a worker', async () => {
    const text = createWord();
    await saveSearch(seeker, { text });
    const logger = { info: () => {}, error: () => {} };
    const worker = startMatching({ ...api.foundation, logger });
    try {
      const { id } = await offerAnimal({ name: text });
      await waitUntil(async () => (await listAnnouncedIds(seeker)).includes(id));
    } finally {
      await worker.close();
    }
  });

  test('start at the end of a log that has lost events or was restored', async () => {
    const { pool } = api.database;
    const head = await api.foundation.rawLog.head();
    await pool.query('UPDATE private.match_progress SET position = $1', [head + 1_000]);
    await matchAnimals();
    expect(await api.foundation.privateData.matchProgress.getPosition()).toBe(head);
    await pool.query('DELETE FROM private.match_progress');
    await matchAnimals();
    expect(await api.foundation.privateData.matchProgress.getPosition()).toBe(head);
  });

  test('are equal after a rebuild', async () => {
    await saveSearch(seeker, { text: 'green_ pond', near: 3121456, within: 20 });
    const { pool } = api.database;
    const readRows = async () => (await pool.query('SELECT * FROM read.saved_searches ORDER BY id')).rows;
    const previousRows = await readRows();
    expect(previousRows.length).toBeGreaterThan(0);
    const { rawLog, vault } = api.foundation;
    const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
    expect(await rebuild({ log, pool, projection: savedSearchesProjection })).toMatchObject({ equal: true });
    expect(await readRows()).toEqual(previousRows);
  });
});
