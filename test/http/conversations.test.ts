import { deactivateProfile } from '../../contract/accounts.ts';
import * as contract from '../../contract/conversations.ts';
import { banProfile } from '../../contract/moderation.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import { WAIT_MS, waitForResult, waitUntil } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import { createClient, getNextPath } from './support/client.ts';
import { erase } from './support/erasure.ts';
import { sendTexts as sayBy } from './support/messages.ts';
import { registerNewUser, registerOrganization, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

setUpTestApi();

const registerPair = () => Promise.all([registerNewUser(client), registerNewUser(client)]);
/** Registers two accounts, the older one first. */
const registerInOrder = async () => [await registerNewUser(client), await registerNewUser(client)] as const;

const sendMessages = (from: AuthResponse, to: AuthResponse, ...contents: readonly string[]) =>
  sayBy(api, from, to, ...contents);

const listConversations = ({ token }: AuthResponse) => client.ok(contract.getConversations, { token });
const openConversation = ({ token }: AuthResponse, id: string, query: Record<string, string | number> = {}) =>
  client.send(contract.getConversation, { token, params: { id }, query });
const getContents = ({ messages }: contract.Conversation) => messages.map(({ content }) => content);

test('a conversation is empty and not listed before the first message', async () => {
  const [ana, ben] = await registerPair();
  const { body } = await openConversation(ana, ben.dataUser.id);
  expect(body).toEqual({
    id: deriveConversationId(ana.dataUser.id, ben.dataUser.id),
    profile1: expect.objectContaining({ idProfile: ana.dataUser.id, nickname: ana.dataUser.nickname }),
    profile2: expect.objectContaining({ idProfile: ben.dataUser.id, nickname: ben.dataUser.nickname }),
    lastMessage: null,
    messages: [],
  });
  expect((await openConversation(ben, ana.dataUser.id)).body.id).toBe(body.id);
  expect(await listConversations(ana)).toEqual([]);
});

test('a conversation shows messages oldest first to both members and counts unread ones until they are read', async () => {
  const [ana, ben] = await registerPair();
  const sentMessages = await sendMessages(ana, ben, 'Hello', 'Is the cat still there?');
  const [row] = await listConversations(ben);
  expect(row).toMatchObject({
    profile: { id: ana.dataUser.id, nickname: ana.dataUser.nickname },
    unread: 2,
    lastMessage: { id: sentMessages[1], content: 'Is the cat still there?', profileId: ana.dataUser.id },
  });
  expect((await listConversations(ana))[0]).toMatchObject({ unread: 0, profile: { id: ben.dataUser.id } });

  const conversation = (await openConversation(ben, ana.dataUser.id)).body;
  expect(getContents(conversation)).toEqual(['Hello', 'Is the cat still there?']);
  expect(conversation.lastMessage).toEqual(conversation.messages[1]);
  expect((await listConversations(ben))[0]).toMatchObject({ unread: 0 });
  const conversationById = (await openConversation(ana, conversation.id)).body;
  expect(conversationById.messages).toEqual(conversation.messages);
  expect(conversationById.profile1.idProfile).toBe(ana.dataUser.id);

  await sendMessages(ben, ana, 'It is');
  expect((await listConversations(ana))[0]).toMatchObject({ unread: 1, lastMessage: { content: 'It is' } });
  expect((await listConversations(ben))[0]).toMatchObject({ unread: 0, lastMessage: { content: 'It is' } });
});

test('a conversation refers to the animal of the most recent message about an animal', async () => {
  const [owner, ana] = await registerPair();
  const [rex, luna] = [await createAnimal(client, owner.token), await createAnimal(client, owner.token)];
  const socket = await connectSocket(api.url, ana.token);
  const sendMessage = (content: string, animalId?: string) => {
    socket.send({ receiverId: owner.dataUser.id, content, animalId });
    return socket.waitForMessage(content);
  };
  expect(await sendMessage('Hello')).not.toHaveProperty('animalId');
  expect((await openConversation(ana, owner.dataUser.id)).body).not.toHaveProperty('animalId');
  expect(await sendMessage('Is Rex still there?', rex.id)).toMatchObject({ animalId: rex.id });
  await sendMessage('And his toys?', rex.id);
  expect((await openConversation(owner, ana.dataUser.id)).body.animalId).toBe(rex.id);
  await sendMessage('Or Luna?', luna.id);
  await sendMessage('Thank you');
  socket.close();
  for (const [member, otherMember] of [
    [ana, owner],
    [owner, ana],
  ] as const)
    expect((await openConversation(member, otherMember.dataUser.id)).body.animalId).toBe(luna.id);
});

test('lists the senders of unread messages over many conversations', async () => {
  const ana = await registerNewUser(client);
  const senders = await Promise.all(Array.from({ length: 23 }, () => registerNewUser(client)));
  for (const sender of senders) await sendMessages(sender, ana, 'Hello');
  const getUnreadSenders = async () => (await client.ok(contract.getUnread, { token: ana.token })).from;
  const ids = senders.map(({ dataUser }) => dataUser.id).reverse();
  expect(await getUnreadSenders()).toEqual(ids);
  await openConversation(ana, ids[22] as string);
  expect(await getUnreadSenders()).toEqual(ids.slice(0, 22));
  await sendMessages(ana, senders[0] as AuthResponse, 'Hello to you');
  expect(await getUnreadSenders()).toEqual(ids.slice(0, 22));
});

test('opens a conversation without waiting for its read mark, for which the list waits', async () => {
  const [ana, ben] = await registerPair();
  await sendMessages(ana, ben, 'Hello');
  await api.stopProjections();
  try {
    const startedAt = Date.now();
    expect(getContents((await openConversation(ben, ana.dataUser.id)).body)).toEqual(['Hello']);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  } finally {
    await api.startProjections();
  }
  expect(await listConversations(ben)).toMatchObject([{ unread: 0 }]);
});

test('lists wait for the read marks of another process', async () => {
  const { pool, progress, rawLog } = api.foundation;
  let markPosition = Number.POSITIVE_INFINITY;
  let waitCount = 0;
  const waitFor: typeof progress.waitFor = (names, position) => {
    if (position >= markPosition) waitCount += 1;
    return progress.waitFor(names, position, WAIT_MS);
  };
  const secondApi = await api.startAnotherApi({ progress: { ...progress, waitFor } });
  const secondClient = createClient(secondApi.url);
  const [ana, ben] = await registerPair();
  const { token } = ben;
  await sendMessages(ana, ben, 'Hello');
  const stream = `conversation-${deriveConversationId(ana.dataUser.id, ben.dataUser.id)}`;
  const lockHolder = await pool.connect();
  await lockHolder.query('BEGIN; LOCK TABLE read.conversations IN EXCLUSIVE MODE');
  await openConversation(ben, ana.dataUser.id);
  const readNewestEvent = async () =>
    (await rawLog.readStream(stream, { direction: 'backwards', limit: 1 }))[0];
  const readMark = await waitForResult(readNewestEvent, (event) => event?.type === 'ConversationRead');
  markPosition = readMark?.position ?? 0;

  // Reads wait once the second process has received the event. Until then, they are sent again.
  let settledCount = 0;
  const readUnread = () => secondClient.ok(contract.getUnread, { token }).finally(() => (settledCount += 1));
  const unreadReads = [readUnread()];
  await waitUntil(() => {
    if (settledCount === unreadReads.length) unreadReads.push(readUnread());
    return waitCount === 1;
  });
  const rows = secondClient.ok(contract.getConversations, { token }).finally(() => (settledCount += 1));
  await waitUntil(() => waitCount === 2);
  await waitUntil(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_locks WHERE relation = 'read.conversations'::regclass AND NOT granted`,
    );
    return rowCount !== 0;
  });
  expect(settledCount).toBe(unreadReads.length - 1);
  await lockHolder.query('COMMIT');
  lockHolder.release();
  expect(await rows).toMatchObject([{ unread: 0 }]);
  expect(await unreadReads.at(-1)).toEqual({ from: [] });
});

test('reading a conversation again appends no event', async () => {
  const [ana, ben] = await registerPair();
  await sendMessages(ana, ben, 'Hello');
  await openConversation(ben, ana.dataUser.id);
  await listConversations(ben);
  const previousHead = await api.foundation.rawLog.head();
  await openConversation(ben, ana.dataUser.id);
  await openConversation(ana, ben.dataUser.id);
  expect(await api.foundation.rawLog.head()).toBe(previousHead);
});

test('returns the newest 50 messages and links to older ones', async () => {
  const [ana, ben] = await registerPair();
  const contents = Array.from({ length: 120 }, (_, n) => `message ${n}`);
  await sendMessages(ana, ben, ...contents);
  const first = await openConversation(ben, ana.dataUser.id);
  expect(getContents(first.body)).toEqual(contents.slice(70));
  await sendMessages(ben, ana, 'meanwhile');
  const getCursor = (headers: Headers) =>
    new URL(getNextPath(headers) ?? '', api.url).searchParams.get('cursor') ?? '';
  const second = await openConversation(ben, ana.dataUser.id, { cursor: getCursor(first.headers) });
  expect(getContents(second.body)).toEqual(contents.slice(20, 70));
  expect(second.body.lastMessage?.content).toBe('meanwhile');
  const third = await openConversation(ben, ana.dataUser.id, { cursor: getCursor(second.headers) });
  expect(getContents(third.body)).toEqual(contents.slice(0, 20));
  expect(getNextPath(third.headers)).toBeNull();
});

test('returns older messages by page number', async () => {
  const [ana, ben] = await registerPair();
  const contents = Array.from({ length: 70 }, (_, n) => `message ${n}`);
  await sendMessages(ana, ben, ...contents);
  const firstPage = await openConversation(ben, ana.dataUser.id, { page: 1 });
  expect(getContents(firstPage.body)).toEqual(contents.slice(20));
  const second = await openConversation(ben, ana.dataUser.id, { page: 2 });
  expect(getContents(second.body)).toEqual(contents.slice(0, 20));
  expect(second.body.lastMessage?.content).toBe('message 69');
  expect((await openConversation(ben, ana.dataUser.id, { page: 3 })).body.messages).toEqual([]);
  expect((await openConversation(ben, ana.dataUser.id, { page: 0 })).status).toBe(400);
});

test('returns the messages after a given one', async () => {
  const [ana, ben] = await registerPair();
  const contents = Array.from({ length: 70 }, (_, n) => `message ${n}`);
  const sentIds = await sendMessages(ana, ben, ...contents);
  const missedMessages = await openConversation(ben, ana.dataUser.id, { after: sentIds[9] as string });
  expect(getContents(missedMessages.body)).toEqual(contents.slice(10, 60));
  const nextAfter =
    new URL(getNextPath(missedMessages.headers) ?? '', api.url).searchParams.get('after') ?? '';
  expect(nextAfter).toBe(sentIds[59]);
  const remainingMessages = await openConversation(ben, ana.dataUser.id, { after: nextAfter });
  expect(getContents(remainingMessages.body)).toEqual(contents.slice(60));
  expect(getNextPath(remainingMessages.headers)).toBeNull();
  expect(
    (await openConversation(ben, ana.dataUser.id, { after: sentIds[69] as string })).body.messages,
  ).toEqual([]);
  expect((await openConversation(ben, ana.dataUser.id, { after: ana.dataUser.id })).status).toBe(404);
});

test('a conversation is accessible to its members only', async () => {
  const [ana, ben] = await registerPair();
  const eve = await registerNewUser(client);
  const [message] = await sendMessages(ana, ben, 'A secret');
  const { id } = (await openConversation(ana, ben.dataUser.id)).body;
  expect(await openConversation(eve, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await openConversation(eve, ana.dataUser.id)).body.messages).toEqual([]);
  expect((await openConversation(eve, ana.dataUser.id, { after: message as string })).status).toBe(404);
  for (const unknownId of [eve.dataUser.id, api.foundation.ids.next(), 'nonsense', id.toUpperCase()])
    expect([403, 404]).toContain((await openConversation(eve, unknownId)).status);
});

test('a conversation does not reveal to others whether its members have written', async () => {
  const [ana, ben] = await registerPair();
  const [cleo, dan] = await registerPair();
  const eve = await registerNewUser(client);
  await sendMessages(ana, ben, 'A secret');
  const nonEmptyResponse = await openConversation(
    eve,
    deriveConversationId(ana.dataUser.id, ben.dataUser.id),
  );
  const emptyResponse = await openConversation(eve, deriveConversationId(cleo.dataUser.id, dan.dataUser.id));
  expect([nonEmptyResponse.status, nonEmptyResponse.body]).toEqual([403, emptyResponse.body]);
  expect(emptyResponse.status).toBe(403);
  expect((await openConversation(eve, api.foundation.ids.next())).status).toBe(404);
});

test('a conversation is found by its id without messages by the younger member who has opened it, in every process', async () => {
  const secondClient = createClient((await api.startAnotherApi()).url);
  const [older, younger] = await registerInOrder();
  const { id } = (await openConversation(older, younger.dataUser.id)).body;
  expect((await openConversation(younger, id)).status).toBe(404);
  for (let n = 0; n < 2; n += 1)
    expect((await openConversation(younger, older.dataUser.id)).body.id).toBe(id);
  const { token } = younger;
  expect(await secondClient.ok(contract.getConversation, { token, params: { id } })).toMatchObject({
    id,
    profile1: { idProfile: younger.dataUser.id },
    profile2: { idProfile: older.dataUser.id },
    messages: [],
    lastMessage: null,
  });
  await sendMessages(older, younger, 'Hello');
  expect(getContents((await openConversation(younger, id)).body)).toEqual(['Hello']);
});

test('a conversation is not found by its id after an erasure or by others, although its younger member has opened it', async () => {
  const [older, younger] = await registerInOrder();
  const [otherOlder, otherYounger] = await registerInOrder();
  const eve = await registerNewUser(client);
  const { id } = (await openConversation(younger, older.dataUser.id)).body;
  const unopenedId = deriveConversationId(otherOlder.dataUser.id, otherYounger.dataUser.id);
  const [response, unopenedResponse] = [
    await openConversation(eve, id),
    await openConversation(eve, unopenedId),
  ];
  expect([response.status, response.body]).toEqual([403, unopenedResponse.body]);

  await openConversation(otherYounger, otherOlder.dataUser.id);
  const countStored = async () =>
    (
      await api.database.pool.query(
        'SELECT FROM private.opened_conversations WHERE conversation_id = ANY ($1)',
        [[id, unopenedId]],
      )
    ).rowCount;
  expect(await countStored()).toBe(2);
  await erase(older.dataUser.id);
  expect((await openConversation(younger, id)).status).toBe(404);
  await erase(otherYounger.dataUser.id);
  expect(await countStored()).toBe(0);
});

test('a conversation is found by its id without messages when the other account is newer', async () => {
  const [older, younger] = await registerInOrder();
  const id = deriveConversationId(older.dataUser.id, younger.dataUser.id);
  expect((await openConversation(older, id)).body).toMatchObject({
    id,
    messages: [],
    lastMessage: null,
  });
});

test('keeps conversations with hidden accounts readable and refuses new ones', async () => {
  const [ana, ben] = await registerPair();
  const eve = await registerNewUser(client);
  await sendMessages(ana, ben, 'Hello');
  expect((await openConversation(ben, ana.dataUser.id)).body).not.toHaveProperty('closed');
  await client.ok(deactivateProfile, { token: ana.token });
  const { body } = await openConversation(ben, ana.dataUser.id);
  expect(getContents(body)).toEqual(['Hello']);
  expect(body.closed).toBe(true);
  expect((await openConversation(eve, ana.dataUser.id)).status).toBe(404);
});

test('a conversation is closed to staff without messages when the other account receives none', async () => {
  const [moderator, ana] = [await registerStaff(api, client, 'MOD'), await registerNewUser(client)];
  const isClosed = async (id: string) => (await openConversation(moderator, id)).body.closed ?? false;
  expect(await isClosed(ana.dataUser.id)).toBe(false);
  await client.ok(banProfile, {
    params: { id: ana.dataUser.id },
    body: { reason: 'Sells puppies.' },
    token: moderator.token,
  });
  expect(await isClosed(ana.dataUser.id)).toBe(true);
  expect(await isClosed(deriveConversationId(moderator.dataUser.id, ana.dataUser.id))).toBe(true);
  expect(await isClosed(await registerOrganization(api, client))).toBe(true);
});

test('lists conversations newest first, twenty a page', async () => {
  const ana = await registerNewUser(client);
  const senders = await Promise.all(Array.from({ length: 23 }, () => registerNewUser(client)));
  for (const sender of senders) await sendMessages(sender, ana, 'Hello');
  await sendMessages(ana, senders[0] as AuthResponse, 'Hello to you');
  const first = await client.send(contract.getConversations, { token: ana.token });
  const expectedIds = [senders[0], ...senders.slice(1).reverse()].map((sender) => sender?.dataUser.id);
  expect(first.body.map(({ profile }) => profile.id)).toEqual(expectedIds.slice(0, 20));
  const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
  const second = await client.send(contract.getConversations, { token: ana.token, query: { cursor } });
  expect(second.body.map(({ profile }) => profile.id)).toEqual(expectedIds.slice(20));
  const page = await client.send(contract.getConversations, { token: ana.token, query: { page: 2 } });
  expect(page.body).toEqual(second.body);
});

test('encrypts messages in the log', async () => {
  const [ana, ben] = await registerPair();
  await sendMessages(ana, ben, 'Nobody reads this');
  const stream = `conversation-${deriveConversationId(ana.dataUser.id, ben.dataUser.id)}`;
  const [event] = await api.foundation.rawLog.readStream(stream);
  expect(event?.type).toBe('MessageSent');
  expect(JSON.stringify(event)).not.toContain('Nobody');
});
