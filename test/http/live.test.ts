import type { RunningApi } from '../../api/main.ts';
import { getConversation, getUnread } from '../../contract/conversations.ts';
import { cancelCrowdfunding, donate, postUpdate } from '../../contract/crowdfunding.ts';
import { blockProfile, unblockProfile } from '../../contract/hidden-profiles.ts';
import type { LiveHint } from '../../contract/live.ts';
import * as posts from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { restorePost, takeDownPost } from '../../contract/take-down.ts';
import { getWallet } from '../../contract/wallet.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { type LiveListener, listen } from './support/live.ts';
import { sendTexts } from './support/messages.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondApi: RunningApi;

setUpTestApi();
beforeAll(async () => {
  secondApi = await api.startAnotherApi();
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
  const laterPost = await publishPost(client, token);
  await listener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === laterPost.id);
  expect(
    listener.receivedHints.filter((hint) => hint.name === 'post-changed' && hint.data.id === id),
  ).toEqual([]);
  listener.close();
});

test('sends visitors hints from every process after reads show the changes', async () => {
  const listeners = [await listen(api.url), await listen(secondApi.url)];
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
  const otherUser = await registerNewUser(client);
  await client.ok(followProfile, { token: otherUser.token, body: { idProfileToFollow: dataUser.id } });
  await client.ok(posts.deletePublication, { token, params: { id: post.id } });
  for (const listener of listeners) {
    await listener.waitForHint((hint) => hint.name === 'profile-changed' && hint.data.id === dataUser.id);
    await listener.waitForHint((hint) => hint.name === 'post-deleted' && hint.data.id === post.id);
    listener.close();
  }
});

test('sends amounts and states of campaigns, but not of pending ones', async () => {
  const [creator, donor] = [await registerNewUser(client), await registerNewUser(client)];
  const hiddenId = await createCrowdfunding(api, creator.dataUser.id);
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buyCoins(api, client, donor.token, 1000);
  const listener = await listen(api.url);
  const pendingId = await createCrowdfunding(api, creator.dataUser.id);
  const donation = { token: donor.token, params: { crowdfundingId: id }, query: { amount: 300 } };
  const { headers } = await client.send(donate, donation);
  await client.ok(donate, donation);
  const donationHint = await listener.waitForHint(
    (hint) => hint.name === 'crowdfunding-changed' && hint.data.numDonations === 2,
  );
  expect(donationHint.data).toEqual({
    id,
    status: 'ACTIVE',
    currentAmount: 600,
    numDonations: 2,
    position: expect.any(Number),
  });
  const { position } = donationHint.data as { position: number };
  expect(position).toBeGreaterThan(Number(headers.get('X-Read-Position')));
  await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  const endHint = await listener.waitForHint(
    (hint) => hint.name === 'crowdfunding-changed' && hint.data.status === 'CANCELLED',
  );
  expect(endHint.data).toMatchObject({ id });
  expect(
    listener.receivedHints.some(({ data }) => 'id' in data && [hiddenId, pendingId].includes(data.id)),
  ).toBe(false);
  listener.close();
});

test('combines many changes of one post into few hints', async () => {
  const listener = await listen(api.url);
  const people = await Promise.all(Array.from({ length: 20 }, () => registerNewUser(client)));
  const { id } = await publishPost(client, people[0]?.token ?? '');
  await Promise.all(
    people.map(({ token }) => client.ok(posts.likePublication, { token, body: { idPublication: id } })),
  );
  const listChanges = () =>
    listener.receivedHints.filter((hint) => hint.name === 'post-changed' && hint.data.id === id);
  await listener.waitForHint(
    (hint) => hint.name === 'post-changed' && hint.data.id === id && hint.data.likes === 20,
  );
  expect(listChanges().length).toBeLessThan(10);
  listener.close();
});

