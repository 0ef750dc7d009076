import type { RunningApi } from '../../api/main.ts';
import * as contract from '../../contract/conversations.ts';
import { blockProfile, unblockProfile } from '../../contract/hidden-profiles.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { listen } from './support/live.ts';
import { sendTexts } from './support/messages.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let second: RunningApi;
let ana: AuthResponse;
let ben: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  second = await api.startAnother();
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
});

/** Opens the conversation with the other member, which marks it as read. */
const open = ({ token }: AuthResponse, other: AuthResponse) =>
  client.ok(contract.getConversation, { token, params: { id: other.dataUser.id } });
const getSeenId = async (reader: AuthResponse, other: AuthResponse) => (await open(reader, other)).seenId;
const switchReceipts = ({ token }: AuthResponse, readReceipts: boolean) =>
  client.ok(contract.switchReadReceipts, { token, body: { readReceipts } });
const block = ({ token }: AuthResponse, other: AuthResponse) =>
  client.ok(blockProfile, { token, params: { id: other.dataUser.id } });

/** Sends one message from Ana, which Ben reads. Returns its id. */
async function sendAndRead(text: string): Promise<string> {
  const [id = ''] = await sendTexts(api, ana, ben, text);
  await open(ben, ana);
  // The next list of the reader waits for the mark.
  await client.ok(contract.getUnread, { token: ben.token });
  return id;
}

test('returns the newest own message that the other member has read', async () => {
  const read = await sendAndRead('Hello');
  await sendTexts(api, ana, ben, 'Are you there?');
  expect(await getSeenId(ana, ben)).toBe(read);
  expect(await getSeenId(ben, ana)).toBeUndefined();
});

test('returns an own message, although the other member wrote the last one before reading', async () => {
  const [own] = await sendTexts(api, ana, ben, 'Hello');
  await sendTexts(api, ben, ana, 'Hi');
  await open(ben, ana);
  await client.ok(contract.getUnread, { token: ben.token });
  expect(await getSeenId(ana, ben)).toBe(own);
});

test('are on until they are switched off, and the setting is kept', async () => {
  const { token } = ana;
  expect(await client.ok(contract.getConversationSettings, { token })).toEqual({ readReceipts: true });
  expect(await switchReceipts(ana, false)).toEqual({ readReceipts: false });
  expect(await client.ok(contract.getConversationSettings, { token })).toEqual({ readReceipts: false });
  expect(await switchReceipts(ana, true)).toEqual({ readReceipts: true });
});

test.each([
  ['the reader', () => ben],
  ['the author', () => ana],
])('are not shown while %s has switched them off', async (_, getMember) => {
  await sendAndRead('Hello');
  await switchReceipts(getMember(), false);
  expect(await getSeenId(ana, ben)).toBeUndefined();
});

test('what was read while they were off stays unknown after they are on again', async () => {
  await switchReceipts(ben, false);
  await sendAndRead('Hello');
  await switchReceipts(ben, true);
  expect(await getSeenId(ana, ben)).toBeUndefined();
  const next = await sendAndRead('Are you there?');
  expect(await getSeenId(ana, ben)).toBe(next);
});

test.each([
  ['the reader', () => [ben, ana] as const],
  ['the author', () => [ana, ben] as const],
])('are not shown while %s blocks the other', async (_, getPair) => {
  const [blocker, blocked] = getPair();
  const read = await sendAndRead('Hello');
  await block(blocker, blocked);
  expect(await getSeenId(ana, ben)).toBeUndefined();
  await client.ok(unblockProfile, { token: blocker.token, params: { id: blocked.dataUser.id } });
  expect(await getSeenId(ana, ben)).toBe(read);
});

test('are sent live to the author’s devices in every process, and to nobody else', async () => {
  const eva = await registerNewUser(client);
  const [anaListener, benListener, evaListener] = await Promise.all([
    listen(second.url, ana.token),
    listen(api.url, ben.token),
    listen(api.url, eva.token),
  ]);
  const messageId = await sendAndRead('Hello');
  const { data } = await anaListener.waitForHint(({ name }) => name === 'messages-seen');
  expect(data).toEqual({ conversationId: (await open(ana, ben)).id, messageId });
  await publishPost(client, ana.token);
  for (const listener of [benListener, evaListener]) {
    await listener.waitForHint(({ name }) => name === 'post-published');
    expect(listener.received.filter(({ name }) => name === 'messages-seen')).toEqual([]);
  }
  for (const listener of [anaListener, benListener, evaListener]) listener.close();
});

test.each([
  ['has switched them off', () => switchReceipts(ben, false)],
  ['blocks the author', () => block(ben, ana)],
])('are not sent live when the reader %s', async (_, refuse) => {
  const anaListener = await listen(api.url, ana.token);
  const benListener = await listen(api.url, ben.token);
  await sendTexts(api, ana, ben, 'Hello');
  await refuse();
  await open(ben, ana);
  await benListener.waitForHint(({ name }) => name === 'conversation-read');
  await publishPost(client, ana.token);
  await anaListener.waitForHint(({ name }) => name === 'post-published');
  expect(anaListener.received.filter(({ name }) => name === 'messages-seen')).toEqual([]);
  anaListener.close();
  benListener.close();
});

test('a read mark from before receipts shows nothing', async () => {
  await sendAndRead('Hello');
  await api.foundation.pool.query(
    'UPDATE read.conversations SET seen_position = NULL WHERE account_id = $1',
    [ana.dataUser.id],
  );
  expect(await getSeenId(ana, ben)).toBeUndefined();
});
