import type { RunningApi } from '../../api/main.ts';
import * as accounts from '../../contract/accounts.ts';
import { getConversation, getUnread } from '../../contract/conversations.ts';
import { cancelCrowdfunding, declineCrowdfunding, donate, postUpdate } from '../../contract/crowdfunding.ts';
import { blockProfile, unblockProfile } from '../../contract/hidden-profiles.ts';
import type { LiveHint } from '../../contract/live.ts';
import { banProfile } from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { restorePost, takeDownPost } from '../../contract/take-down.ts';
import { truncateLog } from '../support/truncate-log.ts';
import { startTestApi } from './support/api.ts';
import { createClient } from './support/client.ts';
import { buy, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { type LiveListener, listen } from './support/live.ts';
import { sendTexts } from './support/messages.ts';
import {
  grant,
  publishPost,
  registerNewUser,
  registerOrganization,
  registerStaff,
  revoke,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let second: RunningApi;

setUpTestApi();
beforeAll(async () => {
  second = await api.startAnother();
});

test('sends hints about content that staff take down and restore', async () => {
  const listener = await listen(api.url);
  const [{ token, dataUser }, staff] = [
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
  ];
  const { id } = await publishPost(client, token);
  const decision = { token: staff.token, params: { id }, body: { reason: 'Spam.' } };
  for (const [call, name] of [
    [takeDownPost, 'post-taken-down'],
    [restorePost, 'post-restored'],
  ] as const) {
    await client.ok(call, decision);
    const hint = await listener.waitForHint((hint) => hint.name === name && hint.data.id === id);
    expect(hint.data).toMatchObject({ id, authorId: dataUser.id, parentId: null });
  }
  listener.close();
  await listener.ended;
});

test('sends no counts of a post that is taken down', async () => {
  const [{ token }, staff] = [await registerNewUser(client), await registerStaff(api, client, 'MOD')];
  const { id } = await publishPost(client, token);
  await client.ok(takeDownPost, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
  const listener = await listen(api.url);
  await client.ok(posts.likePublication, { token: staff.token, body: { idPublication: id } });
  const after = await publishPost(client, token);
  await listener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === after.id);
  expect(listener.received.filter((hint) => hint.name === 'post-changed' && hint.data.id === id)).toEqual([]);
  listener.close();
});

test('sends visitors hints of every process after the reads show the changes', async () => {
  const listeners = [await listen(api.url), await listen(second.url)];
  const { token, dataUser } = await registerNewUser(client);
  const post = await publishPost(client, token);
  for (const listener of listeners) {
    const hint = await listener.waitForHint(
      (hint) => hint.name === 'post-published' && hint.data.id === post.id,
    );
    expect(hint.data).toEqual({ id: post.id, authorId: dataUser.id, parentId: null });
    expect((await client.send(posts.getPost, { params: { id: post.id } })).status).toBe(200);
  }
  await client.ok(posts.likePublication, { token, body: { idPublication: post.id } });
  await publishPost(client, token, 'a comment', post.id);
  for (const listener of listeners) {
    await listener.waitForHint(
      (hint) =>
        hint.name === 'post-changed' &&
        hint.data.id === post.id &&
        hint.data.likes === 1 &&
        hint.data.comments === 1,
    );
  }
  const other = await registerNewUser(client);
  await client.ok(followProfile, { token: other.token, body: { idProfileToFollow: dataUser.id } });
  await client.ok(posts.deletePublication, { token, params: { id: post.id } });
  for (const listener of listeners) {
    await listener.waitForHint((hint) => hint.name === 'profile-changed' && hint.data.id === dataUser.id);
    await listener.waitForHint((hint) => hint.name === 'post-deleted' && hint.data.id === post.id);
    listener.close();
  }
});

test('sends amounts and states of campaigns, but nothing of pending ones', async () => {
  const [creator, donor] = [await registerNewUser(client), await registerNewUser(client)];
  const hidden = await createCrowdfunding(api, creator.dataUser.id);
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buy(api, client, donor.token, 1000);
  const listener = await listen(api.url);
  const pendingId = await createCrowdfunding(api, creator.dataUser.id);
  const give = { token: donor.token, params: { crowdfundingId: id }, query: { amount: 300 } };
  const { headers } = await client.send(donate, give);
  await client.ok(donate, give);
  const raisedHint = await listener.waitForHint(
    (hint) => hint.name === 'crowdfunding-changed' && hint.data.numDonations === 2,
  );
  expect(raisedHint.data).toEqual({
    id,
    status: 'ACTIVE',
    currentAmount: 600,
    numDonations: 2,
    position: expect.any(Number),
  });
  const { position } = raisedHint.data as { position: number };
  expect(position).toBeGreaterThan(Number(headers.get('X-Read-Position')));
  await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  const endHint = await listener.waitForHint(
    (hint) => hint.name === 'crowdfunding-changed' && hint.data.status === 'CANCELLED',
  );
  expect(endHint.data).toMatchObject({ id });
  expect(listener.received.some(({ data }) => 'id' in data && [hidden, pendingId].includes(data.id))).toBe(
    false,
  );
  listener.close();
});

test.each([
  ['was declined', 'REJECTED'],
  ['was cancelled before it began', 'CANCELLED'],
])('tells only its creator and staff that a campaign %s', async (_, status) => {
  const [creator, other, staff] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
  ];
  const [creatorListener, staffListener, otherListener, visitorListener] = [
    await listen(api.url, creator.token),
    await listen(second.url, staff.token),
    await listen(api.url, other.token),
    await listen(second.url),
  ];
  const id = await createCrowdfunding(api, creator.dataUser.id);
  if (status === 'REJECTED')
    await client.ok(declineCrowdfunding, { token: staff.token, params: { id }, body: {} });
  else await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  const isEndHint = (hint: LiveHint) => hint.name === 'crowdfunding-changed' && hint.data.id === id;
  for (const listener of [creatorListener, staffListener])
    expect((await listener.waitForHint(isEndHint)).data).toMatchObject({ status });
  const after = await publishPost(client, creator.token);
  for (const listener of [otherListener, visitorListener]) {
    await listener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === after.id);
    expect(listener.received.some(isEndHint)).toBe(false);
  }
  for (const listener of [creatorListener, staffListener, otherListener, visitorListener]) listener.close();
});

