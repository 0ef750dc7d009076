import { deactivateProfile } from '../../api/contract/accounts.ts';
import { deleteAdoption } from '../../api/contract/adoption.ts';
import {
  approveCrowdfunding,
  cancelCrowdfunding,
  closeCrowdfunding,
  donate,
} from '../../api/contract/crowdfunding.ts';
import * as hiding from '../../api/contract/hidden-profiles.ts';
import * as contract from '../../api/contract/notifications.ts';
import * as posts from '../../api/contract/posts.ts';
import type { AuthResponse } from '../../api/contract/shapes.ts';
import { followProfile } from '../../api/contract/social-graph.ts';
import { counterpartId } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { eventually } from '../support/projections/read-models.ts';
import { newAnimal } from './support/adoption.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient, nextOf } from './support/client.ts';
import { buy, newActiveCampaign, newCampaign } from './support/coins.ts';
import { newPost, newStaff, newUser } from './support/people.ts';
import { connected } from './support/socket.ts';

let api: TestApi;
let client: Client;

beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
});
afterAll(() => api.close());

const people = (count: number) => Promise.all(Array.from({ length: count }, () => newUser(client)));
const idOf = ({ dataUser }: AuthResponse) => dataUser.id;

const list = ({ token }: AuthResponse) => client.ok(contract.getNotifications, { token });
const unread = async ({ token }: AuthResponse) =>
  (await client.ok(contract.getUnreadNotifications, { token })).unread;
const read = ({ token }: AuthResponse, until?: number) =>
  client.ok(contract.readNotifications, { token, body: until === undefined ? {} : { until } });
const mute = ({ token }: AuthResponse, kind: contract.NotificationKind, muted = true) =>
  client.ok(contract.muteNotifications, { token, body: { kind, muted } });
const like = ({ token }: AuthResponse, idPublication: string) =>
  client.ok(posts.likePublication, { token, body: { idPublication } });
const follow = ({ token }: AuthResponse, followed: AuthResponse) =>
  client.ok(followProfile, { token, body: { idProfileToFollow: idOf(followed) } });
const give = async (donor: AuthResponse, crowdfundingId: string, amount: number) => {
  await client.ok(donate, { token: donor.token, params: { crowdfundingId }, query: { amount } });
};
const kindsOf = (told: readonly contract.Notification[]) => told.map(({ kind }) => kind);

