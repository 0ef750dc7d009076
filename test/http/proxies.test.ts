import { login } from '../../contract/accounts.ts';
import { waitUntil } from '../support/wait.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';

const ATTEMPTS = 30;

let api: TestApi;
let client: Client;

afterEach(() => api.close());

async function start(trustedProxies: readonly string[]): Promise<void> {
  api = await startTestApi({
    isThrottled: true,
    adapt: (foundation) => ({ ...foundation, settings: { ...foundation.settings, trustedProxies } }),
  });
  client = createClient(api.url);
}

/** Logs in once more often than an address may, each time with another X-Forwarded-For. */
async function sendMany(): Promise<number> {
  let last = 0;
  for (let n = 0; n <= ATTEMPTS; n += 1) {
    const headers = { 'X-Forwarded-For': `198.51.100.${n}` };
    const body = { username: `nobody${n}`, password: 'x' };
    last = (await client.send(login, { headers, body })).status;
  }
  return last;
}

test('ignores X-Forwarded-For of an untrusted loopback peer and logs it once', async () => {
  await start([]);
  expect(await sendMany()).toBe(429);
  await waitUntil(() => api.logged.some((line) => line.includes('TRUSTED_PROXIES')));
  expect(api.logged.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
});

test('uses X-Forwarded-For of a trusted proxy', async () => {
  await start(['127.0.0.0/8']);
  expect(await sendMany()).toBe(400);
});
