import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api, setUpTestApi } from '../http/support/shared-api.ts';
import { waitUntil } from '../support/wait.ts';

const OF_ADDRESS = 200;
/** Wait in ms: longer than all limits, and shorter than Node's own checks. */
const LATE_MS = 38_000;

const open: Connection[] = [];

setUpTestApi({
  // Connections of trusted proxies are not counted.
  adapt: (foundation) => ({ ...foundation, settings: { ...foundation.settings, trustedProxies: [] } }),
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

interface Connection {
  readonly socket: Socket;
  readonly getResponse: () => string;
  /** Milliseconds after which the server closed it, undefined while it is open. */
  readonly getCloseDelay: () => number | undefined;
}

async function openConnection(text: string): Promise<Connection> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  let response = '';
  let closeDelay: number | undefined;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    response += chunk;
  });
  socket.on('error', () => {});
  const connection = { socket, getResponse: () => response, getCloseDelay: () => closeDelay };
  open.push(connection);
  await once(socket, 'connect');
  const startedAt = performance.now();
  socket.on('close', () => {
    closeDelay = performance.now() - startedAt;
  });
  if (text) socket.write(text);
  return connection;
}

const createHead = (method: string, ...lines: readonly string[]): string =>
  [`${method} /api/login HTTP/1.1`, 'Host: kindra', ...lines, '', ''].join('\r\n');

test('limits headers to 10 s and slow bodies to 30 s', async () => {
  const silentConnection = await openConnection('');
  const halfHead = await openConnection('GET /api/publications HTTP/1.1\r\nHost: kin');
  const json = 'Content-Type: application/json';
  const noBody = await openConnection(createHead('POST', json, 'Content-Length: 1000'));
  const slowBody = await openConnection(createHead('POST', json, 'Content-Length: 1000'));
  const dripTimer = setInterval(() => slowBody.socket.write(' '), 1_000);
  const all = [silentConnection, halfHead, noBody, slowBody];
  await waitUntil(() => all.every(({ getCloseDelay }) => getCloseDelay() !== undefined), LATE_MS);
  clearInterval(dripTimer);
  for (const { getCloseDelay } of [silentConnection, halfHead]) expect(getCloseDelay()).toBeLessThan(15_000);
  for (const { getCloseDelay } of [noBody, slowBody]) expect(getCloseDelay()).toBeGreaterThan(25_000);
}, 180_000);

test('limits an address to 200 connections without a complete request', async () => {
  for (let n = 0; n < OF_ADDRESS; n += 1) await openConnection('GET / HTTP/1.1\r\n');
  const laterConnection = await openConnection('');
  await waitUntil(() => laterConnection.getCloseDelay() !== undefined, 5_000);
  expect(open.filter(({ getCloseDelay }) => getCloseDelay() === undefined)).toHaveLength(OF_ADDRESS);

  const [first] = open as [Connection];
  first.socket.write('Host: kindra\r\n\r\n');
  await waitUntil(() => first.getResponse().startsWith('HTTP/1.1 '));
  const next = await openConnection('GET /api/health/live HTTP/1.1\r\nHost: kindra\r\n\r\n');
  await waitUntil(() => next.getResponse().startsWith('HTTP/1.1 200'));
});
