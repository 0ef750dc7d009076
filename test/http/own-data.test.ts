import { unzipSync } from 'fflate';
import { EXPORT_TTL_MS, writeDataExports } from '../../application/own-data.ts';
import { updateProfile } from '../../contract/accounts.ts';
import { donate } from '../../contract/crowdfunding.ts';
import * as contract from '../../contract/own-data.ts';
import * as posts from '../../contract/posts.ts';
import { saveSearch } from '../../contract/saved-searches.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { getReceipt, getTransactions } from '../../contract/wallet.ts';
import { buy, createActiveCrowdfunding } from './support/coins.ts';
import { sendTexts } from './support/messages.ts';
import { publishPost, registerNewUser, registerVerifiedUser } from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let person: AuthResponse;
let other: AuthResponse;

setUpTestApi({ isThrottled: true });
beforeEach(async () => {
  person = await registerVerifiedUser(api, client);
  other = await registerNewUser(client);
});

const request = ({ token }: AuthResponse, language?: 'en' | 'es') =>
  client.ok(contract.requestDataExport, { token, body: { ...(language && { language }) } });
const find = async ({ token }: AuthResponse) =>
  (await client.ok(contract.getDataExport, { token })).dataExport;
const write = () => writeDataExports({ ...api.foundation, publicUrl: 'https://kindra.example' });

