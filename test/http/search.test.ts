import * as accounts from '../../contract/accounts.ts';
import * as adoption from '../../contract/adoption.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as hidden from '../../contract/hidden-profiles.ts';
import * as moderation from '../../contract/moderation.ts';
import { search, taggedPublications } from '../../contract/search.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as socialGraph from '../../contract/social-graph.ts';
import * as takeDown from '../../contract/take-down.ts';
import { searchProjection } from '../../projections/search/entries/project.ts';
import { createAnimal } from './support/adoption.ts';
import { getNextPath } from './support/client.ts';
import { createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { erase } from './support/erasure.ts';
import {
  publishPost,
  registerApprovedOrganization,
  registerNewUser,
  registerOrganization,
  registerStaff,
} from './support/people.ts';
import {
  block,
  findLabels,
  findResults,
  getLabel,
  listTaggedTexts,
  registerWithName,
  renameProfile,
} from './support/search.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let admin: AuthResponse;
let moderator: AuthResponse;
let reader: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  admin = await registerStaff(api, client, 'ADMIN');
  moderator = await registerStaff(api, client, 'MOD');
  reader = await registerNewUser(client);
});

describe('people and organizations', () => {
  test('are found by the beginnings of their names, without regard to case and accents', async () => {
    const person = await registerWithName('María Guadalupe');
    for (const q of ['maría guadalupe', 'GUADALUPE', 'guada', 'guada mar', person.dataUser.nickname])
      expect(await findLabels(q, { type: 'PERSON' })).toContain('María Guadalupe');
    expect(await findLabels('adalupe', { type: 'PERSON' })).toEqual([]);
  });

  test('are found despite a typing error, after those that match exactly', async () => {
    await registerWithName('Anastasia');
    await registerWithName('Anastazia');
    expect(await findLabels('anastazia', { type: 'PERSON' })).toEqual(['Anastazia', 'Anastasia']);
    expect(await findLabels('anastaiza', { type: 'PERSON' })).toEqual(['Anastazia']);
  });

  test('whose whole name matches come first, then those with many followers', async () => {
    const [popularPerson, exactPerson] = [
      await registerWithName('Brunilda Popular'),
      await registerWithName('Brunilda'),
    ];
    await registerWithName('Brunilda Unknown');
    await client.ok(socialGraph.followProfile, {
      token: reader.token,
      body: { idProfileToFollow: popularPerson.dataUser.id },
    });
    const results = await findResults('brunilda', { type: 'PERSON', token: reader.token });
    expect(results.map(getLabel)).toEqual(['Brunilda', 'Brunilda Popular', 'Brunilda Unknown']);
    expect(results[0]).toEqual({
      type: 'PERSON',
      profile: expect.objectContaining({ id: exactPerson.dataUser.id, isItFollowed: false }),
    });
    expect(results[1]).toMatchObject({ profile: { isItFollowed: true } });
  });

  test('whose nickname matches come first, also among more than 300 equal names', async () => {
    const name = 'Zenobia';
    const [exactPerson, popularPerson] = [await registerNewUser(client, name), await registerWithName(name)];
    await renameProfile(exactPerson, 'Somebody Else');
    await client.ok(socialGraph.followProfile, {
      token: reader.token,
      body: { idProfileToFollow: popularPerson.dataUser.id },
    });
    await api.database.pool.query(
      `INSERT INTO read.search_people (id, owner_id, name, alias, text)
       SELECT id, id, $1, 'copy' || n, ''
       FROM (SELECT n, ('ffffffff-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid AS id FROM generate_series(1, 400) n) copy`,
      [name.toLowerCase()],
    );
    expect(await findLabels(name, { type: 'PERSON' })).toContain('Somebody Else');
    expect((await findLabels(name, { type: 'PERSON' }))[0]).toBe('Somebody Else');
    await api.database.pool.query(`DELETE FROM read.search_people WHERE alias LIKE 'copy%'`);
    expect(await findLabels(name, { type: 'PERSON' })).toEqual(['Somebody Else', name]);
  });

  test('are separate types, and organizations appear only after their approval', async () => {
    const id = await registerOrganization(api, client);
    const isFound = async () =>
      (await findResults('good paws', { type: 'ORGANIZATION' })).some(
        (result) => result.type === 'ORGANIZATION' && result.profile.id === id,
      );
    expect(await isFound()).toBe(false);
    await client.ok(moderation.approveOrganization, { token: admin.token, params: { id }, body: {} });
    expect(await isFound()).toBe(true);
    expect(await findResults('good paws', { type: 'PERSON' })).toEqual([]);
  });

  test('follow changes of names', async () => {
    const person = await registerWithName('Cornelius');
    await renameProfile(person, 'Demetrius');
    await client.ok(accounts.updateProfileAndToken, {
      token: person.token,
      body: { type: 'nickname', newData: 'quixotic' },
    });
    expect(await findLabels('cornelius')).toEqual([]);
    expect(await findLabels('demetrius')).toEqual(['Demetrius']);
    expect(await findLabels('quixotic')).toEqual(['Demetrius']);
  });

  test('who are deactivated or banned are found by staff only', async () => {
    const [deactivatedPerson, bannedPerson] = [
      await registerWithName('Eberhard Inactive'),
      await registerWithName('Eberhard Banned'),
    ];
    await client.ok(accounts.deactivateProfile, { token: deactivatedPerson.token });
    await client.ok(moderation.banProfile, {
      token: admin.token,
      params: { id: bannedPerson.dataUser.id },
      body: { reason: 'Spam' },
    });
    expect(await findLabels('eberhard', { token: reader.token })).toEqual([]);
    const labels = await findLabels('eberhard', { token: moderator.token });
    expect([...labels].sort()).toEqual(['Eberhard Banned', 'Eberhard Inactive']);
  });

  test('do not find each other when one blocks the other', async () => {
    const [firstPerson, secondPerson] = [
      await registerWithName('Fridolin One'),
      await registerWithName('Fridolin Other'),
    ];
    await publishPost(client, firstPerson.token, 'Wandering #fridolinos');
    await publishPost(client, secondPerson.token, 'Wandering otherwise #fridolinos');
    await createAnimal(client, secondPerson.token, { name: 'Fridolino' });
    await block(firstPerson, secondPerson);
    expect(await findLabels('fridolin', { token: firstPerson.token })).toEqual([
      'Fridolin One',
      '#fridolinos 1',
      'Wandering #fridolinos',
    ]);
    expect(await findLabels('fridolin', { token: secondPerson.token })).toEqual([
      'Fridolin Other',
      'Fridolino',
      '#fridolinos 1',
      'Wandering otherwise #fridolinos',
    ]);
    expect(await findLabels('wandering fridolinos', { token: firstPerson.token, type: 'POST' })).toEqual([
      'Wandering #fridolinos',
    ]);
    expect(await findLabels('wandering fridolinos', { token: secondPerson.token, type: 'POST' })).toEqual([
      'Wandering otherwise #fridolinos',
    ]);
    expect(await listTaggedTexts('fridolinos', secondPerson.token)).toEqual([
      'Wandering otherwise #fridolinos',
    ]);
    expect(await findLabels('fridolin', { type: 'PERSON' })).toHaveLength(2);
  });

  test('are found although the reader mutes them, but their posts are not', async () => {
    const person = await registerWithName('Gottlieb');
    await publishPost(client, person.token, 'Gottliebian thoughts');
    await client.ok(hidden.muteProfile, { token: reader.token, params: { id: person.dataUser.id } });
    expect(await findLabels('gottlieb', { token: reader.token })).toEqual(['Gottlieb']);
    expect(await findResults('gottliebian', { token: reader.token, type: 'POST' })).toEqual([]);
  });
});