test('sends the number of unread notifications to their account only', async () => {
  const [author, liker, otherUser] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerNewUser(client),
  ];
  const { id } = await publishPost(client, author.token);
  const authorListeners = [await listen(api.url, author.token), await listen(secondApi.url, author.token)];
  const otherListeners = [
    await listen(api.url),
    await listen(api.url, otherUser.token),
    await listen(api.url, liker.token),
  ];
  const getUnreadCount = (hint: LiveHint) => hint.name === 'notifications-changed' && hint.data.unread;
  const likeRequest = { token: liker.token, body: { idPublication: id } };
  await client.ok(posts.likePublication, likeRequest);
  for (const listener of authorListeners) await listener.waitForHint((hint) => getUnreadCount(hint) === 1);
  await client.ok(posts.likePublication, likeRequest);
  for (const listener of authorListeners) await listener.waitForHint((hint) => getUnreadCount(hint) === 0);
  for (const listener of otherListeners) {
    await listener.waitForHint(({ name }) => name === 'post-changed');
    expect(listener.receivedHints.filter(({ name }) => name === 'notifications-changed')).toEqual([]);
  }
  for (const listener of [...authorListeners, ...otherListeners]) listener.close();
});

test('updates the number of unread notifications when a post is deleted or an account blocked', async () => {
  const [author, liker, staff] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerStaff(api, client, 'ADMIN'),
  ];
  const likedPosts = [await publishPost(client, author.token), await publishPost(client, author.token)];
  for (const { id } of likedPosts)
    await client.ok(posts.likePublication, { token: liker.token, body: { idPublication: id } });
  const listener = await listen(secondApi.url, author.token);
  const hasUnread = (count: number) => (hint: LiveHint) =>
    hint.name === 'notifications-changed' && hint.data.unread === count;
  const [first] = likedPosts;
  await client.ok(posts.deletePublication, { token: staff.token, params: { id: first?.id ?? '' } });
  await listener.waitForHint(hasUnread(1));
  await client.ok(blockProfile, { token: author.token, params: { id: liker.dataUser.id } });
  await listener.waitForHint(hasUnread(0));
  listener.close();
});

test('notifies donors of the campaign’s outcome and its creator of staff decisions', async () => {
  const [creator, donor] = [await registerNewUser(client), await registerNewUser(client)];
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buyCoins(api, client, donor.token, 1000);
  await client.ok(donate, { token: donor.token, params: { crowdfundingId: id }, query: { amount: 300 } });
  const [creatorListener, donorListener] = [
    await listen(api.url, creator.token),
    await listen(api.url, donor.token),
  ];
  const hasUnread = (minimum: number) => (hint: LiveHint) =>
    hint.name === 'notifications-changed' && hint.data.unread >= minimum;
  await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  await donorListener.waitForHint(hasUnread(1));
  await createActiveCrowdfunding(api, creator.dataUser.id);
  // The creator's unread notifications: the donation and both approvals.
  await creatorListener.waitForHint(hasUnread(3));
  creatorListener.close();
  donorListener.close();
});

test('notifies only the account whose wallet has changed', async () => {
  const [creator, donor] = [await registerNewUser(client), await registerNewUser(client)];
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  const [creatorListener, donorListener] = [
    await listen(api.url, creator.token),
    await listen(secondApi.url, donor.token),
  ];
  const isWalletHint = ({ name }: LiveHint) => name === 'wallet-changed';
  const countWalletHints = ({ receivedHints }: typeof donorListener) =>
    receivedHints.filter(isWalletHint).length;
  await buyCoins(api, client, donor.token, 1000);
  await donorListener.waitForHint(isWalletHint);
  const fetchBalance = async () => (await client.ok(getWallet, { token: donor.token })).walletCoins;
  expect(await fetchBalance()).toBe(1000);
  const count = countWalletHints(donorListener);
  await client.ok(donate, { token: donor.token, params: { crowdfundingId: id }, query: { amount: 400 } });
  await donorListener.waitForHint(() => countWalletHints(donorListener) > count);
  await creatorListener.waitForHint(({ name }) => name === 'crowdfunding-changed');
  expect(countWalletHints(creatorListener)).toBe(0);
  await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  await settleUntil(api, async () => (await fetchBalance()) === 1000);
  await donorListener.waitForHint(() => countWalletHints(donorListener) > count + 1);
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
  await buyCoins(api, client, donor.token, 1000);
  await client.ok(donate, { token: donor.token, params: { crowdfundingId: id }, query: { amount: 300 } });
  const listeners = [
    await listen(secondApi.url, donor.token),
    await listen(secondApi.url, follower.token),
    await listen(api.url, stranger.token),
  ];
  await client.ok(postUpdate, { token: creator.token, params: { id }, body: { text: 'The roof is on.' } });
  for (const listener of listeners.slice(0, 2))
    await listener.waitForHint((hint) => hint.name === 'notifications-changed' && hint.data.unread === 1);
  for (const listener of listeners) {
    await listener.waitForHint((hint) => hint.name === 'crowdfunding-changed' && hint.data.id === id);
    listener.close();
  }
  expect(listeners[2]?.receivedHints.filter(({ name }) => name === 'notifications-changed')).toEqual([]);
});