describe('a like', () => {
  test('is told to the author at once, and taken away with it', async () => {
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

  test('again and again is told of once', async () => {
    const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    for (let times = 0; times < 5; times += 1) await like(fan, id);
    const told = await list(author);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ actors: [{ id: idOf(fan) }], others: 0 });
  });

  test('of many is one entry, with the last two by name', async () => {
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

  test('of one’s own is nothing to be told of', async () => {
    const author = await newUser(client);
    const { id } = await newPost(client, author.token);
    await like(author, id);
    await newPost(client, author.token, 'a comment', id);
    expect(await list(author)).toEqual([]);
  });

  test('goes with the post', async () => {
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

test('a comment is told with its words, and goes with it', async () => {
  const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
  const { id } = await newPost(client, author.token);
  await newPost(client, fan.token, 'The first', id);
  const second = await newPost(client, fan.token, 'The second', id);
  const about = { kind: 'COMMENT', actors: [{ id: idOf(fan) }], others: 0 };
  expect(await list(author)).toMatchObject([{ ...about, subject: { id, text: 'The second' } }]);
  await client.ok(posts.deletePublication, { token: fan.token, params: { id: second.id } });
  expect(await list(author)).toMatchObject([{ ...about, subject: { id, text: 'The first' } }]);
});

test('a follower is told, until they do not follow any more', async () => {
  const [one, fan] = (await people(2)) as [AuthResponse, AuthResponse];
  await follow(fan, one);
  expect(await list(one)).toMatchObject([{ kind: 'FOLLOW', actors: [{ id: idOf(fan) }], subject: null }]);
  await follow(fan, one);
  expect(await list(one)).toEqual([]);
});

describe('campaigns', () => {
  test('tell their creator of donations, added up', async () => {
    const [creator, donor, other] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const id = await newActiveCampaign(api, idOf(creator));
    for (const giver of [donor, other]) await buy(api, client, giver.token, 1_000);
    await give(donor, id, 300);
    await give(donor, id, 200);
    const campaign = { id, text: 'A roof for the shelter' };
    expect((await list(creator))[0]).toMatchObject({
      kind: 'DONATION',
      actors: [{ id: idOf(donor) }],
      others: 0,
      amount: 500,
      subject: campaign,
    });
    await give(other, id, 1);
    const told = await list(creator);
    expect(kindsOf(told)).toEqual(['DONATION', 'CAMPAIGN_APPROVED']);
    expect(told[0]).toMatchObject({ actors: [{ id: idOf(other) }, { id: idOf(donor) }], amount: 501 });
    expect(told[1]).toMatchObject({ actors: [], subject: campaign, amount: null });
    expect(await list(donor)).toEqual([]);
  });

  test.each([
    ['cancelled', cancelCrowdfunding, 'CAMPAIGN_CANCELLED'],
    ['closed', closeCrowdfunding, 'CAMPAIGN_CLOSED'],
  ] as const)(
    'tell their donors that they were %s',
    async (_name, call, kind) => {
      const [creator, donor, stranger] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
      const id = await newActiveCampaign(api, idOf(creator));
      await buy(api, client, donor.token, 1_000);
      await give(donor, id, 300);
      await give(donor, id, 300);
      await read(creator);
      await client.ok(call, { token: creator.token, params: { id } });
      expect(await list(donor)).toMatchObject([{ kind, unread: true, actors: [], subject: { id } }]);
      expect(await unread(donor)).toBe(1);
      expect(await unread(creator)).toBe(0);
      expect(await list(stranger)).toEqual([]);
      expect((await read(donor)).unread).toBe(0);
      expect(await list(donor)).toMatchObject([{ kind, unread: false }]);
      await mute(donor, kind);
      expect(await list(donor)).toEqual([]);
    },
    20_000,
  );

  test('tell donors what they got back, added up', async () => {
    const [creator, donor] = (await people(2)) as [AuthResponse, AuthResponse];
    const id = await newActiveCampaign(api, idOf(creator));
    await buy(api, client, donor.token, 1_000);
    await give(donor, id, 300);
    await give(donor, id, 400);
    await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
    await refundAll(donor);
    const told = await list(donor);
    expect(kindsOf(told)).toEqual(['REFUND', 'CAMPAIGN_CANCELLED']);
    expect(told[0]).toMatchObject({ amount: 700, actors: [], subject: { id } });
  });

  test('tell their creator what staff decided', async () => {
    const [admin, creator] = [await newStaff(api, client, 'ADMIN'), await newUser(client)];
    const id = await newCampaign(api, idOf(creator));
    await client.ok(approveCrowdfunding, { token: admin.token, params: { id }, body: {} });
    expect(kindsOf(await list(creator))).toEqual(['CAMPAIGN_APPROVED']);
    expect(await list(admin)).toEqual([]);
  });
});

/** Gives back all that somebody donated, as the system does. */
async function refundAll(donor: AuthResponse): Promise<void> {
  const { handler, ids, clock, progress, pool } = api.foundation;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM read.donations WHERE donor_id = $1', [
    idOf(donor),
  ]);
  for (const { id: donationId } of rows) {
    const refundId = counterpartId(donationId);
    const refund = { type: 'RefundDonation', accountId: idOf(donor), refundId, donationId } as const;
    const handled = await handler.handle(
      walletDecider,
      idOf(donor),
      { ...refund, reason: 'cancelled' },
      {
        commandId: refundId,
        correlationId: ids.next(),
        actor: { kind: 'system', id: 'tests' },
        occurredAt: clock.now(),
      },
    );
    if (!handled.accepted) throw new Error(handled.rejection.message);
    await progress.waitFor(['notifications'], handled.position, 5_000);
  }
}

describe('whoever asks for an animal', () => {
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

  test('is told to its owner, once, and goes with the animal', async () => {
    const [owner, asker] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newAnimal(client, owner.token, { name: 'Rex' });
    await ask(asker, owner, id, 'Is Rex free?', 'Hello?');
    await eventually(async () => (await unread(owner)) === 1);
    expect(await list(owner)).toMatchObject([
      { kind: 'ADOPTION_CONTACT', actors: [{ id: idOf(asker) }], subject: { id, text: 'Rex' } },
    ]);
    await read(owner);
    await ask(asker, owner, id, 'Are you there?');
    expect(await unread(owner)).toBe(0);
    await client.ok(deleteAdoption, { token: owner.token, params: { id } });
    expect(await list(owner)).toEqual([]);
  });

  test('is nobody’s business when it is the animal of another', async () => {
    const [owner, asker, third] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const { id } = await newAnimal(client, owner.token);
    await ask(asker, third, id, 'Is it free?');
    await follow(asker, third);
    expect(kindsOf(await list(third))).toEqual(['FOLLOW']);
    expect(await list(owner)).toEqual([]);
  });
});

describe('reading', () => {
  test('goes up to what was seen, never further than what is there, and never back', async () => {
    const [one, first, second] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
    await follow(first, one);
    const { id } = await newPost(client, one.token);
    const seen = (await list(one))[0]?.position ?? 0;
    await like(second, id);
    expect(await read(one, seen)).toEqual({ unread: 1 });
    expect((await list(one)).map(({ kind, unread: isUnread }) => [kind, isUnread])).toEqual([
      ['LIKE', true],
      ['FOLLOW', false],
    ]);
    expect(await read(one, Number.MAX_SAFE_INTEGER)).toEqual({ unread: 0 });
    await read(one, 1);
    await follow(second, one);
    expect(await unread(one)).toBe(1);
    expect(await read(one)).toEqual({ unread: 0 });
    const before = await api.foundation.rawLog.head();
    await read(one);
    expect(await api.foundation.rawLog.head()).toBe(before);
  });

  test('what happens to an entry that was read makes it unread again', async () => {
    const [author, first, second] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    await like(first, id);
    await read(author);
    await like(second, id);
    expect(await list(author)).toMatchObject([{ unread: true, others: 0, actors: [{}, {}] }]);
    await like(second, id);
    expect(await list(author)).toMatchObject([{ unread: false, actors: [{ id: idOf(first) }] }]);
    expect(await unread(author)).toBe(0);
  });

  test.each([[-1], [1.5], ['1']])('up to %p is refused', async (until) => {
    const { token } = await newUser(client);
    expect(await client.send(contract.readNotifications, { token, body: { until } })).toMatchObject({
      status: 400,
    });
  });
});

describe('muting', () => {
  test('a kind hides it from the list and the count, until it is heard again', async () => {
    const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    await like(fan, id);
    await follow(fan, author);
    expect(await mute(author, 'LIKE')).toEqual({ muted: ['LIKE'] });
    expect(kindsOf(await list(author))).toEqual(['FOLLOW']);
    expect(await unread(author)).toBe(1);
    await mute(author, 'FOLLOW');
    const { token } = author;
    expect(await client.ok(contract.getNotificationSettings, { token })).toEqual({
      muted: ['FOLLOW', 'LIKE'],
    });
    expect(await unread(author)).toBe(0);
    expect(await mute(author, 'LIKE', false)).toEqual({ muted: ['FOLLOW'] });
    expect(kindsOf(await list(author))).toEqual(['LIKE']);
  });

  test('what is no kind is refused', async () => {
    const { token } = await newUser(client);
    for (const body of [{ kind: 'POKE', muted: true }, { kind: 'LIKE' }, {}])
      expect((await client.send(contract.muteNotifications, { token, body })).status).toBe(400);
  });
});

describe('whoever is out of sight', () => {
  test('is not shown', async () => {
    const [author, gone, stays] = (await people(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    await like(stays, id);
    await like(gone, id);
    await follow(gone, author);
    await client.ok(deactivateProfile, { token: gone.token });
    expect(await list(author)).toMatchObject([{ kind: 'LIKE', actors: [{ id: idOf(stays) }], others: 0 }]);
    expect(await unread(author)).toBe(1);
  });

  test.each([
    ['is blocked', hiding.blockProfile],
    ['is muted', hiding.muteProfile],
  ] as const)('since they are hidden: %s', async (_name, call) => {
    const [author, hidden] = (await people(2)) as [AuthResponse, AuthResponse];
    const { id } = await newPost(client, author.token);
    await like(hidden, id);
    await client.ok(call, { token: author.token, params: { id: idOf(hidden) } });
    expect(await list(author)).toEqual([]);
    expect(await unread(author)).toBe(0);
  });
});

test('comes twenty a page, and neither repeats nor skips while others are being added', async () => {
  const [author, fan] = (await people(2)) as [AuthResponse, AuthResponse];
  const made: string[] = [];
  for (let n = 0; n < 23; n += 1) made.unshift((await newPost(client, author.token, `post ${n}`)).id);
  for (const id of [...made].reverse()) await like(fan, id);
  const first = await client.send(contract.getNotifications, { token: author.token });
  const subjects = (told: readonly contract.Notification[]) => told.map(({ subject }) => subject?.id);
  expect(subjects(first.body)).toEqual(made.slice(0, 20));
  await follow(fan, author);
  const cursor = new URL(nextOf(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
  const second = await client.send(contract.getNotifications, { token: author.token, query: { cursor } });
  expect(subjects(second.body)).toEqual(made.slice(20));
  expect(nextOf(second.headers)).toBeNull();
  const page = await client.send(contract.getNotifications, { token: author.token, query: { page: 2 } });
  expect(subjects(page.body)).toEqual(made.slice(19));
}, 30_000);

test('an entry of a hundred people counts up to 99 others', async () => {
  const author = await newUser(client);
  const { id } = await newPost(client, author.token);
  const { pool } = api.foundation;
  const fans = await people(3);
  for (const fan of fans) await like(fan, id);
  await pool.query(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at)
     SELECT gen_random_uuid(), 'many' || n, 'many' || n, 'Many', 'USER', true, now() FROM generate_series(1, 200) n`,
  );
  await pool.query(
    `INSERT INTO read.notifications
     SELECT $1, 'LIKE', $2, p.id, p.id, NULL, told.day, 1, p.id, now()
     FROM read.profiles p, read.notifications told
     WHERE p.nickname LIKE 'many%' AND told.account_id = $1 AND told.source_id = $3`,
    [idOf(author), id, idOf(fans[0] as AuthResponse)],
  );
  expect(await list(author)).toMatchObject([{ others: 99, actors: [{}, {}] }]);
});
