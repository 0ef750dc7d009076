import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Stripe from 'stripe';
import { waitUntil } from '../support/wait.ts';
import { api, setUpTestApi } from './support/shared-api.ts';

/** Maximum number of webhook bodies that are read concurrently. */
const MAX_CONCURRENT = 64;
/** Maximum number of webhook bodies from one IP address that are read concurrently. */
const MAX_PER_ADDRESS = 16;

let secret: string;
const openSockets: Socket[] = [];

setUpTestApi();
beforeAll(async () => {
  const keys = 'SELECT webhook_secret AS secret FROM simulator.keys';
  secret = (await api.database.pool.query<{ secret: string }>(keys)).rows[0]?.secret ?? '';
});
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.destroy();
});

/** Starts a webhook request that has only headers so far. `getResponse` returns the data received so far. */
async function startWebhook(headers: readonly string[]): Promise<{ readonly getResponse: () => string }> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  openSockets.push(socket);
  await once(socket, 'connect');
  socket.write(`POST /api/payment/webhook HTTP/1.1\r\nHost: kindra\r\n${headers.join('\r\n')}\r\n\r\n`);
  return { getResponse: () => text };
}

const getPastUnixTime = (secondsAgo: number): number => Math.floor(Date.now() / 1000) - secondsAgo;
const createSignature = (signedAt = getPastUnixTime(0)) =>
  `Stripe-Signature: t=${signedAt},v1=${'0'.repeat(64)}`;
const createAddressHeader = (address: string) => `X-Forwarded-For: ${address}`;

/** Starts webhook requests whose bodies never arrive. Their signature headers are well-formed. */
const startSilentWebhooks = (address: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      startWebhook(['Content-Length: 1000', createSignature(), createAddressHeader(address)]),
    ),
  );

/** Sends a webhook with a correct signature. Returns the status. */
async function sendSignedWebhook(address: string): Promise<number> {
  const object = { id: 'cus_1', object: 'customer' };
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    created: 1_700_000_000,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const headers = { 'Stripe-Signature': signature, 'X-Forwarded-For': address };
  return (await fetch(`${api.url}/api/payment/webhook`, { method: 'POST', body, headers })).status;
}

const listLoggedErrors = () => api.logLines.filter((line) => JSON.parse(line).level >= 50);

test.each([
  ['without a signature', ['Content-Length: 1000'], 400],
  ['with a malformed signature', ['Content-Length: 1000', 'Stripe-Signature: x'], 400],
  ['that was signed long ago', ['Content-Length: 1000', createSignature(getPastUnixTime(3_600))], 400],
  ['that is too long', ['Content-Length: 300000', createSignature()], 413],
  ['that is far too long', ['Content-Length: 3000000000', createSignature()], 413],
])('a webhook %s is refused before it is read', async (_, headers, status) => {
  const { getResponse } = await startWebhook(headers);
  await waitUntil(() => getResponse().startsWith(`HTTP/1.1 ${status}`));
});

test('many webhooks of one address do not block others', async () => {
  const webhooks = await startSilentWebhooks('198.51.100.1', MAX_CONCURRENT);
  const countRefused = () =>
    webhooks.filter(({ getResponse }) => getResponse().startsWith('HTTP/1.1 429')).length;
  await waitUntil(() => countRefused() === MAX_CONCURRENT - MAX_PER_ADDRESS);
  expect(await sendSignedWebhook('198.51.100.2')).toBe(200);
  expect(await sendSignedWebhook('198.51.100.1')).toBe(429);
  expect(api.logLines).toEqual([]);
});

test('the number of concurrent webhook bodies is limited, and stalled ones are disconnected', async () => {
  const networks = Array.from({ length: MAX_CONCURRENT / MAX_PER_ADDRESS }, (_, n) => `2001:db8:0:${n}::`);
  const webhooks = await Promise.all(
    networks.map((network) => startSilentWebhooks(`${network}1`, MAX_PER_ADDRESS)),
  );
  await waitUntil(async () => (await sendSignedWebhook('198.51.100.2')) === 503);
  // The slots are free again, although no slow webhook request has received a response.
  await waitUntil(async () => (await sendSignedWebhook('198.51.100.2')) === 200);
  expect(webhooks.flat().map(({ getResponse }) => getResponse())).toEqual(Array(MAX_CONCURRENT).fill(''));
  expect(listLoggedErrors()).toEqual([]);
});
