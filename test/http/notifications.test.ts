import { deleteAdoption } from '../../contract/adoption.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { until } from '../support/wait.ts';
import { newAnimal } from './support/adoption.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { idOf, kindsOf, telling } from './support/notifications.ts';
import { newPost, newUser } from './support/people.ts';
import { connected } from './support/socket.ts';

let api: TestApi;
let client: Client;

beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
});
afterAll(() => api.close());

const { people, list, unread, read, like, follow } = telling(() => client);

describe('a like', () => {
  test('notifies the author at once and is withdrawn with the like', async () => {
    const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token, 'An otter!');
    await like(fan, id);
    expect(await list(author)).toEqual([
      {
        id: expect.any(String),
        kind: 'LIKE',
        position: expect.any(Number),
        dateTime: expect.any(String),
        unread: true,
        actors: [expect.objectContaining({ id: idOf(fan), nickname: fan.dataUser.nickname })],
        others: 0,
        anonymous: 0,
        reason: null,
        daysLeft: null,
        subject: { id, text: 'An otter!' },
        amount: null,
      },
    ]);
    expect(await unread(author)).toBe(1);
    expect(await list(fan)).toEqual([]);
    await like(fan, id);
    expect(await list(author)).toEqual([]);
    expect(await unread(author)).toBe(0);
  });

  test('repeated many times notifies once', async () => {
    const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    for (let times = 0; times < 5; times += 1) await like(fan, id);
    const told = await list(author);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ actors: [{ id: idOf(fan) }], others: 0 });
  });

  test('of many accounts is one entry that names the last two', async () => {
    const [author, ...fans] = await people(6);
    const { id } = await newPost(client, author?.token ?? '');
    for (const fan of fans) await like(fan, id);
    expect(await list(author as AuthResponse)).toMatchObject([
      {
        kind: 'LIKE',
        actors: [{ id: idOf(fans[4] as AuthResponse) }, { id: idOf(fans[3] as AuthResponse) }],
        others: 3,
      },
    ]);
    expect(await unread(author as AuthResponse)).toBe(1);
  });

  test('of one’s own post notifies no one', async () => {
    const author = await newUser(client);
    const { id } = await newPost(client, author.token);
    await like(author, id);
    await newPost(client, author.token, 'a comment', id);
    expect(await list(author)).toEqual([]);
  });

  test('is removed with the post', async () => {
    const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    await like(fan, id);
    await newPost(client, fan.token, 'a comment', id);
    expect(await unread(author)).toBe(2);
    await client.ok(posts.deletePublication, { token: author.token, params: { id } });
    expect(await list(author)).toEqual([]);
    expect(await unread(author)).toBe(0);
  });
});

test('a comment notifies with its text and is removed with the comment', async () => {
  const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
  const { id } = await newPost(client, author.token);
  await newPost(client, fan.token, 'The first', id);
  const second = await newPost(client, fan.token, 'The second', id);
  const about = { kind: 'COMMENT', actors: [{ id: idOf(fan) }], others: 0 };
  expect(await list(author)).toMatchObject([{ ...about, subject: { id, text: 'The second' } }]);
  await client.ok(posts.deletePublication, { token: fan.token, params: { id: second.id } });
  expect(await list(author)).toMatchObject([{ ...about, subject: { id, text: 'The first' } }]);
});

test('a follow notifies until it ends', async () => {
  const [one, fan] = (await people(2)) as [AuthResponse, AuthResponse];
  await follow(fan, one);
  expect(await list(one)).toMatchObject([{ kind: 'FOLLOW', actors: [{ id: idOf(fan) }], subject: null }]);
  await follow(fan, one);
  expect(await list(one)).toEqual([]);
});

describe('a request for an animal', () => {
  const ask = async (
    from: AuthResponse,
    owner: AuthResponse,
    animalId: string,
    ...contents: readonly string[]
  ) => {
    const socket = await connected(api.url, from.token);
    for (const content of contents) {
      socket.send({ receiverId: idOf(owner), content, animalId });
      await socket.message(content);
    }
    socket.close();
  };

  test('notifies its owner once and is removed with the animal', async () => {
    const [owner, asker] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newAnimal(client, owner.token, { name: 'Rex' });
    await ask(asker, owner, id, 'Is Rex free?', 'Hello?');
    await until(async () => (await unread(owner)) === 1);
    expect(await list(owner)).toMatchObject([
      { kind: 'ADOPTION_CONTACT', actors: [{ id: idOf(asker) }], subject: { id, text: 'Rex' } },
    ]);
    await read(owner);
    await ask(asker, owner, id, 'Are you there?');
    expect(await unread(owner)).toBe(0);
    await client.ok(deleteAdoption, { token: owner.token, params: { id } });
    expect(await list(owner)).toEqual([]);
  });

  test('is not shown to other owners', async () => {
    const [owner, asker, third] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const { id } = await newAnimal(client, owner.token);
    await ask(asker, third, id, 'Is it free?');
    await follow(asker, third);
    expect(kindsOf(await list(third))).toEqual(['FOLLOW']);
    expect(await list(owner)).toEqual([]);
  });
});
