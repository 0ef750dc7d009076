import type { RunningApi } from '../../api/main.ts';
import * as contract from '../../contract/conversations.ts';
import { blockProfile, unblockProfile } from '../../contract/hidden-profiles.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { listen } from './support/live.ts';
import { sendTexts } from './support/messages.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondApi: RunningApi;
let ana: AuthResponse;
let ben: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  secondApi = await api.startAnotherApi();
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
});

/** Opens the conversation with the other participant, which marks it as read. */
const openConversation = ({ token }: AuthResponse, otherMember: AuthResponse) =>
  client.ok(contract.getConversation, { token, params: { id: otherMember.dataUser.id } });
const getSeenId = async (reader: AuthResponse, other: AuthResponse) =>
  (await openConversation(reader, other)).seenId;
const switchReceipts = ({ token }: AuthResponse, readReceipts: boolean) =>
  client.ok(contract.switchReadReceipts, { token, body: { readReceipts } });
const block = ({ token }: AuthResponse, other: AuthResponse) =>
  client.ok(blockProfile, { token, params: { id: other.dataUser.id } });

/** Sends a message from Ana to Ben and lets Ben read it. Returns the message id. */
async function sendAndRead(text: string): Promise<string> {
  const [id = ''] = await sendTexts(api, ana, ben, text);
  await openConversation(ben, ana);
  // Ben's next read waits until the conversation is marked as read.
  await client.ok(contract.getUnread, { token: ben.token });
  return id;
}

test('returns the newest own message that the other member has read', async () => {
  const messageId = await sendAndRead('Hello');
  await sendTexts(api, ana, ben, 'Are you there?');
  expect(await getSeenId(ana, ben)).toBe(messageId);
  expect(await getSeenId(ben, ana)).toBeUndefined();
});

test('returns an own message even if the other member wrote the last message before reading', async () => {
  const [messageId] = await sendTexts(api, ana, ben, 'Hello');
  await sendTexts(api, ben, ana, 'Hi');
  await openConversation(ben, ana);
  await client.ok(contract.getUnread, { token: ben.token });
  expect(await getSeenId(ana, ben)).toBe(messageId);
});

test('read receipts are on until they are switched off, and the setting is stored', async () => {
  const { token } = ana;
  expect(await client.ok(contract.getConversationSettings, { token })).toEqual({ readReceipts: true });
  expect(await switchReceipts(ana, false)).toEqual({ readReceipts: false });
  expect(await client.ok(contract.getConversationSettings, { token })).toEqual({ readReceipts: false });
  expect(await switchReceipts(ana, true)).toEqual({ readReceipts: true });
});

test.each([
  ['the reader', () => ben],
  ['the author', () => ana],
])('read receipts are not shown while %s has switched them off', async (_, getMember) => {
  await sendAndRead('Hello');
  await switchReceipts(getMember(), false);
  expect(await getSeenId(ana, ben)).toBeUndefined();
});

test('read receipts do not cover messages that were read while they were switched off', async () => {
  await switchReceipts(ben, false);
  await sendAndRead('Hello');
  await switchReceipts(ben, true);
  expect(await getSeenId(ana, ben)).toBeUndefined();
  const nextId = await sendAndRead('Are you there?');
  expect(await getSeenId(ana, ben)).toBe(nextId);
});

test.each([
  ['the reader', () => [ben, ana] as const],
  ['the author', () => [ana, ben] as const],
])('read receipts are not shown while %s blocks the other', async (_, getPair) => {
  const [blocker, blockedUser] = getPair();
  const messageId = await sendAndRead('Hello');
  await block(blocker, blockedUser);
  expect(await getSeenId(ana, ben)).toBeUndefined();
  await client.ok(unblockProfile, { token: blocker.token, params: { id: blockedUser.dataUser.id } });
  expect(await getSeenId(ana, ben)).toBe(messageId);
});

test('read receipts are sent live only to the author’s devices, in every process', async () => {
  const eva = await registerNewUser(client);
  const [anaListener, benListener, evaListener] = await Promise.all([
    listen(secondApi.url, ana.token),
    listen(api.url, ben.token),
    listen(api.url, eva.token),
  ]);
  const messageId = await sendAndRead('Hello');
  const { data } = await anaListener.waitForHint(({ name }) => name === 'messages-seen');
  expect(data).toEqual({ conversationId: (await openConversation(ana, ben)).id, messageId });
  await publishPost(client, ana.token);
  for (const listener of [benListener, evaListener]) {
    await listener.waitForHint(({ name }) => name === 'post-published');
    expect(listener.receivedHints.filter(({ name }) => name === 'messages-seen')).toEqual([]);
  }
  for (const listener of [anaListener, benListener, evaListener]) listener.close();
});

test.each([
  ['has switched them off', () => switchReceipts(ben, false)],
  ['blocks the author', () => block(ben, ana)],
])('read receipts are not sent live when the reader %s', async (_, action) => {
  const anaListener = await listen(api.url, ana.token);
  const benListener = await listen(api.url, ben.token);
  await sendTexts(api, ana, ben, 'Hello');
  await action();
  await openConversation(ben, ana);
  await benListener.waitForHint(({ name }) => name === 'conversation-read');
  await publishPost(client, ana.token);
  await anaListener.waitForHint(({ name }) => name === 'post-published');
  expect(anaListener.receivedHints.filter(({ name }) => name === 'messages-seen')).toEqual([]);
  anaListener.close();
  benListener.close();
});

test('read receipts are not shown for a conversation that was read before receipts existed', async () => {
  await sendAndRead('Hello');
  await api.foundation.pool.query(
    'UPDATE read.conversations SET seen_position = NULL WHERE account_id = $1',
    [ana.dataUser.id],
  );
  expect(await getSeenId(ana, ben)).toBeUndefined();
});
