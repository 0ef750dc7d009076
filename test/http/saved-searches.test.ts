import { deactivateProfile } from '../../contract/accounts.ts';
import * as adoption from '../../contract/adoption.ts';
import { blockProfile, muteProfile, unmuteProfile } from '../../contract/hidden-profiles.ts';
import { banProfile } from '../../contract/moderation.ts';
import { setEmailNotifications } from '../../contract/notifications.ts';
import * as contract from '../../contract/saved-searches.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { restoreAnimal, takeDownAnimal } from '../../contract/take-down.ts';
import { MAX_SAVED_SEARCHES } from '../../domain/adoption/rules.ts';
import { createAnimal } from './support/adoption.ts';
import { listEmails, queueEventEmails } from './support/event-emails.ts';
import { listen } from './support/live.ts';
import {
  countUnread,
  getProfileId,
  listNotifications,
  markAsRead,
  muteKind,
} from './support/notifications.ts';
import { registerNewUser, registerStaff, registerVerifiedUser } from './support/people.ts';
import {
  createWord,
  deleteSearch,
  listAnnouncedIds,
  listSearches,
  matchAnimals,
  saveSearch,
} from './support/saved-searches.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

/** GeoNames ids of towns. Banyoles is 16 km from Girona, and Barcelona is 86 km from it. */
const GIRONA = 3121456;
const BANYOLES = 3128885;
const BARCELONA = 3128760;

let staff: AuthResponse;
let owner: AuthResponse;
let seeker: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
});
beforeEach(async () => {
  owner = await registerNewUser(client);
  seeker = await registerNewUser(client);
});

const offerAnimal = (animal: object = {}, details: object = {}, account: AuthResponse = owner) =>
  createAnimal(client, account.token, animal, details);

