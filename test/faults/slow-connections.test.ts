import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api, setUpTestApi } from '../http/support/shared-api.ts';
import { waitUntil } from '../support/wait.ts';

const MAX_CONNECTIONS_PER_ADDRESS = 200;
/** Time to wait, in milliseconds. Longer than all of the API's limits, and shorter than Node's own checks. */
const WAIT_MS = 38_000;

const openConnections: Connection[] = [];

setUpTestApi({
  // Connections of trusted proxies are not counted.
  adapt: (foundation) => ({ ...foundation, settings: { ...foundation.settings, trustedProxies: [] } }),
});
afterEach(() => {
  for (const { socket } of openConnections.splice(0)) socket.destroy();
});

interface Connection {
  readonly socket: Socket;
  readonly getResponse: () => string;
  /**
   * Returns how long the connection was open before the server closed it, in milliseconds. Returns undefined while it
   * is open.
   */
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
  openConnections.push(connection);
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
  const partialHeadConnection = await openConnection('GET /api/publications HTTP/1.1\r\nHost: kin');
  const contentType = 'Content-Type: application/json';
  const missingBodyConnection = await openConnection(createHead('POST', contentType, 'Content-Length: 1000'));
  const slowBodyConnection = await openConnection(createHead('POST', contentType, 'Content-Length: 1000'));
  const dripTimer = setInterval(() => slowBodyConnection.socket.write(' '), 1_000);
  const connections = [silentConnection, partialHeadConnection, missingBodyConnection, slowBodyConnection];
  await waitUntil(() => connections.every(({ getCloseDelay }) => getCloseDelay() !== undefined), WAIT_MS);
  clearInterval(dripTimer);
  for (const { getCloseDelay } of [silentConnection, partialHeadConnection])
    expect(getCloseDelay()).toBeLessThan(15_000);
  for (const { getCloseDelay } of [missingBodyConnection, slowBodyConnection])
    expect(getCloseDelay()).toBeGreaterThan(25_000);
}, 180_000);

test('limits an address to 200 connections without a complete request', async () => {
  for (let n = 0; n < MAX_CONNECTIONS_PER_ADDRESS; n += 1) await openConnection('GET / HTTP/1.1\r\n');
  const laterConnection = await openConnection('');
  await waitUntil(() => laterConnection.getCloseDelay() !== undefined, 5_000);
  expect(openConnections.filter(({ getCloseDelay }) => getCloseDelay() === undefined)).toHaveLength(
    MAX_CONNECTIONS_PER_ADDRESS,
  );

  const [first] = openConnections as [Connection];
  first.socket.write('Host: kindra\r\n\r\n');
  await waitUntil(() => first.getResponse().startsWith('HTTP/1.1 '));
  const nextConnection = await openConnection('GET /api/health/live HTTP/1.1\r\nHost: kindra\r\n\r\n');
  await waitUntil(() => nextConnection.getResponse().startsWith('HTTP/1.1 200'));
});
