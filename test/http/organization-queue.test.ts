import { registerOrganization } from '../../contract/accounts.ts';
import { awaitingOrganizations, declineOrganization } from '../../contract/moderation.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { createOrganizationForm, createUsername, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let staff: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
});

const register = (details: object, username = createUsername()) => {
  const form = createOrganizationForm(username);
  return client.send(registerOrganization, { body: { ...form, orgData: { ...form.orgData, ...details } } });
};
const findQueued = async (nickname: string) => {
  const queue = await client.ok(awaitingOrganizations, { token: staff.token });
  return queue.find((organization) => organization.nickname === nickname);
};

test('the queue shows the organization’s details until it is declined', async () => {
  const username = createUsername();
  const about = { website: 'https://paws.example.org/about?lang=es', registrationNumber: 'G-12/345.678' };
  expect((await register(about, username)).status).toBe(403);
  const organization = await findQueued(username);
  expect(organization).toMatchObject({
    profileName: 'Good Paws',
    category: 'SPA',
    email: `${username.toLowerCase()}@example.org`,
    person: { name: 'Somebody', surnames: 'of Ours' },
    creationDate: expect.any(String),
    ...about,
  });
  const id = organization?.id ?? '';
  await client.ok(declineOrganization, { token: staff.token, params: { id }, body: {} });
  const { rows } = await api.database.pool.query(
    'SELECT FROM private.accounts WHERE account_id = $1 OR website = $2',
    [id, about.website],
  );
  expect(rows).toEqual([]);
});

test.each([{}, { website: '', registrationNumber: null }])(
  'both details are optional: %j',
  async (details) => {
    const username = createUsername();
    expect((await register(details, username)).status).toBe(403);
    expect(await findQueued(username)).toMatchObject({ website: null, registrationNumber: null });
  },
);

const NO_ADDRESS = 'The website must be an address that begins with http:// or https://.';
const NO_NUMBER =
  'The registration number needs a digit, and can otherwise contain letters, spaces and . / _ -.';

test.each([
  [{ website: 'javascript:alert(1)' }, NO_ADDRESS],
  [{ website: 'ftp://paws.example.org' }, NO_ADDRESS],
  [{ website: 'paws.example.org' }, NO_ADDRESS],
  [{ website: 'https://staff@evil.example.org' }, NO_ADDRESS],
  [{ website: `https://paws.example.org/${'a'.repeat(200)}` }, 'The website cannot exceed 200 characters.'],
  [{ registrationNumber: '<b>1</b>' }, NO_NUMBER],
  [{ registrationNumber: '1'.repeat(51) }, 'The registration number cannot exceed 50 characters.'],
])('refuses %j', async (details, message) => {
  expect(await register(details)).toMatchObject({ status: 400, body: { message } });
});