describe('a saved search', () => {
  const FULL_FILTER = {
    type: 'DOG',
    sex: 'F',
    minAge: 8,
    maxAge: 20,
    vaccinated: true,
    sterilized: false,
    text: 'quiet',
    near: GIRONA,
    within: 50,
  } as const;

  test('is listed with its filters and its town, the newest first', async () => {
    const first = await saveSearch(seeker, FULL_FILTER, '  Old dogs near Girona ');
    const { near: _, ...filter } = FULL_FILTER;
    expect(first).toEqual({
      filter,
      id: first.id,
      name: 'Old dogs near Girona',
      createdDate: expect.any(String),
      town: expect.objectContaining({ id: GIRONA, name: 'Girona' }),
    });
    const second = await saveSearch(seeker, { type: 'CAT' });
    expect(second).toMatchObject({
      filter: { type: 'CAT', sex: null, minAge: null, vaccinated: null, text: '', within: null },
      town: null,
    });
    expect(await listSearches(seeker)).toEqual([second, first]);
    expect(await listSearches(owner)).toEqual([]);
  });

  test('is deleted once, and only by its owner', async () => {
    const { id } = await saveSearch(seeker, { type: 'CAT' });
    expect((await deleteSearch(owner, id)).status).toBe(404);
    expect((await deleteSearch(seeker, id)).status).toBe(200);
    expect(await deleteSearch(seeker, id)).toMatchObject({ status: 404, body: { code: 'SEARCH_NOT_FOUND' } });
    expect(await listSearches(seeker)).toEqual([]);
  });

  test('is saved once per key, also in concurrent requests', async () => {
    const sendSearch = () =>
      client.ok(contract.saveSearch, {
        token: seeker.token,
        headers: { 'Idempotency-Key': '01980000-0000-7000-8000-0000000000a1' },
        body: { name: 'Cats', filter: { type: 'CAT' } },
      });
    const responses = await Promise.all([sendSearch(), sendSearch(), sendSearch()]);
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(await listSearches(seeker)).toEqual([responses[0]]);
  });

  test.each([
    [{ name: ' ' }, 'SEARCH_NAME_MISSING'],
    [{ name: 'x'.repeat(61) }, 'SEARCH_NAME_TOO_LONG'],
    [{ name: 'a\u202eb' }, 'FORBIDDEN_CHARACTERS'],
    [{ type: 'UNICORN' }, 'UNKNOWN_ANIMAL_TYPE'],
    [{ minAge: 1.5 }, 'AGE_NOT_WHOLE'],
    [{ vaccinated: 'yes' }, 'INVALID_FILTER'],
    [{ text: 'x'.repeat(101) }, 'SEARCH_TOO_LONG'],
    [{ text: 'a\u202eb' }, 'FORBIDDEN_CHARACTERS'],
    [{ near: 1 }, 'UNKNOWN_TOWN'],
    [{ within: 10 }, 'TOWN_MISSING'],
    [{ near: GIRONA, within: 0 }, 'INVALID_DISTANCE'],
    [{ type: null }, 'SEARCH_WITHOUT_FILTER'],
    [{ type: null, near: GIRONA }, 'SEARCH_WITHOUT_FILTER'],
  ])('is refused with %j: %s', async (fields, code) => {
    const { name = 'Dogs', ...filter } = fields as { name?: string };
    const body = { name, filter: { type: 'DOG', ...filter } } as never;
    const { status, body: error } = await client.send(contract.saveSearch, { token: seeker.token, body });
    expect([status, error.code]).toEqual([400, code]);
  });

  test('is refused when another one has the same filters', async () => {
    const { id } = await saveSearch(seeker, FULL_FILTER);
    const request = { token: seeker.token, body: { name: 'Another name', filter: FULL_FILTER } };
    expect((await client.send(contract.saveSearch, request)).body.code).toBe('SEARCH_ALREADY_SAVED');
    await deleteSearch(seeker, id);
    expect((await client.send(contract.saveSearch, request)).status).toBe(200);
  });

  test(`is refused beyond ${MAX_SAVED_SEARCHES}, also in concurrent requests`, async () => {
    const responses = await Promise.all(
      Array.from({ length: MAX_SAVED_SEARCHES + 3 }, (_, age) =>
        client.send(contract.saveSearch, {
          token: seeker.token,
          body: { name: 'Age', filter: { minAge: age, text: 'nothing' } },
        }),
      ),
    );
    const rejections = responses.filter(({ status }) => status !== 200);
    expect(rejections.map(({ body }) => body.code)).toEqual(Array(3).fill('TOO_MANY_SEARCHES'));
    expect(await listSearches(seeker)).toHaveLength(MAX_SAVED_SEARCHES);
  });

  test('is encrypted in the log, except for its kinds and numbers', async () => {
    await saveSearch(seeker, { ...FULL_FILTER, text: 'whisperword' }, 'Whispername');
    const { rows } = await api.database.pool.query<{ data: string }>(
      `SELECT data::text FROM log.events WHERE stream = $1`,
      [`saved-searches-${getProfileId(seeker)}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.data).not.toMatch(/whisper|Girona|41\.98|3121456/i);
    expect(rows[0]?.data).toContain('DOG');
  });
});

describe('an animal that a saved search finds', () => {
  test('is announced once to its account, with a link, live, and not to its owner', async () => {
    const text = createWord();
    await saveSearch(seeker, { text });
    await saveSearch(seeker, { text, type: 'DOG' });
    await saveSearch(owner, { text });
    await markAsRead(seeker);
    const updates = await listen(api.url, seeker.token);
    const { id } = await offerAnimal({ name: `Rex ${text}` });
    await matchAnimals();
    expect(await listNotifications(seeker)).toMatchObject([
      {
        kind: 'ANIMAL_MATCH',
        unread: true,
        actors: [{ id: getProfileId(owner) }],
        subject: { id, text: `Rex ${text}` },
      },
    ]);
    expect(await countUnread(seeker)).toBe(1);
    await updates.waitForHint(({ name, data }) => name === 'notifications-changed' && data.unread === 1);
    updates.close();
    expect(await listAnnouncedIds(owner)).toEqual([]);
    await matchAnimals();
    expect(await countUnread(seeker)).toBe(1);
  });

  test.each([
    ['its kind', { type: 'DOG' }, [true, false, false, false]],
    ['its sex', { sex: 'F' }, [false, true, false, false]],
    ['its age', { minAge: 3, maxAge: 9 }, [true, true, false, false]],
    ['its lowest age', { minAge: 10 }, [false, false, true, true]],
    ['a vaccination', { vaccinated: false }, [false, true, false, false]],
    ['a sterilization', { sterilized: true }, [true, false, true, true]],
    ['words of its texts, in any order', { text: 'GREEN_ pond' }, [false, false, true, false]],
    ['a distance', { near: GIRONA, within: 20 }, [true, true, false, false]],
    [
      'a shorter distance and its kind',
      { near: GIRONA, within: 10, type: 'DOG' },
      [true, false, false, false],
    ],
  ])('is found by %s', async (_, filter, expectedMatches) => {
    const text = createWord();
    await saveSearch(seeker, { ...filter, text: `${text} ${'text' in filter ? filter.text : ''}` } as never);
    const animals = [
      await offerAnimal({ name: text, type: 'DOG', age: 5 }, { town: GIRONA }),
      await offerAnimal(
        { name: text, type: 'CAT', age: 3, sex: 'F' },
        { town: BANYOLES, vaccinated: false, sterilized: false },
      ),
      await offerAnimal(
        { name: text, type: 'BIRD', age: 10 },
        { town: BARCELONA, address: 'Pond of green_ frogs' },
      ),
      await offerAnimal({ name: text, type: 'FISH', age: 99 }, { address: 'Pond of greens' }),
    ];
    await matchAnimals();
    const announcedIds = await listAnnouncedIds(seeker);
    expect(animals.map(({ id }) => announcedIds.includes(id))).toEqual(expectedMatches);
  });

  test('is not announced when it was offered before the search, or the search is deleted', async () => {
    const text = createWord();
    await offerAnimal({ name: text });
    const { id: searchId } = await saveSearch(seeker, { text });
    const { id } = await offerAnimal({ name: text });
    await matchAnimals();
    expect(await listAnnouncedIds(seeker)).toEqual([id]);
    await deleteSearch(seeker, searchId);
    await offerAnimal({ name: text });
    await matchAnimals();
    expect(await listAnnouncedIds(seeker)).toEqual([id]);
  });

  test('is not announced across blocks and mutes, nor to accounts that are not active', async () => {
    const text = createWord();
    const [blocker, blockedUser, muter, deactivatedUser] = await Promise.all(
      Array.from({ length: 4 }, () => registerNewUser(client)),
    );
    const excludedUsers = [blocker, blockedUser, muter, deactivatedUser] as AuthResponse[];
    for (const account of [...excludedUsers, seeker]) await saveSearch(account, { text });
    const params = { id: getProfileId(owner) };
    await client.ok(blockProfile, { token: blocker?.token as string, params });
    await client.ok(muteProfile, { token: muter?.token as string, params });
    const blockedId = getProfileId(blockedUser as AuthResponse);
    await client.ok(blockProfile, { token: owner.token, params: { id: blockedId } });
    await client.ok(deactivateProfile, { token: deactivatedUser?.token as string });
    const { id } = await offerAnimal({ name: text });
    await matchAnimals();
    const { rows } = await api.database.pool.query(
      'SELECT account_id FROM read.notifications WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([{ account_id: getProfileId(seeker) }]);
    await client.ok(unmuteProfile, { token: muter?.token as string, params });
    expect(await listAnnouncedIds(muter as AuthResponse)).toEqual([]);
    await client.ok(blockProfile, { token: seeker.token, params });
    expect([await listAnnouncedIds(seeker), await countUnread(seeker)]).toEqual([[], 0]);
  });

  test('is not announced when it is removed, adopted or taken down, or its owner is banned', async () => {
    const text = createWord();
    await saveSearch(seeker, { text });
    const takeDown = (id: string) =>
      client.ok(takeDownAnimal, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
    const [removedAnimal, adoptedAnimal, takenDownAnimal] = [
      await offerAnimal({ name: text }),
      await offerAnimal({ name: text }),
      await offerAnimal({ name: text }),
    ];
    await client.ok(adoption.deleteAdoption, { token: owner.token, params: { id: removedAnimal.id } });
    await client.ok(adoption.markAdopted, { token: owner.token, params: { id: adoptedAnimal.id } });
    await takeDown(takenDownAnimal.id);
    const bannedUser = await registerNewUser(client);
    await offerAnimal({ name: text }, {}, bannedUser);
    const body = { reason: 'Spam.' };
    await client.ok(banProfile, { token: staff.token, params: { id: getProfileId(bannedUser) }, body });
    await matchAnimals();
    expect(await countUnread(seeker)).toBe(0);
  });

  test('is not shown while it is taken down, after it is removed, or while its owner is hidden', async () => {
    const text = createWord();
    await saveSearch(seeker, { text });
    const { id } = await offerAnimal({ name: text });
    await matchAnimals();
    const request = { token: staff.token, params: { id }, body: { reason: 'Spam.' } };
    await client.ok(takeDownAnimal, request);
    expect([await listAnnouncedIds(seeker), await countUnread(seeker)]).toEqual([[], 0]);
    await client.ok(restoreAnimal, request);
    expect([await listAnnouncedIds(seeker), await countUnread(seeker)]).toEqual([[id], 1]);
    await client.ok(deactivateProfile, { token: owner.token });
    expect([await listAnnouncedIds(seeker), await countUnread(seeker)]).toEqual([[], 0]);
  });

  test('is announced by email unless the kind is turned off, and not shown if the kind is muted', async () => {
    const text = createWord();
    const [subscriber, otherSubscriber, optedOutUser] = [
      await registerVerifiedUser(api, client),
      await registerVerifiedUser(api, client),
      await registerVerifiedUser(api, client),
    ];
    for (const account of [subscriber, otherSubscriber, optedOutUser]) await saveSearch(account, { text });
    await queueEventEmails();
    await client.ok(setEmailNotifications, {
      token: optedOutUser.token,
      body: { kind: 'ANIMAL_MATCH', mailed: false },
    });
    await muteKind(optedOutUser, 'ANIMAL_MATCH');
    const { id } = await offerAnimal({ name: text });
    await matchAnimals();
    await queueEventEmails();
    await queueEventEmails();
    for (const account of [subscriber, otherSubscriber])
      expect(await listEmails(account)).toMatchObject([
        {
          content: {
            kind: 'ANIMAL_MATCH',
            subject: text,
            link: `https://kindra.example/adoptable-animals/${id}`,
          },
        },
      ]);
    expect(await listEmails(optedOutUser)).toEqual([]);
    expect([await listAnnouncedIds(optedOutUser), await countUnread(optedOutUser)]).toEqual([[], 0]);
  });
});
