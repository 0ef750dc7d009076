import { Server } from 'node:http';
import { jest } from '@jest/globals';
import { WebSocket } from 'ws';
import type { RunningApi } from '../../api/main.ts';
import * as accounts from '../../contract/accounts.ts';
import { getConversation, getConversations } from '../../contract/conversations.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import { waitUntil } from '../support/wait.ts';
import { CALLERS, createCaller } from './support/callers.ts';
import { createUsername, PASSWORD, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connect, connectSocket, type TestSocket } from './support/socket.ts';

let secondApi: RunningApi;

setUpTestApi();
beforeAll(async () => {
  secondApi = await api.startAnotherApi();
});

const getProfileId = ({ dataUser }: AuthResponse): string => dataUser.id;
const registerPair = () => Promise.all([registerNewUser(client), registerNewUser(client)]);
const createMessage = (receiver: AuthResponse, content: string, fields: object = {}) => ({
  receiverId: getProfileId(receiver),
  content,
  ...fields,
});
/** Advances the clock of the in-memory rate limits by a number of milliseconds. */
function advanceTime(ms: number): void {
  const readRealTime = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => readRealTime() + ms);
}
afterEach(() => jest.restoreAllMocks());

const getContents = ({ messages }: TestSocket) => messages.map(({ content }) => content);

test('acknowledges to the author and delivers to all sockets of both members in every process', async () => {
  const [ana, ben] = await registerPair();
  const anaSockets = [
    await connectSocket(api.url, ana.token),
    await connectSocket(secondApi.url, ana.token, 'query'),
  ];
  const benSockets = [await connectSocket(api.url, ben.token), await connectSocket(secondApi.url, ben.token)];
  const eveSocket = await connectSocket(api.url, (await registerNewUser(client)).token);
  anaSockets[0]?.send(
    createMessage(ben, '  Is the cat\nstill there?  ', { clientId: 'mine-1', conversationId: null }),
  );
  const deliveredMessage = await anaSockets[0]?.waitForMessage('Is the cat\nstill there?');
  expect(deliveredMessage).toEqual({
    id: expect.any(String),
    content: 'Is the cat\nstill there?',
    timestamp: expect.any(String),
    profileId: getProfileId(ana),
    conversationId: deriveConversationId(getProfileId(ana), getProfileId(ben)),
    clientId: 'mine-1',
  });
  const { clientId: _, ...message } = deliveredMessage ?? {};
  expect(await anaSockets[1]?.waitForMessage('Is the cat\nstill there?')).toEqual(deliveredMessage);
  for (const benSocket of benSockets)
    expect(await benSocket.waitForMessage('Is the cat\nstill there?')).toEqual(message);
  expect(eveSocket.messages).toEqual([]);
  const stream = await api.foundation.rawLog.readStream(`conversation-${deliveredMessage?.conversationId}`);
  expect(stream.map(({ type }) => type)).toEqual(['MessageSent']);
});

test('reads show a delivered message although the read models are behind', async () => {
  const [ana, ben] = await registerPair();
  const [anaSocket, benSocket] = [
    await connectSocket(api.url, ana.token),
    await connectSocket(api.url, ben.token),
  ];
  const lockHolder = await api.foundation.pool.connect();
  await lockHolder.query('BEGIN; LOCK TABLE read.conversations IN EXCLUSIVE MODE');
  anaSocket.send(createMessage(ben, 'The owl is well'));
  const { id } = await benSocket.waitForMessage('The owl is well');
  const waitSpy = jest.spyOn(api.foundation.progress, 'waitFor');
  const conversationsRequest = client.ok(getConversations, { token: ben.token });
  await waitUntil(() => waitSpy.mock.calls.length > 0);
  waitSpy.mockRestore();
  await lockHolder.query('COMMIT');
  lockHolder.release();
  expect(await conversationsRequest).toMatchObject([{ lastMessage: { id }, unread: 1 }]);
});

test('the order is the same for all clients and the reads', async () => {
  const [ana, ben] = await registerPair();
  const sockets = await Promise.all(
    [api, secondApi].flatMap(({ url }) => [ana, ben].map(({ token }) => connectSocket(url, token))),
  );
  const [fromAna, fromBen] = [sockets[0], sockets[3]] as [TestSocket, TestSocket];
  for (let n = 0; n < 40; n += 1) {
    fromAna.send(createMessage(ben, `ana ${n}`));
    fromBen.send(createMessage(ana, `ben ${n}`));
  }
  await waitUntil(() => sockets.every(({ messages }) => messages.length === 80));
  const order = getContents(fromAna);
  for (const socket of sockets) expect(getContents(socket)).toEqual(order);
  expect(order.filter((content) => content.startsWith('ana'))).toEqual(
    Array.from({ length: 40 }, (_, n) => `ana ${n}`),
  );
  await waitUntil(
    async () =>
      (await client.ok(getConversations, { token: ben.token }))[0]?.lastMessage?.content === order.at(-1),
  );
  const { messages } = await client.ok(getConversation, {
    token: ben.token,
    params: { id: getProfileId(ana) },
  });
  expect(messages.map(({ content }) => content)).toEqual(order.slice(30));
});

