import * as accounts from '../../contract/accounts.ts';
import { listen } from './support/live.ts';
import { createUsername, PASSWORD, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

test('ends when the session ends', async () => {
  const username = createUsername();
  const { token } = await registerNewUser(client, username);
  const listener = await listen(api.url, token);
  await client.ok(accounts.logout, { token });
  await listener.ended;
  const again = await client.ok(accounts.login, { body: { username, password: PASSWORD } });
  const second = await listen(api.url, again.token);
  await client.ok(accounts.deactivateProfile, { token: again.token });
  await second.ended;
  const refusal = await fetch(`${api.url}/api/live/updates`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(refusal.status).toBe(401);
});

test('ends when the session was not used for 30 days', async () => {
  const { token } = await registerNewUser(client);
  const listener = await listen(api.url, token);
  api.clock.forward(30 * 86_400_000);
  await listener.ended;
});

test('ends cleanly when the server closes', async () => {
  const third = await api.startAnother();
  const listener = await listen(third.url);
  await third.close();
  await listener.ended;
});

test('limits the streams of an account without affecting others', async () => {
  const [{ token }, other] = [await registerNewUser(client), await registerNewUser(client)];
  const connections = await Promise.all(Array.from({ length: 50 }, () => listen(api.url, token)));
  const refusal = await fetch(`${api.url}/api/live/updates`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(refusal.status).toBe(503);
  expect(refusal.headers.get('Retry-After')).toBe('30');
  expect(await refusal.json()).toMatchObject({ code: 'TOO_MANY_LISTENERS' });
  const others = await listen(api.url, other.token);
  for (const { close } of [...connections, others]) close();
});

test('limits the streams of an address without affecting others', async () => {
  const connectFrom = (address: string) =>
    fetch(`${api.url}/api/live/updates`, { headers: { 'X-Forwarded-For': address } });
  const connections = await Promise.all(Array.from({ length: 200 }, () => connectFrom('203.0.113.7')));
  expect(new Set(connections.map(({ status }) => status))).toEqual(new Set([200]));
  const [refusal, elsewhere] = [await connectFrom('203.0.113.7'), await connectFrom('203.0.113.8')];
  expect([refusal.status, elsewhere.status]).toEqual([503, 200]);
  for (const { body } of [...connections, elsewhere]) await body?.cancel();
});
