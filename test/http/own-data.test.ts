import { unzipSync } from 'fflate';
import { EXPORT_TTL_MS, type OwnDataDependencies, writeDataExports } from '../../application/own-data.ts';
import { deactivateProfile, updateProfile } from '../../contract/accounts.ts';
import { donate } from '../../contract/crowdfunding.ts';
import * as contract from '../../contract/own-data.ts';
import * as posts from '../../contract/posts.ts';
import { saveSearch } from '../../contract/saved-searches.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { getReceipt, getTransactions } from '../../contract/wallet.ts';
import { openPool } from '../support/database.ts';
import { createAnimal } from './support/adoption.ts';
import { createKeyHeader } from './support/client.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { sendTexts } from './support/messages.ts';
import { publishPost, registerNewUser, registerVerifiedUser } from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let person: AuthResponse;
let otherUser: AuthResponse;

setUpTestApi({ isThrottled: true });
beforeEach(async () => {
  person = await registerVerifiedUser(api, client);
  otherUser = await registerNewUser(client);
});

const requestExport = ({ token }: AuthResponse, language?: 'en' | 'es') =>
  client.ok(contract.requestDataExport, { token, body: { ...(language && { language }) } });
const findExport = async ({ token }: AuthResponse) =>
  (await client.ok(contract.getDataExport, { token })).dataExport;
const writeExports = (options: Partial<OwnDataDependencies> = {}) =>
  writeDataExports({ ...api.foundation, publicUrl: 'https://kindra.example', ...options });