test('stops restricted hints to open streams when the staff role is revoked', async () => {
  const [creator, former, staff] = [
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
    await registerStaff(api, client, 'ADMIN'),
  ];
  const [formerModeratorListener, staffListener] = [
    await listen(api.url, former.token),
    await listen(second.url, staff.token),
  ];
  await revoke(api, former.dataUser.id);
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(declineCrowdfunding, { token: staff.token, params: { id }, body: {} });
  const isDeclineHint = (hint: LiveHint) => hint.name === 'crowdfunding-changed' && hint.data.id === id;
  await staffListener.waitForHint(isDeclineHint);
  const after = await publishPost(client, creator.token);
  await formerModeratorListener.waitForHint(
    (hint) => hint.name === 'post-published' && hint.data.id === after.id,
  );
  expect(formerModeratorListener.received.some(isDeclineHint)).toBe(false);
  for (const listener of [formerModeratorListener, staffListener]) listener.close();
});

test('gives restricted hints to open streams when the staff role is granted', async () => {
  const [creator, future] = [await registerNewUser(client), await registerNewUser(client)];
  const futureModeratorListener = await listen(api.url, future.token);
  await grant(api, future.dataUser.id, 'MOD');
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(declineCrowdfunding, { token: future.token, params: { id }, body: {} });
  await futureModeratorListener.waitForHint(
    (hint) => hint.name === 'crowdfunding-changed' && hint.data.id === id,
  );
  futureModeratorListener.close();
});

test('reveals a ban, a deactivation and a registration that awaits approval to staff only', async () => {
  const [banned, deactivated, other, staff] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
  ];
  const [staffListener, otherListener, visitorListener] = [
    await listen(api.url, staff.token),
    await listen(api.url, other.token),
    await listen(second.url),
  ];
  const params = { id: banned.dataUser.id };
  await client.ok(banProfile, { token: staff.token, params, body: { reason: 'spam' } });
  await client.ok(accounts.deactivateProfile, { token: deactivated.token });
  const ids = [banned.dataUser.id, deactivated.dataUser.id, await registerOrganization(api, client)];
  const isAbout = (id: string) => (hint: LiveHint) => hint.name === 'profile-changed' && hint.data.id === id;
  for (const id of ids) await staffListener.waitForHint(isAbout(id));
  const after = await publishPost(client, other.token);
  for (const listener of [otherListener, visitorListener]) {
    await listener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === after.id);
    for (const id of ids) expect(listener.received.some(isAbout(id))).toBe(false);
  }
  for (const listener of [staffListener, otherListener, visitorListener]) listener.close();
});

