import { setTimeout as delay } from 'node:timers/promises';
import { deactivateProfile } from '../../contract/accounts.ts';
import * as contract from '../../contract/conversations.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import { waitUntil } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import { createClient, getNextAddress } from './support/client.ts';
import { sendTexts as sayBy } from './support/messages.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

setUpTestApi();

const registerPair = () => Promise.all([registerNewUser(client), registerNewUser(client)]);

const sendMessages = (from: AuthResponse, to: AuthResponse, ...contents: readonly string[]) =>
  sayBy(api, from, to, ...contents);

const list = ({ token }: AuthResponse) => client.ok(contract.getConversations, { token });
const open = ({ token }: AuthResponse, id: string, query: Record<string, string | number> = {}) =>
  client.send(contract.getConversation, { token, params: { id }, query });
const getContents = ({ messages }: contract.Conversation) => messages.map(({ content }) => content);

test('returns an empty conversation, which no list shows, before the first message', async () => {
  const [ana, ben] = await registerPair();
  const { body } = await open(ana, ben.dataUser.id);
  expect(body).toEqual({
    id: deriveConversationId(ana.dataUser.id, ben.dataUser.id),
    profile1: expect.objectContaining({ idProfile: ana.dataUser.id, nickname: ana.dataUser.nickname }),
    profile2: expect.objectContaining({ idProfile: ben.dataUser.id, nickname: ben.dataUser.nickname }),
    lastMessage: null,
    messages: [],
  });
  expect((await open(ben, ana.dataUser.id)).body.id).toBe(body.id);
  expect(await list(ana)).toEqual([]);
});

test('shows messages oldest first to both members and counts unread ones until they are read', async () => {
  const [ana, ben] = await registerPair();
  const sentMessages = await sendMessages(ana, ben, 'Hello', 'Is the cat still there?');
  const [row] = await list(ben);
  expect(row).toMatchObject({
    profile: { id: ana.dataUser.id, nickname: ana.dataUser.nickname },
    unread: 2,
    lastMessage: { id: sentMessages[1], content: 'Is the cat still there?', profileId: ana.dataUser.id },
  });
  expect((await list(ana))[0]).toMatchObject({ unread: 0, profile: { id: ben.dataUser.id } });

  const byProfile = (await open(ben, ana.dataUser.id)).body;
  expect(getContents(byProfile)).toEqual(['Hello', 'Is the cat still there?']);
  expect(byProfile.lastMessage).toEqual(byProfile.messages[1]);
  expect((await list(ben))[0]).toMatchObject({ unread: 0 });
  const byId = (await open(ana, byProfile.id)).body;
  expect(byId.messages).toEqual(byProfile.messages);
  expect(byId.profile1.idProfile).toBe(ana.dataUser.id);

  await sendMessages(ben, ana, 'It is');
  expect((await list(ana))[0]).toMatchObject({ unread: 1, lastMessage: { content: 'It is' } });
  expect((await list(ben))[0]).toMatchObject({ unread: 0, lastMessage: { content: 'It is' } });
});

test('is about the animal that a member contacted the other about most recently', async () => {
  const [owner, ana] = await registerPair();
  const [rex, luna] = [await createAnimal(client, owner.token), await createAnimal(client, owner.token)];
  const socket = await connectSocket(api.url, ana.token);
  const send = (content: string, animalId?: string) => {
    socket.send({ receiverId: owner.dataUser.id, content, animalId });
    return socket.waitForMessage(content);
  };
  expect(await send('Hello')).not.toHaveProperty('animalId');
  expect((await open(ana, owner.dataUser.id)).body).not.toHaveProperty('animalId');
  expect(await send('Is Rex still there?', rex.id)).toMatchObject({ animalId: rex.id });
  await send('And his toys?', rex.id);
  expect((await open(owner, ana.dataUser.id)).body.animalId).toBe(rex.id);
  await send('Or Luna?', luna.id);
  await send('Thank you');
  socket.close();
  for (const [member, other] of [
    [ana, owner],
    [owner, ana],
  ] as const)
    expect((await open(member, other.dataUser.id)).body.animalId).toBe(luna.id);
});