const downloadExport = ({ token }: AuthResponse, id: string) =>
  fetch(`${api.url}${contract.downloadData.path.replace('{id}', id)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });

/** Creates and downloads a data export for a person. Returns the file contents by name. */
async function downloadFiles(owner: AuthResponse): Promise<Readonly<Record<string, string>>> {
  const { dataExport } = await requestExport(owner);
  await writeExports();
  const response = await downloadExport(owner, dataExport.id);
  expect(response.status).toBe(200);
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );
}

describe('a data export', () => {
  test('does not name accounts that are hidden', async () => {
    const { id } = await publishPost(client, otherUser.token, 'An otter of somebody else');
    await client.ok(posts.likePublication, { token: person.token, body: { idPublication: id } });
    await client.ok(followProfile, {
      token: person.token,
      body: { idProfileToFollow: otherUser.dataUser.id },
    });
    await client.ok(deactivateProfile, { token: otherUser.token });
    const files = await downloadFiles(person);
    expect(JSON.parse(files['likes.json'] ?? '')).toEqual([{ postId: id, author: '' }]);
    expect(JSON.parse(files['follows.json'] ?? '')).toEqual([
      { profileId: otherUser.dataUser.id, nickname: '', profileName: 'Hidden account' },
    ]);
  });

  test('contains all data of the account and none of other accounts', async () => {
    const crowdfundingId = await createActiveCrowdfunding(api, otherUser.dataUser.id);
    const post = await publishPost(client, person.token, 'An otter "in" the river 🦦');
    const otherPost = await publishPost(client, otherUser.token, 'A secret of somebody else');
    await client.ok(posts.likePublication, {
      token: person.token,
      body: { idPublication: otherPost.id },
    });
    await client.ok(followProfile, {
      token: person.token,
      body: { idProfileToFollow: otherUser.dataUser.id },
    });
    await client.ok(updateProfile, {
      token: person.token,
      body: { type: 'bio', newData: 'Otters first.' },
    });
    await sendTexts(api, person, otherUser, 'Hello otter');
    await buyCoins(api, client, person.token, 700);
    await client.ok(donate, {
      token: person.token,
      params: { crowdfundingId },
      query: { amount: 300 },
    });
    const resizedPicture = await api.foundation.pictures.shrink(
      (await createPicture(900, 600)).toString('base64'),
      person.dataUser.id,
    );
    await api.foundation.privateData.pictures.save(post.id, person.dataUser.id, resizedPicture);
    const filter = { type: 'CAT', text: 'calm', near: 3121456, within: 50 } as const;
    await client.ok(saveSearch, { token: person.token, body: { name: 'Calm cats', filter } });
    await createAnimal(client, person.token, { name: 'Rex' }, { town: 3121456 });
    await client.ok(saveSearch, { token: otherUser.token, body: { name: 'secret of somebody', filter } });

    const files = await downloadFiles(person);

    const parseFile = (name: string) => JSON.parse(files[`${name}.json`] ?? 'null');
    expect(parseFile('profile')).toMatchObject({
      id: person.dataUser.id,
      email: person.dataUser.email,
      username: person.dataUser.nickname,
      birthdate: person.dataUser.birthdate,
      walletCoins: 400,
      bio: 'Otters first.',
      website: '',
    });
    expect(parseFile('posts')).toMatchObject([{ id: post.id, text: 'An otter "in" the river 🦦' }]);
    expect(parseFile('likes')).toEqual([{ postId: otherPost.id, author: otherUser.dataUser.nickname }]);
    expect(parseFile('follows')).toMatchObject([{ profileId: otherUser.dataUser.id }]);
    expect(parseFile('messages')).toMatchObject([
      { content: 'Hello otter', isOwn: true, with: otherUser.dataUser.nickname },
    ]);
    const transactions = await client.ok(getTransactions, { token: person.token });
    const receipts = await Promise.all(
      transactions.map(({ id }) => client.ok(getReceipt, { token: person.token, params: { id } })),
    );
    expect(parseFile('transactions').toReversed()).toMatchObject(
      transactions.map(({ id, type, amount, balance, dateTime }, i) => ({
        id,
        type,
        amount,
        balance,
        dateTime,
        receipt: receipts[i]?.number,
      })),
    );
    expect(parseFile('saved-searches')).toMatchObject([
      { name: 'Calm cats', type: 'CAT', text: 'calm', town: { name: 'Girona' }, withinKm: 50 },
    ]);
    expect(parseFile('animals')).toMatchObject([
      { name: 'Rex', address: '1, Pond Street', town: { name: 'Girona' } },
    ]);
    expect(parseFile('devices')).toHaveLength(1);
    expect(Object.keys(files).filter((name) => name.startsWith('pictures/'))).toEqual(
      expect.arrayContaining(
        ['.jpg', '-800.jpg', '-800.webp', '-1600.jpg', '-1600.webp'].map(
          (suffix) => `pictures/${post.id}${suffix}`,
        ),
      ),
    );
    expect(Object.values(files).join()).not.toContain('secret of somebody');
    expect(Object.values(files).join()).not.toContain(otherUser.dataUser.email);
  });

  test('is announced by an email with a link to the settings, in the chosen language', async () => {
    await requestExport(person, 'es');
    await writeExports();
    const { dataExport } = await client.ok(contract.getDataExport, { token: person.token });
    const [email] = await api.foundation.privateData.emails.list(['waiting'], 1);
    expect(email).toMatchObject({
      accountId: person.dataUser.id,
      kind: 'data-ready',
      language: 'es',
      content: { link: 'https://kindra.example/settings/data', day: dataExport?.expiresAt?.slice(0, 10) },
    });
  });

  test('is shared by requests while it is written, and replaced by a later request', async () => {
    const [first, second] = await Promise.all([requestExport(person), requestExport(person)]);
    expect(second.dataExport.id).toBe(first.dataExport.id);
    await writeExports();
    expect(await findExport(person)).toMatchObject({ id: first.dataExport.id, state: 'ready' });
    const laterExport = await requestExport(person);
    expect(laterExport.dataExport.id).not.toBe(first.dataExport.id);
    expect((await downloadExport(person, first.dataExport.id)).status).toBe(404);
  });

  test('is requested at most three times a day', async () => {
    for (let n = 0; n < 3; n += 1) {
      await requestExport(person);
      await writeExports();
    }
    const refusal = await client.send(contract.requestDataExport, { token: person.token, body: {} });
    expect([refusal.status, (await findExport(person))?.state]).toEqual([429, 'ready']);
  });

  test('returns the first response to a repeated key, without counting it as a request', async () => {
    const headers = createKeyHeader();
    const repeatRequest = () =>
      client.send(contract.requestDataExport, { token: person.token, body: {}, headers });
    const firstResponse = await repeatRequest();
    await writeExports();
    for (let n = 0; n < 4; n += 1) expect((await repeatRequest()).body).toEqual(firstResponse.body);
    expect((await requestExport(person)).dataExport.state).toBe('waiting');
  });

  test('is downloaded by its owner only, and for seven days', async () => {
    const { dataExport } = await requestExport(person);
    expect((await downloadExport(person, dataExport.id)).status).toBe(404);
    await writeExports();
    expect((await downloadExport(otherUser, dataExport.id)).status).toBe(404);
    expect((await downloadExport(person, dataExport.id)).status).toBe(200);
    api.clock.advance(EXPORT_TTL_MS);
    expect((await downloadExport(person, dataExport.id)).status).toBe(404);
    expect(await findExport(person)).toBeNull();
    await api.foundation.privateData.dataExports.sweep(api.foundation.clock.now());
    const { rows } = await api.database.pool.query(
      'SELECT FROM private.data_export_chunks WHERE export_id = $1',
      [dataExport.id],
    );
    expect(rows).toEqual([]);
  });

  test('of many entries reports its progress and is written by one process', async () => {
    await api.database.pool.query(
      `INSERT INTO read.posts (id, author_id, text, published_at, comments, likes, views)
       SELECT gen_random_uuid(), $1, repeat(md5(n::text), 9), now(), 0, 0, 0 FROM generate_series(1, 12000) n`,
      [person.dataUser.id],
    );
    const { dataExport } = await requestExport(person);
    await Promise.all([writeExports(), writeExports()]);
    const readyExport = await findExport(person);
    expect(readyExport).toMatchObject({ state: 'ready', total: 12_000, done: 12_000 });
    const bytes = await (await downloadExport(person, dataExport.id)).arrayBuffer();
    expect(bytes.byteLength).toBe(readyExport?.bytes);
    expect(
      JSON.parse(Buffer.from(unzipSync(new Uint8Array(bytes))['posts.json'] ?? '').toString()),
    ).toHaveLength(12_000);
    await api.database.pool.query('DELETE FROM read.posts WHERE author_id = $1', [person.dataUser.id]);
  });

  test('that fails stores nothing and is written again later', async () => {
    const { dataExport } = await requestExport(person);
    const { dataExports } = api.foundation.privateData;
    const failure = dataExports.work(async ({ write }) => {
      await write(new Uint8Array(10));
      throw new Error('the disk is full');
    });
    await expect(failure).rejects.toThrow('the disk is full');
    expect(await findExport(person)).toMatchObject({ id: dataExport.id, state: 'waiting' });
    await writeExports();
    expect((await findExport(person))?.state).toBe('waiting');
    await api.database.pool.query('UPDATE private.data_exports SET due_at = clock_timestamp()');
    await writeExports();
    expect((await findExport(person))?.state).toBe('ready');
    const response = await downloadExport(person, dataExport.id);
    expect(Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))).toContain('profile.json');
  });

  test('is written although its lists take longer than the query timeout of the pool', async () => {
    await requestExport(person);
    const pool = openPool({ connectionString: api.database.url, query_timeout: 500 });
    const lockHolder = await api.database.pool.connect();
    await lockHolder.query('BEGIN; LOCK TABLE read.saved_searches');
    const result = writeExports({ pool }).then(
      () => 'written',
      (error: Error) => error.message,
    );
    await lockHolder.query('SELECT pg_sleep(1); COMMIT');
    lockHolder.release();
    expect(await result).toBe('written');
    expect((await findExport(person))?.state).toBe('ready');
    await pool.end();
  });
});

test('returns 401 to visitors', async () => {
  expect((await client.send(contract.getDataExport, {})).status).toBe(401);
});