test('combines many changes of one post', async () => {
  const listener = await listen(api.url);
  const people = await Promise.all(Array.from({ length: 20 }, () => registerNewUser(client)));
  const { id } = await publishPost(client, people[0]?.token ?? '');
  await Promise.all(
    people.map(({ token }) => client.ok(posts.likePublication, { token, body: { idPublication: id } })),
  );
  const listChanges = () =>
    listener.received.filter((hint) => hint.name === 'post-changed' && hint.data.id === id);
  await listener.waitForHint(
    (hint) => hint.name === 'post-changed' && hint.data.id === id && hint.data.likes === 20,
  );
  expect(listChanges().length).toBeLessThan(10);
  listener.close();
});

test('sends the number of unread notifications to their account only', async () => {
  const [author, fan, other] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerNewUser(client),
  ];
  const { id } = await publishPost(client, author.token);
  const mine = [await listen(api.url, author.token), await listen(second.url, author.token)];
  const others = [
    await listen(api.url),
    await listen(api.url, other.token),
    await listen(api.url, fan.token),
  ];
  const getUnread = (hint: LiveHint) => hint.name === 'notifications-changed' && hint.data.unread;
  const like = { token: fan.token, body: { idPublication: id } };
  await client.ok(posts.likePublication, like);
  for (const listener of mine) await listener.waitForHint((hint) => getUnread(hint) === 1);
  await client.ok(posts.likePublication, like);
  for (const listener of mine) await listener.waitForHint((hint) => getUnread(hint) === 0);
  for (const listener of others) {
    await listener.waitForHint(({ name }) => name === 'post-changed');
    expect(listener.received.filter(({ name }) => name === 'notifications-changed')).toEqual([]);
  }
  for (const listener of [...mine, ...others]) listener.close();
});

test('updates the number of unread notifications when a post is deleted or an account blocked', async () => {
  const [author, fan, staff] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerStaff(api, client, 'ADMIN'),
  ];
  const likedPosts = [await publishPost(client, author.token), await publishPost(client, author.token)];
  for (const { id } of likedPosts)
    await client.ok(posts.likePublication, { token: fan.token, body: { idPublication: id } });
  const listener = await listen(second.url, author.token);
  const hasUnread = (count: number) => (hint: LiveHint) =>
    hint.name === 'notifications-changed' && hint.data.unread === count;
  const [first] = likedPosts;
  await client.ok(posts.deletePublication, { token: staff.token, params: { id: first?.id ?? '' } });
  await listener.waitForHint(hasUnread(1));
  await client.ok(blockProfile, { token: author.token, params: { id: fan.dataUser.id } });
  await listener.waitForHint(hasUnread(0));
  listener.close();
});

test('notifies donors of the campaign’s outcome and its creator of staff decisions', async () => {
  const [creator, donor] = [await registerNewUser(client), await registerNewUser(client)];
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buy(api, client, donor.token, 1000);
  await client.ok(donate, { token: donor.token, params: { crowdfundingId: id }, query: { amount: 300 } });
  const [creatorListener, donorListener] = [
    await listen(api.url, creator.token),
    await listen(api.url, donor.token),
  ];
  const hasUnread = (least: number) => (hint: LiveHint) =>
    hint.name === 'notifications-changed' && hint.data.unread >= least;
  await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  await donorListener.waitForHint(hasUnread(1));
  await createActiveCrowdfunding(api, creator.dataUser.id);
  // The creator's unread notifications: the donation and both approvals.
  await creatorListener.waitForHint(hasUnread(3));
  creatorListener.close();
  donorListener.close();
});

test('notifies donors and followers of an update, and refreshes the campaign', async () => {
  const [creator, donor, follower, stranger] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerNewUser(client),
    await registerNewUser(client),
  ];
  const { id: idProfileToFollow } = creator.dataUser;
  await client.ok(followProfile, { token: follower.token, body: { idProfileToFollow } });
  const id = await createActiveCrowdfunding(api, idProfileToFollow);
  await buy(api, client, donor.token, 1000);
  await client.ok(donate, { token: donor.token, params: { crowdfundingId: id }, query: { amount: 300 } });
  const listeners = [
    await listen(second.url, donor.token),
    await listen(second.url, follower.token),
    await listen(api.url, stranger.token),
  ];
  await client.ok(postUpdate, { token: creator.token, params: { id }, body: { text: 'The roof is on.' } });
  for (const listener of listeners.slice(0, 2))
    await listener.waitForHint((hint) => hint.name === 'notifications-changed' && hint.data.unread === 1);
  for (const listener of listeners) {
    await listener.waitForHint((hint) => hint.name === 'crowdfunding-changed' && hint.data.id === id);
    listener.close();
  }
  expect(listeners[2]?.received.filter(({ name }) => name === 'notifications-changed')).toEqual([]);
});

