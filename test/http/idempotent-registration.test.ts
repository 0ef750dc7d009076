import { registerOrganization, registerUser } from '../../contract/accounts.ts';
import { type Client, createClient, createKeyHeader } from './support/client.ts';
import { createOrganizationForm, createRegistration, createUsername } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondClient: Client;

setUpTestApi();
beforeAll(async () => {
  secondClient = createClient((await api.startAnotherApi()).url);
});

test('a repeated registration returns the first session', async () => {
  const headers = createKeyHeader();
  const body = createRegistration(createUsername());
  const register = (client: Client) => client.ok(registerUser, { headers, body });
  const responses = await Promise.all([client, secondClient, client, secondClient].map(register));
  expect(new Set(responses.map(({ token }) => token)).size).toBe(1);
  const conflict = await client.send(registerUser, {
    headers,
    body: { ...body, profileData: { ...body.profileData, password: 'An0therOne' } },
  });
  expect(conflict.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a repeated registration of an organization reports again that it awaits approval', async () => {
  const headers = createKeyHeader();
  const body = createOrganizationForm(createUsername());
  for (const api of [client, secondClient]) {
    const response = await api.send(registerOrganization, { headers, body });
    expect([response.status, response.body.type]).toEqual([403, 'NOT_APPROVED']);
  }
});

test('keys of different visitors are independent', async () => {
  const headers = createKeyHeader();
  const register = () => client.ok(registerUser, { headers, body: createRegistration(createUsername()) });
  const [firstSession, secondSession] = [await register(), await register()];
  expect(secondSession.dataUser.id).not.toBe(firstSession.dataUser.id);
});
