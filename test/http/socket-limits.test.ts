import { once } from 'node:events';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { WebSocket } from 'ws';
import { type RunningApi, startApi } from '../../api/main.ts';
import { getConversation } from '../../contract/conversations.ts';
import { banProfile } from '../../contract/moderation.ts';
import { waitUntil } from '../support/wait.ts';
import { sendTexts } from './support/messages.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

setUpTestApi();

test('slow clients are disconnected, delay no other client, and fetch missed messages', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const slowSocket = await connectSocket(api.url, ben.token);
  const fastSocket = await connectSocket(api.url, ben.token);
  const [first] = await sendTexts(api, ana, ben, 'Hello');
  await slowSocket.waitForMessage('Hello');
  slowSocket.socket.pause();
  // Exceeds the buffers of the server and of both ends of the connection.
  const longTexts = Array.from({ length: 40 }, (_, n) => `${n} ${'\u{1F989}'.repeat(1_900)}`);
  const sentIds: string[] = [first as string];
  for (let round = 0; round < 25 && fastSocket.messages.length === sentIds.length; round += 1) {
    sentIds.push(...(await sendTexts(api, ana, ben, ...longTexts)));
    await waitUntil(() => fastSocket.messages.length === sentIds.length);
  }
  expect(fastSocket.messages.map(({ id }) => id)).toEqual(sentIds);
  slowSocket.socket.resume();
  expect(await slowSocket.closed).toBe(1006);
  expect(slowSocket.messages.length).toBeLessThan(sentIds.length);
  const { id } = slowSocket.messages.at(-1) ?? {};
  const { body } = await client.send(getConversation, {
    token: ben.token,
    params: { id: ana.dataUser.id },
    query: { after: id as string },
  });
  expect(body.messages[0]?.id).toBe(sentIds[slowSocket.messages.length]);
  fastSocket.close();
});

test('rejected clients that do not close their connection are disconnected', async () => {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const closeEvent = once(socket, 'close');
  const key = Buffer.from('sixteen bytes ok').toString('base64');
  const requestHead = [
    'GET /ws?token=nobody HTTP/1.1',
    'Host: kindra',
    'Connection: Upgrade',
    'Upgrade: websocket',
  ];
  socket.write(
    [...requestHead, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, '', ''].join('\r\n'),
  );
  const firstData = once(socket, 'data');
  expect(String((await firstData)[0])).toMatch(/^HTTP\/1.1 101 /);
  let isDisconnected = false;
  closeEvent.then(() => {
    isDisconnected = true;
  });
  await waitUntil(() => isDisconnected, 10_000);
});

test('only clients that do not respond to pings are disconnected', async () => {
  const { foundation } = api;
  const heartbeatApi = await startApi(
    { ...foundation, metrics: undefined, paymentSimulator: null },
    { clientFolder: '/nowhere', heartbeatMs: 1_000 },
  );
  try {
    const { token } = await registerNewUser(client);
    const responsiveSocket = await connectSocket(heartbeatApi.url, token);
    const address = `${heartbeatApi.url.replace('http', 'ws')}/ws`;
    const unresponsiveSocket = new WebSocket(address, ['bearer', token], { autoPong: false });
    const [code] = await once(unresponsiveSocket, 'close');
    expect(code).toBe(1006);
    await once(responsiveSocket.socket, 'ping');
    expect(responsiveSocket.socket.readyState).toBe(WebSocket.OPEN);
  } finally {
    await heartbeatApi.close();
  }
});