test('lists the senders of unread messages over many conversations', async () => {
  const ana = await registerNewUser(client);
  const others = await Promise.all(Array.from({ length: 23 }, () => registerNewUser(client)));
  for (const other of others) await sendMessages(other, ana, 'Hello');
  const getUnreadSenders = async () => (await client.ok(contract.getUnread, { token: ana.token })).from;
  const ids = others.map(({ dataUser }) => dataUser.id).reverse();
  expect(await getUnreadSenders()).toEqual(ids);
  await open(ana, ids[22] as string);
  expect(await getUnreadSenders()).toEqual(ids.slice(0, 22));
  await sendMessages(ana, others[0] as AuthResponse, 'Hello to you');
  expect(await getUnreadSenders()).toEqual(ids.slice(0, 22));
});

test('opens a conversation without waiting for its read mark, for which the list waits', async () => {
  const [ana, ben] = await registerPair();
  await sendMessages(ana, ben, 'Hello');
  await api.stopProjections();
  try {
    const before = Date.now();
    expect(getContents((await open(ben, ana.dataUser.id)).body)).toEqual(['Hello']);
    expect(Date.now() - before).toBeLessThan(1_000);
  } finally {
    await api.startProjections();
  }
  expect(await list(ben)).toMatchObject([{ unread: 0 }]);
});

test('lists wait for the read marks of another process', async () => {
  const second = createClient((await api.startAnother()).url);
  const [ana, ben] = await registerPair();
  await sendMessages(ana, ben, 'Hello');
  const stream = `conversation-${deriveConversationId(ana.dataUser.id, ben.dataUser.id)}`;
  const lockHolder = await api.foundation.pool.connect();
  await lockHolder.query('BEGIN; LOCK TABLE read.conversations IN EXCLUSIVE MODE');
  await open(ben, ana.dataUser.id);
  const readNewestEvent = () =>
    api.foundation.rawLog.readStream(stream, { direction: 'backwards', limit: 1 });
  await waitUntil(async () => (await readNewestEvent())[0]?.type === 'ConversationRead');
  await delay(200);
  const { token } = ben;
  const [rows, unreadCount] = [
    second.ok(contract.getConversations, { token }),
    second.ok(contract.getUnread, { token }),
  ];
  await delay(200);
  await lockHolder.query('COMMIT');
  lockHolder.release();
  expect(await rows).toMatchObject([{ unread: 0 }]);
  expect(await unreadCount).toEqual({ from: [] });
});

test('reading a conversation again writes nothing', async () => {
  const [ana, ben] = await registerPair();
  await sendMessages(ana, ben, 'Hello');
  await open(ben, ana.dataUser.id);
  await list(ben);
  const before = await api.foundation.rawLog.head();
  await open(ben, ana.dataUser.id);
  await open(ana, ben.dataUser.id);
  expect(await api.foundation.rawLog.head()).toBe(before);
});

test('returns the newest 50 messages and links to older ones', async () => {
  const [ana, ben] = await registerPair();
  const all = Array.from({ length: 120 }, (_, n) => `message ${n}`);
  await sendMessages(ana, ben, ...all);
  const first = await open(ben, ana.dataUser.id);
  expect(getContents(first.body)).toEqual(all.slice(70));
  await sendMessages(ben, ana, 'meanwhile');
  const getCursor = (headers: Headers) =>
    new URL(getNextAddress(headers) ?? '', api.url).searchParams.get('cursor') ?? '';
  const second = await open(ben, ana.dataUser.id, { cursor: getCursor(first.headers) });
  expect(getContents(second.body)).toEqual(all.slice(20, 70));
  expect(second.body.lastMessage?.content).toBe('meanwhile');
  const third = await open(ben, ana.dataUser.id, { cursor: getCursor(second.headers) });
  expect(getContents(third.body)).toEqual(all.slice(0, 20));
  expect(getNextAddress(third.headers)).toBeNull();
});

test('returns older messages by page number', async () => {
  const [ana, ben] = await registerPair();
  const all = Array.from({ length: 70 }, (_, n) => `message ${n}`);
  await sendMessages(ana, ben, ...all);
  const newest = await open(ben, ana.dataUser.id, { page: 1 });
  expect(getContents(newest.body)).toEqual(all.slice(20));
  const second = await open(ben, ana.dataUser.id, { page: 2 });
  expect(getContents(second.body)).toEqual(all.slice(0, 20));
  expect(second.body.lastMessage?.content).toBe('message 69');
  expect((await open(ben, ana.dataUser.id, { page: 3 })).body.messages).toEqual([]);
  expect((await open(ben, ana.dataUser.id, { page: 0 })).status).toBe(400);
});