test('notifies only the reader’s own devices that a conversation was read', async () => {
  const [ana, ben] = [await registerNewUser(client), await registerNewUser(client)];
  const [benListener, anaListener] = [
    await listen(secondApi.url, ben.token),
    await listen(api.url, ana.token),
  ];
  await sendTexts(api, ana, ben, 'Hello');
  const { id } = await client.ok(getConversation, { token: ben.token, params: { id: ana.dataUser.id } });
  const hint = await benListener.waitForHint(({ name }) => name === 'conversation-read');
  expect(hint.data).toEqual({ id });
  expect((await client.ok(getUnread, { token: ben.token })).from).toEqual([]);
  await publishPost(client, ana.token);
  await anaListener.waitForHint(({ name }) => name === 'post-published');
  expect(anaListener.receivedHints.filter(({ name }) => name === 'conversation-read')).toEqual([]);
  benListener.close();
  anaListener.close();
});

test('sends no hints about posts across a block, but to all other accounts', async () => {
  const [ana, ben] = [await registerNewUser(client), await registerNewUser(client)];
  const blockRequest = { token: ana.token, params: { id: ben.dataUser.id } };
  await client.ok(blockProfile, blockRequest);
  const [anaListener, benListener, visitorListener] = [
    await listen(api.url, ana.token),
    await listen(secondApi.url, ben.token),
    await listen(api.url),
  ];
  const isPublicationOf = (id: string) => (hint: LiveHint) =>
    hint.name === 'post-published' && hint.data.id === id;
  const anaPost = await publishPost(client, ana.token);
  const benPost = await publishPost(client, ben.token);
  for (const [{ token }, { id }] of [
    [ana, anaPost],
    [ben, benPost],
  ] as const)
    await client.ok(posts.editPublication, { token, params: { id }, body: { text: 'Edited' } });
  await publishPost(client, ben.token, 'a comment', benPost.id);
  for (const listener of [anaListener, benListener, visitorListener])
    await listener.waitForHint((hint) => hint.name === 'post-changed' && hint.data.id === benPost.id);
  const isEditOf = (id: string) => (hint: LiveHint) => hint.name === 'post-edited' && hint.data.id === id;
  for (const { id } of [anaPost, benPost]) {
    await visitorListener.waitForHint(isPublicationOf(id));
    await visitorListener.waitForHint(isEditOf(id));
  }
  const listAuthors = ({ receivedHints }: LiveListener) =>
    new Set(
      receivedHints.flatMap((hint) =>
        hint.name === 'post-published' || hint.name === 'post-edited' ? [hint.data.authorId] : [],
      ),
    );
  await anaListener.waitForHint(isEditOf(anaPost.id));
  await anaListener.waitForHint(isPublicationOf(anaPost.id));
  expect(listAuthors(anaListener)).not.toContain(ben.dataUser.id);
  await benListener.waitForHint(isPublicationOf(benPost.id));
  expect(listAuthors(benListener)).not.toContain(ana.dataUser.id);
  await client.ok(unblockProfile, blockRequest);
  const laterPost = await publishPost(client, ana.token);
  await benListener.waitForHint(isPublicationOf(laterPost.id));
  for (const listener of [anaListener, benListener, visitorListener]) listener.close();
});
