import { login } from '../../contract/accounts.ts';
import { waitUntil } from '../support/wait.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';

const MAX_LOGINS = 30;

let api: TestApi;
let client: Client;

afterEach(() => api.close());

async function startApi(trustedProxies: readonly string[]): Promise<void> {
  api = await startTestApi({
    isThrottled: true,
    adapt: (foundation) => ({ ...foundation, settings: { ...foundation.settings, trustedProxies } }),
  });
  client = createClient(api.url);
}

/**
 * Exceeds the login limit of one IP address by one, with a different X-Forwarded-For header in each request. Returns
 * the last status.
 */
async function exceedLoginLimit(): Promise<number> {
  let status = 0;
  for (let n = 0; n <= MAX_LOGINS; n += 1) {
    const headers = { 'X-Forwarded-For': `198.51.100.${n}` };
    const body = { username: `nobody${n}`, password: 'x' };
    status = (await client.send(login, { headers, body })).status;
  }
  return status;
}

test('ignores X-Forwarded-For of an untrusted loopback peer and logs it once', async () => {
  await startApi([]);
  expect(await exceedLoginLimit()).toBe(429);
  await waitUntil(() => api.logLines.some((line) => line.includes('TRUSTED_PROXIES')));
  expect(api.logLines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
});

test('uses X-Forwarded-For of a trusted proxy', async () => {
  await startApi(['127.0.0.0/8']);
  expect(await exceedLoginLimit()).toBe(400);
});