test('a repeated clientId is acknowledged and not sent again, in any process', async () => {
  const [ana, ben] = await registerPair();
  const benSocket = await connectSocket(api.url, ben.token);
  const first = await connectSocket(api.url, ana.token);
  first.send(createMessage(ben, 'Once', { clientId: 'same' }));
  const deliveredMessage = await first.waitForMessage('Once');
  first.close();
  await first.closed;
  const secondSocket = await connectSocket(secondApi.url, ana.token);
  secondSocket.send(createMessage(ben, 'Once', { clientId: 'same' }));
  expect(await secondSocket.waitForMessage('Once')).toEqual(deliveredMessage);
  secondSocket.send(createMessage(ben, 'Twice', { clientId: 'other' }));
  await benSocket.waitForMessage('Twice');
  expect(getContents(benSocket)).toEqual(['Once', 'Twice']);
});

test('a clientId of a message with other content is refused', async () => {
  const [ana, ben] = await registerPair();
  const [anaSocket, benSocket] = [
    await connectSocket(api.url, ana.token),
    await connectSocket(secondApi.url, ben.token),
  ];
  anaSocket.send(createMessage(ben, 'Once', { clientId: 'same' }));
  await anaSocket.waitForMessage('Once');
  anaSocket.send(createMessage(ben, 'Something else', { clientId: 'same' }));
  expect(await anaSocket.waitForError()).toMatchObject({
    error: { code: 'CLIENT_ID_REUSED' },
    clientId: 'same',
  });
  anaSocket.send(createMessage(ben, '  Once ', { clientId: 'same' }));
  await waitUntil(() => getContents(anaSocket).length === 2);
  anaSocket.send(createMessage(ben, 'Twice', { clientId: 'other' }));
  await benSocket.waitForMessage('Twice');
  expect(getContents(anaSocket)).toEqual(['Once', 'Once', 'Twice']);
  expect(getContents(benSocket)).toEqual(['Once', 'Twice']);
  expect(anaSocket.errors).toHaveLength(1);
});

test('a read frame sets the unread count to 0', async () => {
  const [ana, ben] = await registerPair();
  const [anaSocket, benSocket] = [
    await connectSocket(api.url, ana.token),
    await connectSocket(secondApi.url, ben.token),
  ];
  const getUnreadCount = async () => (await client.ok(getConversations, { token: ben.token }))[0]?.unread;
  anaSocket.send(createMessage(ben, 'Hello'));
  const { conversationId } = await benSocket.waitForMessage('Hello');
  await waitUntil(async () => (await getUnreadCount()) === 1);
  benSocket.send({ read: conversationId });
  await waitUntil(async () => (await getUnreadCount()) === 0);
  anaSocket.send({ read: conversationId });
  anaSocket.send({ read: 'nonsense' });
  expect(await anaSocket.waitForError()).toMatchObject({ error: { code: 'CONVERSATION_NOT_FOUND' } });
  expect(benSocket.errors).toEqual([]);
});

test('a first message may have an empty conversationId', async () => {
  const [ana, ben] = await registerPair();
  const socket = await connectSocket(api.url, ana.token);
  socket.send(createMessage(ben, 'Hello', { conversationId: '' }));
  expect(await socket.waitForMessage('Hello')).toMatchObject({
    conversationId: deriveConversationId(getProfileId(ana), getProfileId(ben)),
  });
  expect(socket.errors).toEqual([]);
});

test('a frame with content is a message, whatever else it contains', async () => {
  const [ana, ben] = await registerPair();
  const socket = await connectSocket(api.url, ana.token);
  const conversationId = deriveConversationId(getProfileId(ana), getProfileId(ben));
  socket.send(createMessage(ben, 'Read this', { read: conversationId }));
  await socket.waitForMessage('Read this');
  socket.send(createMessage(ben, 'Typed', { typing: getProfileId(ben) }));
  await socket.waitForMessage('Typed');
  expect(socket.errors).toEqual([]);
});

