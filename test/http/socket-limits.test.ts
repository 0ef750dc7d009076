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
  const slow = await connectSocket(api.url, ben.token);
  const quick = await connectSocket(api.url, ben.token);
  const [first] = await sendTexts(api, ana, ben, 'Hello');
  await slow.waitForMessage('Hello');
  slow.socket.pause();
  // More than the server and both ends of the line hold back.
  const long = Array.from({ length: 40 }, (_, n) => `${n} ${'\u{1F989}'.repeat(1_900)}`);
  const sentTexts: string[] = [first as string];
  for (let round = 0; round < 25 && quick.messages.length === sentTexts.length; round += 1) {
    sentTexts.push(...(await sendTexts(api, ana, ben, ...long)));
    await waitUntil(() => quick.messages.length === sentTexts.length);
  }
  expect(quick.messages.map(({ id }) => id)).toEqual(sentTexts);
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
  expect(slow.messages.length).toBeLessThan(sentTexts.length);
  const { id } = slow.messages.at(-1) ?? {};
  const { body } = await client.send(getConversation, {
    token: ben.token,
    params: { id: ana.dataUser.id },
    query: { after: id as string },
  });
  expect(body.messages[0]?.id).toBe(sentTexts[slow.messages.length]);
  quick.close();
});

test('refused clients that stay connected are disconnected', async () => {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const closeEvent = once(socket, 'close');
  const key = Buffer.from('sixteen bytes ok').toString('base64');
  const head = ['GET /ws?token=nobody HTTP/1.1', 'Host: kindra', 'Connection: Upgrade', 'Upgrade: websocket'];
  socket.write([...head, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, '', ''].join('\r\n'));
  const answered = once(socket, 'data');
  expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 101 /);
  let isCut = false;
  closeEvent.then(() => {
    isCut = true;
  });
  await waitUntil(() => isCut, 10_000);
});

test('only clients that do not respond to pings are disconnected', async () => {
  const { foundation } = api;
  const heartbeatApi = await startApi(
    { ...foundation, metrics: undefined, paymentSimulator: null },
    { clientFolder: '/nowhere', heartbeatMs: 1_000 },
  );
  try {
    const { token } = await registerNewUser(client);
    const alive = await connectSocket(heartbeatApi.url, token);
    const address = `${heartbeatApi.url.replace('http', 'ws')}/ws`;
    const deadSocket = new WebSocket(address, ['bearer', token], { autoPong: false });
    const [code] = await once(deadSocket, 'close');
    expect(code).toBe(1006);
    await once(alive.socket, 'ping');
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  } finally {
    await heartbeatApi.close();
  }
});

describe('of one address', () => {
  const createAddressHeader = (address: string) => ({ 'X-Forwarded-For': address });
  let crowdedApi: RunningApi;
  let tokens: readonly string[];

  beforeAll(async () => {
    const { foundation } = api;
    crowdedApi = await startApi(
      { ...foundation, metrics: undefined, paymentSimulator: null },
      { clientFolder: '/nowhere', maxPerAddress: 2 },
    );
    tokens = (
      await Promise.all([registerNewUser(client), registerNewUser(client), registerNewUser(client)])
    ).map(({ token }) => token);
  });
  afterAll(() => crowdedApi.close());

  const open: WebSocket[] = [];

  /** Returns the close code of a socket, or null when it gets a response. */
  async function tryConnection(address: string | null, token = ''): Promise<number | null> {
    const socket = new WebSocket(`${crowdedApi.url.replace('http', 'ws')}/ws`, ['bearer', token], {
      headers: address ? createAddressHeader(address) : {},
    });
    open.push(socket);
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
    open[0]?.close();
    await waitUntil(async () => (await tryConnection('198.51.100.1', tokens[2])) === null);
    for (const socket of open) socket.terminate();
  });

  test('limits the streams', async () => {
    const closing = new AbortController();
    const listen = (address: string, token = '') =>
      fetch(`${crowdedApi.url}/api/live/updates`, {
        headers: { Authorization: `Bearer ${token}`, ...createAddressHeader(address) },
        signal: closing.signal,
      });
    const statuses: number[] = [];
    for (const token of tokens) statuses.push((await listen('198.51.100.1', token)).status);
    statuses.push((await listen('198.51.100.2', tokens[2])).status);
    expect(statuses).toEqual([200, 200, 503, 200]);
    closing.abort();
    await waitUntil(async () => {
      const again = new AbortController();
      const { status } = await fetch(`${crowdedApi.url}/api/live/updates`, {
        headers: createAddressHeader('198.51.100.1'),
        signal: again.signal,
      });
      again.abort();
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
  await first.error(62);
  expect(new Set(getErrorCodes(first))).toEqual(new Set(['INVALID_FRAME']));
  second.send(frame);
  await second.error(1);
  expect(getErrorCodes(second)).toEqual(['SLOW_DOWN']);

  for (let n = 0; n < 70; n += 1) second.send(frame);
  expect(await second.closed).toBe(1006);

  const readRealTime = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => readRealTime() + 60_000);
  first.send(frame);
  await first.error(63);
  expect(getErrorCodes(first).at(-1)).toBe('INVALID_FRAME');
  first.close();
  jest.restoreAllMocks();
});