describe('campaigns and animals', () => {
  test('campaigns are found by title and description once they were active', async () => {
    const organization = await registerApprovedOrganization(api, client, admin.token);
    await createCrowdfunding(api, organization.dataUser.id);
    expect(await findResults('roof shelter', { type: 'CROWDFUNDING', token: organization.token })).toEqual(
      [],
    );
    const id = await createActiveCrowdfunding(api, organization.dataUser.id);
    for (const q of ['roof shel', 'raining', 'roof sheltre'])
      expect(await findResults(q, { type: 'CROWDFUNDING' })).toEqual([
        { type: 'CROWDFUNDING', crowdfunding: expect.objectContaining({ id, status: 'ACTIVE' }) },
      ]);
    await client.ok(crowdfunding.closeCrowdfunding, { token: organization.token, params: { id } });
    expect(await findLabels('roof', { type: 'CROWDFUNDING' })).toEqual(['A roof for the shelter']);
    await block(reader, organization);
    expect(await findResults('roof', { type: 'CROWDFUNDING', token: reader.token })).toEqual([]);
  });

  test('animals are found by name, breed, description and address while they are available', async () => {
    const animal = { name: 'Pumpernickel', breed: 'Podenco' };
    const { id } = await createAnimal(client, reader.token, animal, {
      address: 'Quintanilla',
      description: 'Ladra poco, dormía en la calle',
    });
    for (const q of ['pumper', 'podenco', 'quintanilla', 'ladran', 'dormir', 'dormia', 'pumpernikel'])
      expect(await findLabels(q, { type: 'ANIMAL' })).toEqual(['Pumpernickel']);
    await client.ok(takeDown.takeDownAnimal, {
      token: moderator.token,
      params: { id },
      body: { reason: 'Spam' },
    });
    expect(await findResults('pumper')).toEqual([]);
    expect(await findLabels('pumper', { token: reader.token })).toEqual(['Pumpernickel']);
    await client.ok(takeDown.restoreAnimal, {
      token: moderator.token,
      params: { id },
      body: { reason: 'An error' },
    });
    expect(await findLabels('pumper')).toEqual(['Pumpernickel']);
    await client.ok(adoption.markAdopted, { token: reader.token, params: { id } });
    expect(await findResults('pumper', { token: reader.token })).toEqual([]);
  });

  test('removed animals and those of deactivated owners are not found', async () => {
    const owner = await registerNewUser(client);
    const { id } = await createAnimal(client, owner.token, { name: 'Rumpelstilz' });
    await createAnimal(client, owner.token, { name: 'Rumpelkammer' });
    await client.ok(adoption.deleteAdoption, { token: owner.token, params: { id } });
    expect(await findLabels('rumpel')).toEqual(['Rumpelkammer']);
    await client.ok(accounts.deactivateProfile, { token: owner.token });
    expect(await findResults('rumpel')).toEqual([]);
    expect(await findLabels('rumpel', { token: moderator.token })).toEqual(['Rumpelkammer']);
  });
});