describe('a frame is rejected with an error when it', () => {
  test.each([
    ['is not JSON', 'not JSON', 'INVALID_FRAME'],
    ['is not an object', '[1]', 'INVALID_FRAME'],
    ['is null', 'null', 'INVALID_FRAME'],
    ['lacks a receiver', { content: 'Hello' }, 'RECEIVER_MISSING'],
    ['lacks content', { receiverId: '01980000-0000-7000-8000-000000000001' }, 'MESSAGE_EMPTY'],
    ['has a malformed receiver', { receiverId: 'x', content: 'Hello' }, 'RECEIVER_NOT_FOUND'],
    [
      'has an unknown receiver',
      { receiverId: '01980000-0000-7000-8000-000000000001', content: 'Hello' },
      'RECEIVER_NOT_FOUND',
    ],
  ])('%s', async (_, frame, code) => {
    const { token } = await registerNewUser(client);
    const socket = await connectSocket(api.url, token);
    const previousHead = await api.foundation.rawLog.head();
    socket.send(frame);
    expect((await socket.waitForError()).error).toEqual({ code, params: {}, message: expect.any(String) });
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
  });

  test('is blank, or addressed to oneself, another conversation or a hidden account', async () => {
    const [ana, ben] = await registerPair();
    const deactivatedUser = await registerNewUser(client);
    await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
    const socket = await connectSocket(api.url, ana.token);
    const previousHead = await api.foundation.rawLog.head();
    const frames = [
      [createMessage(ben, ' \n\t ', { clientId: 'c1' }), 'MESSAGE_EMPTY'],
      [createMessage(ana, 'Hello', { clientId: 'c2' }), 'CANNOT_MESSAGE_ONESELF'],
      [
        createMessage(ben, 'Hello', { clientId: 'c3', conversationId: getProfileId(ana) }),
        'WRONG_CONVERSATION',
      ],
      [createMessage(deactivatedUser, 'Hello', { clientId: 'c4' }), 'RECEIVER_NOT_FOUND'],
      [createMessage(ben, 'a\u202eb', { clientId: 'c5' }), 'FORBIDDEN_CHARACTERS'],
      [createMessage(ben, 'a'.repeat(2_001), { clientId: 'c6' }), 'MESSAGE_TOO_LONG'],
    ] as const;
    for (const [frame] of frames) socket.send(frame);
    await socket.waitForError(frames.length);
    expect(socket.errors.map(({ error, clientId }) => [error.code, clientId])).toEqual(
      frames.map(([frame, code]) => [code, 'clientId' in frame ? frame.clientId : undefined]),
    );
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
    expect(socket.messages).toEqual([]);
  });
});