test('returns the messages after a given one', async () => {
  const [ana, ben] = await registerPair();
  const all = Array.from({ length: 70 }, (_, n) => `message ${n}`);
  const sentIds = await sendMessages(ana, ben, ...all);
  const missedMessages = await open(ben, ana.dataUser.id, { after: sentIds[9] as string });
  expect(getContents(missedMessages.body)).toEqual(all.slice(10, 60));
  const after =
    new URL(getNextAddress(missedMessages.headers) ?? '', api.url).searchParams.get('after') ?? '';
  expect(after).toBe(sentIds[59]);
  const remainingMessages = await open(ben, ana.dataUser.id, { after });
  expect(getContents(remainingMessages.body)).toEqual(all.slice(60));
  expect(getNextAddress(remainingMessages.headers)).toBeNull();
  expect((await open(ben, ana.dataUser.id, { after: sentIds[69] as string })).body.messages).toEqual([]);
  expect((await open(ben, ana.dataUser.id, { after: ana.dataUser.id })).status).toBe(404);
});

test('is accessible to its members only', async () => {
  const [ana, ben] = await registerPair();
  const eve = await registerNewUser(client);
  const [message] = await sendMessages(ana, ben, 'A secret');
  const { id } = (await open(ana, ben.dataUser.id)).body;
  expect(await open(eve, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await open(eve, ana.dataUser.id)).body.messages).toEqual([]);
  expect((await open(eve, ana.dataUser.id, { after: message as string })).status).toBe(404);
  for (const nobody of [eve.dataUser.id, api.foundation.ids.next(), 'nonsense', id.toUpperCase()])
    expect([403, 404]).toContain((await open(eve, nobody)).status);
});

test('of others does not reveal whether they ever wrote', async () => {
  const [ana, ben] = await registerPair();
  const [cleo, dan] = await registerPair();
  const eve = await registerNewUser(client);
  await sendMessages(ana, ben, 'A secret');
  const written = await open(eve, deriveConversationId(ana.dataUser.id, ben.dataUser.id));
  const empty = await open(eve, deriveConversationId(cleo.dataUser.id, dan.dataUser.id));
  expect([written.status, written.body]).toEqual([403, empty.body]);
  expect(empty.status).toBe(403);
  expect((await open(eve, api.foundation.ids.next())).status).toBe(404);
});

test('finds a conversation without messages by its id when the other account is younger', async () => {
  const [ana, ben] = await registerPair();
  const older = ana.dataUser.id < ben.dataUser.id ? ana : ben;
  const id = deriveConversationId(ana.dataUser.id, ben.dataUser.id);
  expect((await open(older, id)).body).toMatchObject({ id, messages: [], lastMessage: null });
});

test('keeps conversations with hidden accounts readable and refuses new ones', async () => {
  const [ana, ben] = await registerPair();
  const eve = await registerNewUser(client);
  await sendMessages(ana, ben, 'Hello');
  await client.ok(deactivateProfile, { token: ana.token });
  expect(getContents((await open(ben, ana.dataUser.id)).body)).toEqual(['Hello']);
  expect((await open(eve, ana.dataUser.id)).status).toBe(404);
});

test('lists conversations newest first, twenty a page', async () => {
  const ana = await registerNewUser(client);
  const others = await Promise.all(Array.from({ length: 23 }, () => registerNewUser(client)));
  for (const other of others) await sendMessages(other, ana, 'Hello');
  await sendMessages(ana, others[0] as AuthResponse, 'Hello to you');
  const first = await client.send(contract.getConversations, { token: ana.token });
  const newest = [others[0], ...others.slice(1).reverse()].map((other) => other?.dataUser.id);
  expect(first.body.map(({ profile }) => profile.id)).toEqual(newest.slice(0, 20));
  const cursor = new URL(getNextAddress(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
  const second = await client.send(contract.getConversations, { token: ana.token, query: { cursor } });
  expect(second.body.map(({ profile }) => profile.id)).toEqual(newest.slice(20));
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
