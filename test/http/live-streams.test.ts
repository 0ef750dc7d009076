import * as accounts from '../../contract/accounts.ts';
import { listen } from './support/live.ts';
import { createUsername, PASSWORD, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

test('a stream ends when its session ends', async () => {
  const username = createUsername();
  const { token } = await registerNewUser(client, username);
  const listener = await listen(api.url, token);
  await client.ok(accounts.logout, { token });
  await listener.ended;
  const newSession = await client.ok(accounts.login, { body: { username, password: PASSWORD } });
  const secondListener = await listen(api.url, newSession.token);
  await client.ok(accounts.deactivateProfile, { token: newSession.token });
  await secondListener.ended;
  const refusal = await fetch(`${api.url}/api/live/updates`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(refusal.status).toBe(401);
});

test('a stream ends when its session is not used for 30 days', async () => {
  const { token } = await registerNewUser(client);
  const listener = await listen(api.url, token);
  api.clock.advance(30 * 86_400_000);
  await listener.ended;
});

test('a stream ends cleanly when the server closes', async () => {
  const anotherApi = await api.startAnotherApi();
  const listener = await listen(anotherApi.url);
  await anotherApi.close();
  await listener.ended;
});

test('limits the streams of an account without affecting others', async () => {
  const [{ token }, otherUser] = [await registerNewUser(client), await registerNewUser(client)];
  const connections = await Promise.all(Array.from({ length: 50 }, () => listen(api.url, token)));
  const refusal = await fetch(`${api.url}/api/live/updates`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(refusal.status).toBe(503);
  expect(refusal.headers.get('Retry-After')).toBe('30');
  expect(await refusal.json()).toMatchObject({ code: 'TOO_MANY_LISTENERS' });
  const otherListener = await listen(api.url, otherUser.token);
  for (const { close } of [...connections, otherListener]) close();
});

test('limits the streams of an address without affecting others', async () => {
  const connectFrom = (address: string) =>
    fetch(`${api.url}/api/live/updates`, { headers: { 'X-Forwarded-For': address } });
  const connections = await Promise.all(Array.from({ length: 200 }, () => connectFrom('203.0.113.7')));
  expect(new Set(connections.map(({ status }) => status))).toEqual(new Set([200]));
  const [refusal, otherResponse] = [await connectFrom('203.0.113.7'), await connectFrom('203.0.113.8')];
  expect([refusal.status, otherResponse.status]).toEqual([503, 200]);
  for (const { body } of [...connections, otherResponse]) await body?.cancel();
});
