import * as accounts from '../../contract/accounts.ts';
import * as posts from '../../contract/posts.ts';
import { search, taggedPublications } from '../../contract/search.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as takeDown from '../../contract/take-down.ts';
import { getNextPath } from './support/client.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { findLabels, findResults, listTaggedTexts } from './support/search.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let moderator: AuthResponse;
let reader: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  moderator = await registerStaff(api, client, 'MOD');
  reader = await registerNewUser(client);
});

describe('posts', () => {
  test.each([
    ['Two dogs were adopted in Ávila', 'adopting dog', 'avila'],
    ['Rescatamos a tres perras en el río', 'rescatar perra', 'RIO'],
  ])('are found by any form of their words: %s', async (text, forms, word) => {
    await publishPost(client, reader.token, text);
    expect(await findLabels(forms, { type: 'POST' })).toEqual([text]);
    expect(await findLabels(word, { type: 'POST' })).toEqual([text]);
    expect(await findResults(`${word} elsewhere`, { type: 'POST' })).toEqual([]);
  });

  test.each([
    [
      'Los perros corrían ayer por la playa y las gatas dormían',
      [
        'correr',
        'dormir gato',
        'corrió',
        'CORRÍA',
        'corri\u0301a',
        'corria',
        'corrian dormian',
        'perro playas',
      ],
    ],
    ['Averigüé que enseñó la VACUNACIÓN', ['averiguar', 'enseñar vacunar', 'ensenar', 'vacunaciones']],
    ['Ayer ladrabamos y mordian', ['ladrábamos', 'mordían']],
  ])('are found by any form of words that are written with accents: %s', async (text, searches) => {
    await publishPost(client, reader.token, text);
    for (const q of searches) expect([q, await findLabels(q, { type: 'POST' })]).toEqual([q, [text]]);
  });

  test('are newest first, without comments, and can be found as soon as they are published', async () => {
    const { id } = await publishPost(client, reader.token, 'First haberdashery');
    await publishPost(client, reader.token, 'A comment on haberdashery', id);
    await publishPost(client, reader.token, 'Second haberdashery');
    expect(await findLabels('haberdashery')).toEqual(['Second haberdashery', 'First haberdashery']);
  });

  test('follow edits and deletions', async () => {
    const { id } = await publishPost(client, reader.token, 'Indigo sky #indigoblue #sky');
    const editRequest = { token: reader.token, params: { id }, body: { text: 'Jasmine sky #jasmine' } };
    await client.ok(posts.editPublication, editRequest);
    expect(await findResults('indigo')).toEqual([]);
    expect(await listTaggedTexts('indigoblue')).toEqual([]);
    expect(await listTaggedTexts('sky')).toEqual([]);
    expect(await findLabels('jasmine')).toEqual(['#jasmine 1', 'Jasmine sky #jasmine']);
    await client.ok(posts.deletePublication, { token: reader.token, params: { id } });
    expect(await findResults('jasmine')).toEqual([]);
    expect(await listTaggedTexts('jasmine')).toEqual([]);
  });

  test('that are taken down are found by their author and staff only', async () => {
    const author = await registerNewUser(client);
    const text = 'Kaleidoscopic #kaleido';
    const { id } = await publishPost(client, author.token, text);
    await client.ok(takeDown.takeDownPost, {
      token: moderator.token,
      params: { id },
      body: { reason: 'Spam' },
    });
    for (const token of [undefined, reader.token]) {
      expect(await findResults('kaleido', { token })).toEqual([]);
      expect(await findResults('kaleidoscopic', { token, type: 'POST' })).toEqual([]);
      expect(await listTaggedTexts('kaleido', token)).toEqual([]);
    }
    for (const { token } of [author, moderator]) {
      expect(await findLabels('kaleido', { token, type: 'TAG' })).toEqual(['#kaleido 1']);
      expect(await findLabels('kaleidoscopic', { token, type: 'POST' })).toEqual([text]);
      expect(await listTaggedTexts('kaleido', token)).toEqual([text]);
    }
  });

  test('of deactivated authors are found by staff only', async () => {
    const author = await registerNewUser(client);
    await publishPost(client, author.token, 'Lollygagging #lollygag');
    await client.ok(accounts.deactivateProfile, { token: author.token });
    expect(await findResults('lollygag')).toEqual([]);
    expect(await findResults('lollygagging', { token: reader.token, type: 'POST' })).toEqual([]);
    expect(await listTaggedTexts('lollygag')).toEqual([]);
    expect(await findLabels('lollygagging', { token: moderator.token, type: 'POST' })).toHaveLength(1);
  });

  test('are paged by cursors that neither repeat nor skip posts', async () => {
    const texts = Array.from({ length: 13 }, (_, i) => `Mellifluous ${i} #Melli`);
    for (const text of texts) await publishPost(client, reader.token, text);
    const expectedTexts = texts.toReversed();
    for (const [call, input] of [
      [search, { query: { q: 'mellifluous', type: 'POST' } }],
      [taggedPublications, { params: { tag: 'melli' } }],
    ] as const) {
      const first = await client.send(call as typeof taggedPublications, input);
      const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
      await publishPost(client, reader.token, 'Mellifluous late #melli');
      const second = await client.send(call as typeof taggedPublications, {
        ...input,
        query: { ...('query' in input && input.query), cursor },
      });
      const getText = (item: unknown) =>
        (item as { post?: { text: string } }).post?.text ?? (item as { text: string }).text;
      const visibleTexts = [...first.body, ...second.body]
        .map(getText)
        .filter((text) => !text.includes('late'));
      expect(visibleTexts).toEqual(expectedTexts);
      expect(getNextPath(second.headers)).toBeNull();
    }
  });
});

describe('tags', () => {
  test('are found by their beginning, in the spelling of the newest post, and count the posts that the reader may see', async () => {
    const author = await registerNewUser(client);
    await publishPost(client, author.token, 'One #Ñandúes and #nanduNest');
    await publishPost(client, author.token, 'Two #ñandúes, twice: #NANDUES');
    expect(await findLabels('#ñandú', { type: 'TAG' })).toEqual(['#ñandúes 2', '#nanduNest 1']);
    expect(await listTaggedTexts('Nandues')).toHaveLength(2);
    await client.ok(accounts.deactivateProfile, { token: author.token });
    expect(await findResults('#ñandú', { type: 'TAG' })).toEqual([]);
  });

  test('are in alphabetical order on pages, and the most used ones first among all results', async () => {
    const tags = Array.from({ length: 22 }, (_, i) => `octo${String(i).padStart(2, '0')}`);
    for (const tag of tags) await publishPost(client, reader.token, `#${tag}`);
    await publishPost(client, reader.token, '#octo21 again');
    expect((await findLabels('octo')).slice(0, 1)).toEqual(['#octo21 2']);
    const first = await client.send(search, { query: { q: 'octo', type: 'TAG' } });
    const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
    const second = await client.ok(search, { query: { q: 'octo', type: 'TAG', cursor } });
    const names = [...first.body, ...second].map((result) => (result.type === 'TAG' ? result.tag.name : ''));
    expect(names).toEqual(tags);
  });

  test('of the newest posts only count up to 100', async () => {
    for (let i = 0; i < 101; i += 1) await publishPost(client, reader.token, `${i} #popularity`);
    expect(await findLabels('popularity', { type: 'TAG' })).toEqual(['#popularity 100']);
  });
});