const download = ({ token }: AuthResponse, id: string) =>
  fetch(`${api.url}${contract.downloadData.path.replace('{id}', id)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });

/** Requests, writes and downloads the data of a person. Returns the files by name. */
async function downloadFiles(owner: AuthResponse): Promise<Readonly<Record<string, string>>> {
  const { dataExport } = await request(owner);
  await write();
  const response = await download(owner, dataExport.id);
  expect(response.status).toBe(200);
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );
}

describe('the copy of the own data', () => {
  test('contains everything of the account, and nothing of others', async () => {
    const crowdfundingId = await createActiveCrowdfunding(api, other.dataUser.id);
    const post = await publishPost(client, person.token, 'An otter "in" the river 🦦');
    const otherPost = await publishPost(client, other.token, 'A secret of somebody else');
    await client.ok(posts.likePublication, {
      token: person.token,
      body: { idPublication: otherPost.id },
    });
    await client.ok(followProfile, {
      token: person.token,
      body: { idProfileToFollow: other.dataUser.id },
    });
    await client.ok(updateProfile, {
      token: person.token,
      body: { type: 'bio', newData: 'Otters first.' },
    });
    await sendTexts(api, person, other, 'Hello otter');
    await buy(api, client, person.token, 700);
    await client.ok(donate, {
      token: person.token,
      params: { crowdfundingId },
      query: { amount: 300 },
    });
    const shrunk = await api.foundation.pictures.shrink((await createPicture(900, 600)).toString('base64'));
    await api.foundation.privateData.pictures.keep(post.id, person.dataUser.id, shrunk);
    const filter = { type: 'CAT', text: 'calm', near: 3121456, within: 50 } as const;
    await client.ok(saveSearch, { token: person.token, body: { name: 'Calm cats', filter } });
    await client.ok(saveSearch, { token: other.token, body: { name: 'secret of somebody', filter } });

    const files = await downloadFiles(person);

    const read = (name: string) => JSON.parse(files[`${name}.json`] ?? 'null');
    expect(read('profile')).toMatchObject({
      id: person.dataUser.id,
      email: person.dataUser.email,
      username: person.dataUser.nickname,
      birthdate: person.dataUser.birthdate,
      walletCoins: 400,
      bio: 'Otters first.',
      website: '',
    });
    expect(read('posts')).toMatchObject([{ id: post.id, text: 'An otter "in" the river 🦦' }]);
    expect(read('likes')).toEqual([{ postId: otherPost.id, author: other.dataUser.nickname }]);
    expect(read('follows')).toMatchObject([{ profileId: other.dataUser.id }]);
    expect(read('messages')).toMatchObject([
      { content: 'Hello otter', isOwn: true, with: other.dataUser.nickname },
    ]);
    const transactions = await client.ok(getTransactions, { token: person.token });
    const receipts = await Promise.all(
      transactions.map(({ id }) => client.ok(getReceipt, { token: person.token, params: { id } })),
    );
    expect(read('transactions').toReversed()).toMatchObject(
      transactions.map(({ id, type, amount, balance, dateTime }, i) => ({
        id,
        type,
        amount,
        balance,
        dateTime,
        receipt: receipts[i]?.number,
      })),
    );
    expect(read('saved-searches')).toMatchObject([
      { name: 'Calm cats', type: 'CAT', text: 'calm', town: { name: 'Girona' }, withinKm: 50 },
    ]);
    expect(read('devices')).toHaveLength(1);
    expect(Object.keys(files).filter((name) => name.startsWith('pictures/'))).toEqual(
      expect.arrayContaining(
        ['.jpg', '-800.jpg', '-800.webp', '-1600.jpg', '-1600.webp'].map(
          (end) => `pictures/${post.id}${end}`,
        ),
      ),
    );
    expect(Object.values(files).join()).not.toContain('secret of somebody');
    expect(Object.values(files).join()).not.toContain(other.dataUser.email);
  });

  test('is announced by a mail with a link to the settings, in the chosen language', async () => {
    await request(person, 'es');
    await write();
    const { dataExport } = await client.ok(contract.getDataExport, { token: person.token });
    const [mail] = await api.foundation.privateData.mails.list(['waiting'], 1);
    expect(mail).toMatchObject({
      accountId: person.dataUser.id,
      kind: 'data-ready',
      language: 'es',
      content: { link: 'https://kindra.example/settings/data', day: dataExport?.expiresAt?.slice(0, 10) },
    });
  });

  test('is requested once while it is written, and replaced by a later request', async () => {
    const [first, second] = await Promise.all([request(person), request(person)]);
    expect(second.dataExport.id).toBe(first.dataExport.id);
    await write();
    expect(await find(person)).toMatchObject({ id: first.dataExport.id, state: 'ready' });
    const later = await request(person);
    expect(later.dataExport.id).not.toBe(first.dataExport.id);
    expect((await download(person, first.dataExport.id)).status).toBe(404);
  });

  test('is requested at most three times a day', async () => {
    for (let n = 0; n < 3; n += 1) {
      await request(person);
      await write();
    }
    const refusal = await client.send(contract.requestDataExport, { token: person.token, body: {} });
    expect([refusal.status, (await find(person))?.state]).toEqual([429, 'ready']);
  });

  test('is downloaded by its owner only, and for seven days', async () => {
    const { dataExport } = await request(person);
    expect((await download(person, dataExport.id)).status).toBe(404);
    await write();
    expect((await download(other, dataExport.id)).status).toBe(404);
    expect((await download(person, dataExport.id)).status).toBe(200);
    api.clock.forward(EXPORT_TTL_MS);
    expect((await download(person, dataExport.id)).status).toBe(404);
    expect(await find(person)).toBeNull();
    await api.foundation.privateData.dataExports.sweep(api.foundation.clock.now());
    const { rows } = await api.database.pool.query(
      'SELECT FROM private.data_export_chunks WHERE export_id = $1',
      [dataExport.id],
    );
    expect(rows).toEqual([]);
  });

  test('of many entries reports its progress, and is written by one process', async () => {
    await api.database.pool.query(
      `INSERT INTO read.posts (id, author_id, text, published_at, comments, likes, views)
       SELECT gen_random_uuid(), $1, repeat(md5(n::text), 9), now(), 0, 0, 0 FROM generate_series(1, 12000) n`,
      [person.dataUser.id],
    );
    const { dataExport } = await request(person);
    await Promise.all([write(), write()]);
    const ready = await find(person);
    expect(ready).toMatchObject({ state: 'ready', total: 12_000, done: 12_000 });
    const bytes = await (await download(person, dataExport.id)).arrayBuffer();
    expect(bytes.byteLength).toBe(ready?.bytes);
    expect(
      JSON.parse(Buffer.from(unzipSync(new Uint8Array(bytes))['posts.json'] ?? '').toString()),
    ).toHaveLength(12_000);
    await api.database.pool.query('DELETE FROM read.posts WHERE author_id = $1', [person.dataUser.id]);
  });

  test('that failed stores nothing, and is written again later', async () => {
    const { dataExport } = await request(person);
    const { dataExports } = api.foundation.privateData;
    const failure = dataExports.work(async ({ write }) => {
      await write(new Uint8Array(10));
      throw new Error('the disk is full');
    });
    await expect(failure).rejects.toThrow('the disk is full');
    expect(await find(person)).toMatchObject({ id: dataExport.id, state: 'waiting' });
    await write();
    expect((await find(person))?.state).toBe('waiting');
    await api.database.pool.query('UPDATE private.data_exports SET due_at = clock_timestamp()');
    await write();
    expect((await find(person))?.state).toBe('ready');
    const response = await download(person, dataExport.id);
    expect(Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))).toContain('profile.json');
  });
});

test('a visitor gets no copy', async () => {
  expect((await client.send(contract.getDataExport, {})).status).toBe(401);
});
