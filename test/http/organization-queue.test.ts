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

const registerWithDetails = (details: object, username = createUsername()) => {
  const form = createOrganizationForm(username);
  return client.send(registerOrganization, { body: { ...form, orgData: { ...form.orgData, ...details } } });
};
const findInQueue = async (nickname: string) => {
  const queue = await client.ok(awaitingOrganizations, { token: staff.token });
  return queue.find((organization) => organization.nickname === nickname);
};

test('the queue shows the organization’s details until it is declined', async () => {
  const username = createUsername();
  const details = { website: 'https://paws.example.org/about?lang=es', registrationNumber: 'G-12/345.678' };
  expect((await registerWithDetails(details, username)).status).toBe(403);
  const organization = await findInQueue(username);
  expect(organization).toMatchObject({
    profileName: 'Good Paws',
    category: 'SPA',
    email: `${username.toLowerCase()}@example.org`,
    person: { name: 'Somebody', surnames: 'of Ours' },
    creationDate: expect.any(String),
    ...details,
  });
  const id = organization?.id ?? '';
  await client.ok(declineOrganization, { token: staff.token, params: { id }, body: {} });
  const { rows } = await api.database.pool.query(
    'SELECT FROM private.accounts WHERE account_id = $1 OR website = $2',
    [id, details.website],
  );
  expect(rows).toEqual([]);
});

test.each([{}, { website: '', registrationNumber: null }])(
  'the website and the registration number are optional: %j',
  async (details) => {
    const username = createUsername();
    expect((await registerWithDetails(details, username)).status).toBe(403);
    expect(await findInQueue(username)).toMatchObject({ website: null, registrationNumber: null });
  },
);

const INVALID_WEBSITE = 'The website must be an address that begins with http:// or https://.';
const INVALID_NUMBER =
  'The registration number must contain a digit, and can also contain letters, spaces and . / _ -.';

test.each([
  [{ website: 'javascript:alert(1)' }, INVALID_WEBSITE],
  [{ website: 'ftp://paws.example.org' }, INVALID_WEBSITE],
  [{ website: 'paws.example.org' }, INVALID_WEBSITE],
  [{ website: 'https://staff@evil.example.org' }, INVALID_WEBSITE],
  [{ website: `https://paws.example.org/${'a'.repeat(200)}` }, 'The website cannot exceed 200 characters.'],
  [{ registrationNumber: '<b>1</b>' }, INVALID_NUMBER],
  [{ registrationNumber: '1'.repeat(51) }, 'The registration number cannot exceed 50 characters.'],
])('a registration with %j is refused', async (details, message) => {
  expect(await registerWithDetails(details)).toMatchObject({ status: 400, body: { message } });
});
