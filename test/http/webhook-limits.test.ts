import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../support/wait.ts';
import { startTestApi, type TestApi } from './support/api.ts';

/** Bodies of webhooks that are read at a time. */
const AT_ONCE = 32;

let api: TestApi;
const open: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Begins a webhook and sends no more of it than its head; gives what it is answered. */
async function begin(headers: readonly string[]): Promise<{ readonly answer: () => string }> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  socket.write(`POST /api/payment/webhook HTTP/1.1\r\nHost: kindra\r\n${headers.join('\r\n')}\r\n\r\n`);
  return { answer: () => text };
}

const SIGNED = ['Content-Length: 1000', 'Stripe-Signature: t=1,v1=0'];

const statusOfOne = async (): Promise<number> => {
  const init = { method: 'POST', body: '{}', headers: { 'Stripe-Signature': 't=1,v1=0' } };
  return (await fetch(`${api.url}/api/payment/webhook`, init)).status;
};

test('a webhook without a signature, or too long, is refused before it is read', async () => {
  const unsigned = await begin(['Content-Length: 1000']);
  const long = await begin(['Content-Length: 300000', 'Stripe-Signature: t=1,v1=0']);
  await until(() => unsigned.answer().startsWith('HTTP/1.1 400'));
  await until(() => long.answer().startsWith('HTTP/1.1 413'));
});

test('few webhooks are read at a time, and those that do not come are cut', async () => {
  const begun = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(SIGNED)));
  await until(async () => (await statusOfOne()) === 503);
  // None of those that are slow is answered, and yet there is room again.
  await until(async () => (await statusOfOne()) === 400);
  expect(begun.map(({ answer }) => answer())).toEqual(Array(AT_ONCE).fill(''));
});