describe('a request', () => {
  test('without a type returns at most three results of each', async () => {
    for (let i = 0; i < 4; i += 1) {
      const person = await registerWithName(`Saxifrage ${'ABCD'[i]}`);
      await createAnimal(client, person.token, { name: `Saxifrage ${i}` });
      await publishPost(client, person.token, `Saxifrage ${i} #saxifrage${i}`);
    }
    const types = (await findResults('saxifrage')).map(({ type }) => type);
    expect(types).toEqual(['PERSON', 'ANIMAL', 'TAG', 'POST'].flatMap((type) => [type, type, type]));
  });

  test('pages people by cursors', async () => {
    for (let i = 0; i < 22; i += 1) await registerWithName(`Tamarind ${String.fromCharCode(65 + i)}`);
    const first = await client.send(search, { query: { q: 'tamarind', type: 'PERSON' } });
    expect(first.body).toHaveLength(20);
    const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
    const second = await client.ok(search, { query: { q: 'tamarind', type: 'PERSON', cursor } });
    expect(new Set([...first.body, ...second].map(getLabel)).size).toBe(22);
    expect(await client.ok(search, { query: { q: 'tamarind', type: 'PERSON', page: 2 } })).toEqual(second);
  });

  test.each([
    [{}, 'SEARCH_EMPTY'],
    [{ q: '' }, 'SEARCH_EMPTY'],
    [{ q: ' #?! ' }, 'SEARCH_EMPTY'],
    [{ q: 'a'.repeat(101) }, 'SEARCH_TOO_LONG'],
    [{ q: 'a\0b' }, 'FORBIDDEN_CHARACTERS'],
    [{ q: 'cats', type: 'CAT' }, 'UNKNOWN_SEARCH_TYPE'],
    [{ q: 'cats', type: 'POST', cursor: 'abc' }, 'INVALID_CURSOR'],
    [{ q: 'cats', type: 'POST', page: 0 }, 'INVALID_PAGE'],
  ])('with the query %j is refused: %s', async (query, code) => {
    const { status, body } = await client.send(search, { query: query as Record<string, string> });
    expect([status, body.code]).toEqual([400, code]);
  });

  test.each([
    "o'brien",
    '100%',
    'under_score',
    "'; DROP TABLE x; --",
    '\\',
    '🐶 dog',
    '漢字',
    "' & '",
    'a:*|!b',
    'a '.repeat(50),
  ])('with special characters does not fail: %s', async (q) => {
    for (const type of [undefined, 'PERSON', 'TAG', 'POST'] as const) {
      const { status, body } = await client.send(search, { query: { q, ...(type && { type }) } });
      expect([200, 'SEARCH_EMPTY']).toContain(status === 200 ? 200 : body.code);
    }
  });

  test('returns 404 for an invalid tag, and an empty list for a tag without posts', async () => {
    for (const tag of ['two words', '123', 'a'.repeat(51)]) {
      const { status, body } = await client.send(taggedPublications, { params: { tag } });
      expect([status, body.code]).toEqual([404, 'TAG_NOT_FOUND']);
    }
    expect(await listTaggedTexts('neverused')).toEqual([]);
  });
});

test('an erased account and its texts are not found, and the read model does not contain them', async () => {
  const person = await registerWithName('Ubiquitous');
  await publishPost(client, person.token, 'Ubiquitous text, ubiquitó #ubiquitous');
  await createAnimal(client, person.token, { name: 'Ubiquitous' });
  await erase(person.dataUser.id);
  for (const token of [undefined, moderator.token])
    expect(await findResults('ubiquitous', { token })).toEqual([]);
  for (const { name } of searchProjection.tables) {
    const { rows } = await api.database.pool.query(
      `SELECT FROM read.${name} row WHERE row::text ILIKE '%ubiquit%'`,
    );
    expect([name, rows.length]).toEqual([name, 0]);
  }
});