describe('a socket', () => {
  test.each(CALLERS)('is opened for accounts, and closed with 4401 for others: %s', async (kind) => {
    const admin = await registerStaff(api, client, 'ADMIN');
    const { token } = await createCaller(api, client, kind, admin.token);
    const isAllowed = ['USER', 'ORG', 'ADMIN', 'MOD'].includes(kind);
    for (const tokenTransport of ['protocol', 'query'] as const) {
      const socket = connect(api.url, token ?? '', token === null ? 'query' : tokenTransport);
      if (!isAllowed) expect(await socket.closed).toBe(4401);
      else {
        await waitUntil(() => socket.socket.readyState === WebSocket.OPEN);
        socket.send('?');
        await socket.waitForError();
      }
      socket.close();
    }
  });

  test('opens after the caller is identified, and receives messages', async () => {
    const [ana, ben] = await registerPair();
    const { sessions } = api.foundation.privateData;
    const findHolder = sessions.findHolder;
    let identify = () => {};
    const identification = new Promise<void>((resolve) => {
      identify = resolve;
    });
    const findSpy = jest.spyOn(sessions, 'findHolder').mockImplementationOnce(async (...session) => {
      await identification;
      return findHolder(...session);
    });
    const benSocket = connect(api.url, ben.token);
    await waitUntil(() => findSpy.mock.calls.length > 0);
    await fetch(`${api.url}/api/openapi.json`);
    expect(benSocket.socket.readyState).toBe(WebSocket.CONNECTING);
    const anaSocket = await connectSocket(api.url, ana.token);
    identify();
    await waitUntil(() => benSocket.socket.readyState === WebSocket.OPEN);
    anaSocket.send(createMessage(ben, 'Right away'));
    await benSocket.waitForMessage('Right away');
  });

  test('closes with 1013 when its caller cannot be identified', async () => {
    const { token } = await registerNewUser(client);
    const { sessions } = api.foundation.privateData;
    jest.spyOn(sessions, 'findHolder').mockRejectedValueOnce(new Error('no connection'));
    expect(await connect(api.url, token).closed).toBe(1013);
    expect(api.logLines.join('')).toContain('socket not admitted');
  });

  test('survives a connection that cannot be accepted', async () => {
    const { token } = await registerNewUser(client);
    const socket = await connectSocket(api.url, token);
    const emitSpy = jest.spyOn(Server.prototype, 'emit');
    await fetch(`${api.url}/api/openapi.json`);
    const [server] = emitSpy.mock.contexts as Server[];
    emitSpy.mockRestore();
    server?.emit('error', new Error('accept EMFILE'));
    expect(api.logLines.join('')).toContain('accept EMFILE');
    socket.send('?');
    await socket.waitForError();
  });

  test('is not served at other paths', async () => {
    const wrongPathSocket = new WebSocket(`${api.url.replace('http', 'ws')}/wss`);
    const status = await new Promise((resolve) =>
      wrongPathSocket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    expect(status).toBe(400);
  });
});

describe('a socket ends within a second', () => {
  async function expectEndedBy(
    action: (person: AuthResponse) => Promise<unknown>,
    url = api.url,
  ): Promise<void> {
    const person = await registerNewUser(client);
    const socket = await connectSocket(url, person.token);
    await action(person);
    const startedAt = Date.now();
    expect(await socket.closed).toBe(4401);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  }

  test('after a logout, also in another process', () =>
    expectEndedBy(({ token }) => client.ok(accounts.logout, { token }), secondApi.url));
  test('after a deactivation', () =>
    expectEndedBy(({ token }) => client.ok(accounts.deactivateProfile, { token })));
  test('after a change of the nickname, which ends the old token', () =>
    expectEndedBy(({ token }) =>
      client.ok(accounts.updateProfileAndToken, {
        token,
        body: { type: 'nickname', newData: createUsername().slice(0, 15) },
      }),
    ));

  test('while another session continues', async () => {
    const username = createUsername();
    const { token } = await registerNewUser(client, username);
    const otherSession = await client.ok(accounts.login, { body: { username, password: PASSWORD } });
    const sockets = [await connectSocket(api.url, token), await connectSocket(api.url, otherSession.token)];
    await client.ok(accounts.logout, { token });
    expect(await sockets[0]?.closed).toBe(4401);
    sockets[1]?.send('?');
    await sockets[1]?.waitForError();
  });

  test('without accepting messages in the meantime', async () => {
    const [ana, ben] = await registerPair();
    const socket = await connectSocket(api.url, ana.token);
    await client.ok(accounts.deactivateProfile, { token: ana.token });
    const previousHead = await api.foundation.rawLog.head();
    socket.send(createMessage(ben, 'Hello'));
    expect(await socket.closed).toBe(4401);
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
  });
});

test('a frame over 16 KiB closes the socket with 1009', async () => {
  const { token } = await registerNewUser(client);
  const socket = await connectSocket(api.url, token);
  socket.send(`"${'a'.repeat(16 * 1024 - 2)}"`);
  await socket.waitForError();
  socket.send(`"${'a'.repeat(16 * 1024 - 1)}"`);
  expect(await socket.closed).toBe(1009);
});

test('a flood is slowed down and can continue later', async () => {
  const { token } = await registerNewUser(client);
  const socket = await connectSocket(api.url, token);
  for (let n = 0; n < 110; n += 1) socket.send('?');
  await socket.waitForError(110);
  const countSlowDowns = () => socket.errors.filter(({ error }) => error.code === 'SLOW_DOWN').length;
  expect(countSlowDowns()).toBeGreaterThan(0);
  expect(countSlowDowns()).toBeLessThanOrEqual(10);
  const previousCount = countSlowDowns();
  advanceTime(1_000);
  for (let n = 0; n < 20; n += 1) socket.send('?');
  await socket.waitForError(130);
  expect(countSlowDowns()).toBe(previousCount);
});

test('refusals of a flood contain the clientId of the frame', async () => {
  const { token } = await registerNewUser(client);
  const socket = await connectSocket(api.url, token);
  const clientIds = Array.from({ length: 150 }, (_, n) => `c${n}`);
  for (const clientId of clientIds) socket.send({ clientId });
  await socket.waitForError(150);
  expect(socket.errors.map(({ clientId }) => clientId)).toEqual(expect.arrayContaining(clientIds));
  expect(socket.errors.filter(({ error }) => error.code === 'SLOW_DOWN').length).toBeGreaterThan(0);
});

test('tokens are not logged', async () => {
  const { token } = await registerNewUser(client);
  for (const candidateToken of [token, `${token.slice(0, -2)}xx`]) {
    const socket = connect(api.url, candidateToken, 'query');
    await waitUntil(() => socket.socket.readyState !== WebSocket.CONNECTING);
    socket.close();
    await socket.closed;
  }
  expect(api.logLines.join('')).not.toContain(token.slice(0, 40));
});

test('a socket ends when the server closes', async () => {
  const anotherApi = await api.startAnotherApi();
  const { token } = await registerNewUser(client);
  const socket = await connectSocket(anotherApi.url, token);
  await anotherApi.close();
  expect(await socket.closed).toBe(1001);
});

test('a socket ends when its session is not used for 30 days', async () => {
  const { token } = await registerNewUser(client);
  const socket = await connectSocket(api.url, token);
  api.clock.advance(30 * 86_400_000);
  expect(await socket.closed).toBe(4401);
});