test('tells only the reader’s own devices that a conversation was read', async () => {
  const [ana, ben] = [await registerNewUser(client), await registerNewUser(client)];
  const [benListener, anaListener] = [await listen(second.url, ben.token), await listen(api.url, ana.token)];
  await sendTexts(api, ana, ben, 'Hello');
  const { id } = await client.ok(getConversation, { token: ben.token, params: { id: ana.dataUser.id } });
  const hint = await benListener.waitForHint(({ name }) => name === 'conversation-read');
  expect(hint.data).toEqual({ id });
  expect((await client.ok(getUnread, { token: ben.token })).from).toEqual([]);
  await publishPost(client, ana.token);
  await anaListener.waitForHint(({ name }) => name === 'post-published');
  expect(anaListener.received.filter(({ name }) => name === 'conversation-read')).toEqual([]);
  benListener.close();
  anaListener.close();
});

test('sends no hints about posts across a block, and sends them to all others', async () => {
  const [ana, ben] = [await registerNewUser(client), await registerNewUser(client)];
  const block = { token: ana.token, params: { id: ben.dataUser.id } };
  await client.ok(blockProfile, block);
  const [anaListener, benListener, visitorListener] = [
    await listen(api.url, ana.token),
    await listen(second.url, ben.token),
    await listen(api.url),
  ];
  const isPublicationOf = (id: string) => (hint: LiveHint) =>
    hint.name === 'post-published' && hint.data.id === id;
  const postOfAna = await publishPost(client, ana.token);
  const postOfBen = await publishPost(client, ben.token);
  for (const [{ token }, { id }] of [
    [ana, postOfAna],
    [ben, postOfBen],
  ] as const)
    await client.ok(posts.editPublication, { token, params: { id }, body: { text: 'Edited' } });
  await publishPost(client, ben.token, 'a comment', postOfBen.id);
  for (const listener of [anaListener, benListener, visitorListener])
    await listener.waitForHint((hint) => hint.name === 'post-changed' && hint.data.id === postOfBen.id);
  const isEditOf = (id: string) => (hint: LiveHint) => hint.name === 'post-edited' && hint.data.id === id;
  for (const { id } of [postOfAna, postOfBen]) {
    await visitorListener.waitForHint(isPublicationOf(id));
    await visitorListener.waitForHint(isEditOf(id));
  }
  const listAuthors = ({ received }: LiveListener) =>
    new Set(
      received.flatMap((hint) =>
        hint.name === 'post-published' || hint.name === 'post-edited' ? [hint.data.authorId] : [],
      ),
    );
  await anaListener.waitForHint(isEditOf(postOfAna.id));
  await anaListener.waitForHint(isPublicationOf(postOfAna.id));
  expect(listAuthors(anaListener)).not.toContain(ben.dataUser.id);
  await benListener.waitForHint(isPublicationOf(postOfBen.id));
  expect(listAuthors(benListener)).not.toContain(ana.dataUser.id);
  await client.ok(unblockProfile, block);
  const after = await publishPost(client, ana.token);
  await benListener.waitForHint(isPublicationOf(after.id));
  for (const listener of [anaListener, benListener, visitorListener]) listener.close();
});

describe('when the log loses events, as in a failover', () => {
  test('tells every listener to refetch everything and continues the live updates', async () => {
    const own = await startTestApi();
    try {
      const people = createClient(own.url);
      const { token } = await registerNewUser(people);
      const keptPosition = await own.foundation.rawLog.head();
      const listeners = [await listen(own.url), await listen(own.url, token)];
      await own.stopProjections();
      await publishPost(people, token, 'soon lost');
      await truncateLog(own.database.url, keptPosition);
      for (const listener of listeners)
        await listener.waitForHint(({ name }) => name === 'everything-changed');

      await own.startProjections();
      const post = await publishPost(people, token, 'after it');
      for (const listener of listeners)
        await listener.waitForHint(
          ({ name, data }) => name === 'post-published' && 'id' in data && data.id === post.id,
        );
    } finally {
      await own.close();
    }
  });
});