describe('of one address', () => {
  const createAddressHeader = (address: string) => ({ 'X-Forwarded-For': address });
  let limitedApi: RunningApi;
  let tokens: readonly string[];

  beforeAll(async () => {
    const { foundation } = api;
    limitedApi = await startApi(
      { ...foundation, metrics: undefined, paymentSimulator: null },
      { clientFolder: '/nowhere', maxPerAddress: 2 },
    );
    tokens = (
      await Promise.all([registerNewUser(client), registerNewUser(client), registerNewUser(client)])
    ).map(({ token }) => token);
  });
  afterAll(() => limitedApi.close());

  const openSockets: WebSocket[] = [];

  /** Opens a socket and sends a frame. Returns the close code, or null if the server replies. */
  async function tryConnection(address: string | null, token = ''): Promise<number | null> {
    const socket = new WebSocket(`${limitedApi.url.replace('http', 'ws')}/ws`, ['bearer', token], {
      headers: address ? createAddressHeader(address) : {},
    });
    openSockets.push(socket);
    const closeCode = once(socket, 'close').then(([code]) => code as number);
    await once(socket, 'open');
    socket.send('whatever');
    return Promise.race([closeCode, once(socket, 'message').then(() => null)]);
  }

  test('limits the sockets over all accounts; neighbouring addresses are not counted', async () => {
    const outcomes: (number | null)[] = [];
    for (const token of tokens) outcomes.push(await tryConnection('198.51.100.1', token));
    outcomes.push(await tryConnection('198.51.100.2', tokens[2]));
    for (const token of tokens)
      outcomes.push(await tryConnection('10.0.0.1', token), await tryConnection(null, token));
    expect(outcomes).toEqual([null, null, 1013, ...Array(7).fill(null)]);
    openSockets[0]?.close();
    await waitUntil(async () => (await tryConnection('198.51.100.1', tokens[2])) === null);
    for (const socket of openSockets) socket.terminate();
  });

  test('limits the streams', async () => {
    const abortController = new AbortController();
    const listen = (address: string, token = '') =>
      fetch(`${limitedApi.url}/api/live/updates`, {
        headers: { Authorization: `Bearer ${token}`, ...createAddressHeader(address) },
        signal: abortController.signal,
      });
    const statuses: number[] = [];
    for (const token of tokens) statuses.push((await listen('198.51.100.1', token)).status);
    statuses.push((await listen('198.51.100.2', tokens[2])).status);
    expect(statuses).toEqual([200, 200, 503, 200]);
    abortController.abort();
    await waitUntil(async () => {
      const probeController = new AbortController();
      const { status } = await fetch(`${limitedApi.url}/api/live/updates`, {
        headers: createAddressHeader('198.51.100.1'),
        signal: probeController.signal,
      });
      probeController.abort();
      return status === 200;
    });
  });
});

test('the sockets of a banned account end within a second', async () => {
  const admin = await registerStaff(api, client, 'ADMIN');
  const person = await registerNewUser(client);
  const socket = await connectSocket(api.url, person.token);
  await client.ok(banProfile, {
    token: admin.token,
    params: { id: person.dataUser.id },
    body: { reason: 'as the rules say' },
  });
  const startedAt = Date.now();
  expect(await socket.closed).toBe(4401);
  expect(Date.now() - startedAt).toBeLessThan(1_000);
});

test('the sockets of an account may send 1 MB a minute and are closed beyond that', async () => {
  const { token } = await registerNewUser(client);
  const [first, second] = [await connectSocket(api.url, token), await connectSocket(api.url, token)];
  const frame = 'x'.repeat(16_000);
  const getErrorCodes = (socket: typeof first) => socket.errors.map(({ error }) => error.code);
  for (let n = 0; n < 62; n += 1) first.send(frame);
  await first.waitForError(62);
  expect(new Set(getErrorCodes(first))).toEqual(new Set(['INVALID_FRAME']));
  second.send(frame);
  await second.waitForError(1);
  expect(getErrorCodes(second)).toEqual(['SLOW_DOWN']);

  for (let n = 0; n < 70; n += 1) second.send(frame);
  expect(await second.closed).toBe(1006);

  const readRealTime = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => readRealTime() + 60_000);
  first.send(frame);
  await first.waitForError(63);
  expect(getErrorCodes(first).at(-1)).toBe('INVALID_FRAME');
  first.close();
  jest.restoreAllMocks();
});
