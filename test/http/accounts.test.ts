import * as contract from '../../contract/accounts.ts';
import * as moderation from '../../contract/moderation.ts';
import { createPublication, getPost, profilePublications } from '../../contract/posts.ts';
import {
  createOrganizationForm,
  createRegistration,
  createUsername,
  PASSWORD,
  publishPost,
  registerApprovedOrganization,
  registerNewUser,
  registerOrganization,
  registerStaff,
  verifyAddress,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const subtractYears = (years: number, days = 0): string => {
  const date = new Date(Date.now() + days * 86_400_000);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
};

type Fields = Record<string, unknown>;

const createRegistrationBody = (profile: Fields = {}, person: Fields = {}) => {
  const { profileData, personalData } = createRegistration(createUsername());
  return { profileData: { ...profileData, ...profile }, personalData: { ...personalData, ...person } };
};

describe('registering a person', () => {
  test('logs the person in and shows the profile immediately', async () => {
    const { token, expiration, dataUser } = await registerNewUser(client, 'Fernando1');
    expect(Date.parse(expiration)).toBeGreaterThan(Date.now());
    expect(dataUser).toMatchObject({
      nickname: 'Fernando1',
      profileName: 'Somebody',
      role: 'USER',
      walletCoins: 0,
      email: 'fernando1@example.org',
      birthdate: '1990-05-17',
      gender: 'O',
    });
    const profile = await client.ok(contract.getProfile, { params: { nickname: 'FERNANDO1' }, token });
    expect(profile).toMatchObject({
      id: dataUser.id,
      idProfile: dataUser.id,
      approved: true,
      walletCoins: 0,
    });
  });

  test.each<[string, Fields, Fields, string]>([
    [
      'a username with a sign',
      { username: 'ana-belen' },
      {},
      'Username can only contain letters and numbers.',
    ],
    ['a short username', { username: 'anab' }, {}, 'Username must be between 5 and 18 characters.'],
    ['a long username', { username: 'a'.repeat(19) }, {}, 'Username must be between 5 and 18 characters.'],
    ['no username', { username: undefined }, {}, 'Username cannot be empty.'],
    ['a blank username', { username: '   ' }, {}, 'Username cannot be empty.'],
    ['no password', { password: '' }, {}, 'Password cannot be empty.'],
    ['a password without a digit', { password: 'Passwordly' }, {}, 'The password is not secure.'],
    ['a password with a space', { password: 'Passw0rd 1' }, {}, 'The password is not secure.'],
    ['a password with a hidden character', { password: 'Passw0rd\u200b' }, {}, 'The password is not secure.'],
    ['a password of 7', { password: 'Passw0r' }, {}, 'The password is not secure.'],
    ['a password of 25', { password: `Passw0rd${'x'.repeat(17)}` }, {}, 'The password is not secure.'],
    ['an invalid email', { email: 'nobody@nowhere' }, {}, 'Email must be valid.'],
    ['no email', { email: undefined }, {}, 'Email must be valid.'],
    ['a name with a digit', {}, { name: 'R2D2' }, 'Name can only contain letters.'],
    ['a short name', {}, { name: 'Al' }, 'Name must be between 3 and 20 characters.'],
    ['a long name', {}, { name: 'A'.repeat(21) }, 'Name must be between 3 and 20 characters.'],
    ['no name', {}, { name: '' }, 'Name cannot be empty.'],
    ['surnames with a digit', {}, { surnames: 'the 2nd' }, 'Surnames can only contain letters.'],
    ['no birthdate', {}, { birthdate: '' }, 'Birthdate cannot be empty.'],
    ['a birthdate with the day first', {}, { birthdate: '17-05-1990' }, 'Invalid birthdate format.'],
    ['a date that does not exist', {}, { birthdate: '1990-02-30' }, 'Invalid birthdate format.'],
    [
      'somebody too young',
      {},
      { birthdate: subtractYears(18, 1) },
      'You must be between 18 and 99 years old.',
    ],
    ['somebody too old', {}, { birthdate: subtractYears(100) }, 'You must be between 18 and 99 years old.'],
    ['another gender', {}, { gender: 'X' }, 'Gender must be M, F or O.'],
  ])('refuses %s', async (_, profile, person, message) => {
    const response = await client.send(contract.registerUser, {
      body: createRegistrationBody(profile, person),
    });
    expect([response.status, response.body.message]).toEqual([400, message]);
  });

  test('treats null surnames as missing', async () => {
    const { profileData, personalData } = createRegistration(createUsername());
    const body = { profileData, personalData: { ...personalData, surnames: null } };
    expect((await client.ok(contract.registerUser, { body })).dataUser.surnames).toBe('');
  });

  test('accepts values at the limits', async () => {
    const youngestRegistration = createRegistrationBody(
      { username: createUsername().padEnd(18, 'x'), password: 'Aa1aaaaa' },
      { name: 'José María', surnames: undefined, birthdate: subtractYears(18) },
    );
    expect((await client.send(contract.registerUser, { body: youngestRegistration })).status).toBe(200);
    const oldestRegistration = createRegistrationBody(
      { password: `Aa1${'ñ'.repeat(21)}` },
      { birthdate: subtractYears(100, 1) },
    );
    expect((await client.send(contract.registerUser, { body: oldestRegistration })).status).toBe(200);
  });

  test('lists every failed check and uses the first one as the message', async () => {
    const { body } = await client.send(contract.registerUser, { body: {} });
    expect(body.message).toBe('Username cannot be empty.');
    const invalidRegistration = createRegistrationBody({ password: 'short' }, { name: '1' });
    const response = await client.send(contract.registerUser, { body: invalidRegistration });
    expect(response.body.issues?.map((issue) => issue.path)).toEqual([
      'profileData.password',
      'personalData.name',
    ]);
  });

  test('keeps usernames and addresses unique without regard to case', async () => {
    const username = createUsername();
    await verifyAddress(api, await registerNewUser(client, username));
    const duplicateUsername = createRegistrationBody({ username: username.toUpperCase() });
    const conflict = await client.send(contract.registerUser, { body: duplicateUsername });
    expect([conflict.status, conflict.body.message]).toEqual([400, 'The username is already taken.']);
    const duplicateAddress = createRegistrationBody({ email: `${username.toUpperCase()}@EXAMPLE.org` });
    const addressConflict = await client.send(contract.registerUser, { body: duplicateAddress });
    expect([addressConflict.status, addressConflict.body.message]).toEqual([
      400,
      'The email is already registered.',
    ]);
  });

  test('gives a username to one of many concurrent registrations', async () => {
    const username = createUsername();
    const attempts = Array.from({ length: 12 }, (_, n) =>
      client.send(contract.registerUser, {
        body: createRegistrationBody({ username, email: `${username}.${n}@example.org` }),
      }),
    );
    const statuses = (await Promise.all(attempts)).map((response) => response.status).sort();
    expect(statuses).toEqual([200, ...Array(11).fill(400)]);
  });

  test('appends a digit to the nickname when the username is taken as a nickname', async () => {
    const first = await registerNewUser(client);
    const nickname = createUsername().slice(0, 15);
    await client.ok(contract.updateProfileAndToken, {
      token: first.token,
      body: { type: 'nickname', newData: nickname },
    });
    const second = await registerNewUser(client, nickname.toUpperCase());
    expect(second.dataUser.nickname).toBe(`${nickname.toUpperCase()}1`);
  });
});

describe('an organization', () => {
  test('can log in after its approval only', async () => {
    const staff = await registerStaff(api, client, 'MOD');
    const username = createUsername();
    const registrationResponse = await client.send(contract.registerOrganization, {
      body: createOrganizationForm(username),
    });
    expect([
      registrationResponse.status,
      registrationResponse.body.type,
      registrationResponse.body.code,
    ]).toEqual([403, 'NOT_APPROVED', 'NOT_APPROVED']);
    expect(registrationResponse.body.message).toBe('Your organization account is awaiting approval.');
    const login = await client.send(contract.login, { body: { username, password: PASSWORD } });
    expect([login.status, login.body.type]).toEqual([403, 'NOT_APPROVED']);

    const queue = await client.ok(moderation.awaitingOrganizations, { token: staff.token });
    const organization = queue.find((profile) => profile.nickname === username);
    expect(organization).toMatchObject({ profileName: 'Good Paws', role: 'ORG', approved: false });
    const id = organization?.id ?? '';
    expect((await client.send(contract.getProfile, { params: { nickname: username } })).status).toBe(404);
    await client.ok(contract.getProfile, { params: { nickname: username }, token: staff.token });

    const approvalResponse = await client.ok(moderation.approveOrganization, {
      params: { id },
      token: staff.token,
      body: { reason: 'their papers are good' },
    });
    expect(approvalResponse.message).toBe('The organization has been successfully approved.');
    await client.ok(contract.login, { body: { username, password: PASSWORD } });
    const repeatedResponse = await client.send(moderation.approveOrganization, {
      params: { id },
      token: staff.token,
    });
    expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([400, 'NOT_AWAITING_APPROVAL']);
  });

  test('is removed when it is declined, and its names become free', async () => {
    const staff = await registerStaff(api, client, 'ADMIN');
    const username = createUsername();
    const id = await registerOrganization(api, client, username);
    const declineResponse = await client.ok(moderation.declineOrganization, {
      params: { id },
      token: staff.token,
    });
    expect(declineResponse.message).toBe('The organization has been successfully declined.');
    const repeatedResponse = await client.send(moderation.declineOrganization, {
      params: { id },
      token: staff.token,
    });
    expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([404, 'PROFILE_NOT_FOUND']);
    const login = await client.send(contract.login, { body: { username, password: PASSWORD } });
    expect(login.status).toBe(400);
    expect((await registerNewUser(client, username)).dataUser.nickname).toBe(username);
    const { rows } = await api.database.pool.query(
      'SELECT 1 FROM private.text_keys WHERE account_id = $1 AND key IS NOT NULL',
      [id],
    );
    expect(rows).toHaveLength(0);
  });

  test.each([
    [{ orgName: 'A1', category: 'SPA' }, 'Name can only contain letters.'],
    [{ orgName: '', category: 'SPA' }, 'Name cannot be empty.'],
    [{ orgName: 'Good Paws', category: 'NASA' }, 'Category must be one of those offered.'],
    [undefined, 'Name cannot be empty.'],
  ])('is refused with %j', async (orgData, message) => {
    const body = { ...createRegistrationBody(), orgData };
    const response = await client.send(contract.registerOrganization, { body });
    expect([response.status, response.body.message]).toEqual([400, message]);
  });
});

describe('logging in and out', () => {
  test('compares usernames without regard to case and passwords exactly', async () => {
    const username = createUsername();
    const { dataUser } = await registerNewUser(client, username);
    const logIn = (body: unknown) => client.send(contract.login, { body });
    const response = await logIn({ username: ` ${username.toUpperCase()} `, password: PASSWORD });
    expect([response.status, response.body.dataUser]).toEqual([200, dataUser]);
    for (const [name, password] of [
      [username, PASSWORD.toLowerCase()],
      [username, `${PASSWORD} `],
      ['nobodyatall', PASSWORD],
    ]) {
      const { status, body } = await logIn({ username: name, password });
      expect([status, body.message, body.code]).toEqual([
        400,
        'Incorrect username or password.',
        'INCORRECT_CREDENTIALS',
      ]);
    }
    expect((await logIn({ password: PASSWORD })).body.message).toBe('Username cannot be empty.');
    expect((await logIn({ username })).body.message).toBe('Password cannot be empty.');
  });

  test('stores passwords as argon2id hashes only', async () => {
    const { dataUser } = await registerNewUser(client);
    const { rows } = await api.database.pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM private.accounts WHERE account_id = $1',
      [dataUser.id],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('ends only the session that logs out', async () => {
    const username = createUsername();
    const first = await registerNewUser(client, username);
    const second = await client.ok(contract.login, { body: { username, password: PASSWORD } });
    const { status } = await client.send(contract.logout, { token: first.token });
    expect(status).toBe(204);
    const refusal = await client.send(createPublication, { token: first.token, body: { text: 'Hi' } });
    expect([refusal.status, refusal.body.message]).toEqual([401, 'Your session has expired.']);
    await publishPost(client, second.token);
  });
});

describe('one’s own profile', () => {
  test('changes the profile name', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const renameProfile = (newData: unknown) =>
      client.send(contract.updateProfile, { token, body: { type: 'profileName', newData } });
    const response = await renameProfile('  Zoë Ångström ');
    expect([response.status, response.body.profileName]).toEqual([200, 'Zoë Ångström']);
    expect((await renameProfile('Zoë Ångström')).body.message).toBe(
      'The new profile name is the same as the current one.',
    );
    expect((await renameProfile('R2')).body.message).toBe('Name can only contain letters.');
    expect((await renameProfile('')).body.message).toBe('Name cannot be empty.');
    const roleChangeResponse = await client.send(contract.updateProfile, {
      token,
      body: { type: 'role', newData: 'ADMIN' },
    });
    expect(roleChangeResponse.status).toBe(400);
    const profile = await client.ok(contract.getProfile, { params: { nickname: dataUser.nickname } });
    expect(profile.profileName).toBe('Zoë Ångström');
  });

  test('changes the nickname and issues a new token', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const newData = `nick_${Math.floor(Math.random() * 1e9)}`;
    const response = await client.ok(contract.updateProfileAndToken, {
      token,
      body: { type: 'nickname', newData },
    });
    expect(response.dataUser).toMatchObject({ id: dataUser.id, nickname: newData });
    expect((await client.send(contract.logout, { token })).status).toBe(401);
    await publishPost(client, response.token);
    expect((await client.send(contract.getProfile, { params: { nickname: dataUser.nickname } })).status).toBe(
      404,
    );
    await client.ok(contract.getProfile, { params: { nickname: newData.toUpperCase() } });
    const otherUser = await registerNewUser(client);
    await client.ok(contract.updateProfileAndToken, {
      token: otherUser.token,
      body: { type: 'nickname', newData: dataUser.nickname.slice(0, 15) },
    });
  });

  test.each([
    ['with a space', 'my nick', "The nickname cannot contain spaces or special characters (Except '_')."],
    ['too short', 'nick', 'Nickname must be between 5 and 18 characters.'],
    ['too long', 'a'.repeat(16), 'Nickname must be between 5 and 18 characters.'],
  ])('refuses a nickname %s', async (_, newData, message) => {
    const { token } = await registerNewUser(client);
    const response = await client.send(contract.updateProfileAndToken, {
      token,
      body: { type: 'nickname', newData },
    });
    expect([response.status, response.body.message]).toEqual([400, message]);
  });

  test('refuses a nickname that is taken, in any case, and the current one', async () => {
    const otherUser = await registerNewUser(client);
    const { token, dataUser } = await registerNewUser(client);
    const changeNickname = (newData: string) =>
      client.send(contract.updateProfileAndToken, { token, body: { type: 'nickname', newData } });
    const conflict = await changeNickname(otherUser.dataUser.nickname.toUpperCase().slice(0, 15));
    expect([conflict.status, conflict.body.message, conflict.body.code]).toEqual([
      400,
      'The nickname is already taken.',
      'NICKNAME_TAKEN',
    ]);
    expect((await changeNickname(dataUser.nickname)).body.message).toBe(
      'The new nickname is the same as the current one.',
    );
    const upperCaseResponse = await changeNickname(dataUser.nickname.toUpperCase());
    expect(upperCaseResponse.status).toBe(200);
  });

  test('gives a nickname to one of many concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => registerNewUser(client)));
    const newData = `wanted_${Math.floor(Math.random() * 1e6)}`;
    const responses = await Promise.all(
      people.map(({ token }) =>
        client.send(contract.updateProfileAndToken, { token, body: { type: 'nickname', newData } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  test('is hidden after its deactivation, and its tokens are refused', async () => {
    const username = createUsername();
    const { token, dataUser } = await registerNewUser(client, username);
    const otherSession = await client.ok(contract.login, { body: { username, password: PASSWORD } });
    const post = await publishPost(client, token);
    const response = await client.ok(contract.deactivateProfile, { token });
    expect(response.message).toBe('The account has been successfully deactivate.');
    for (const revokedToken of [token, otherSession.token])
      expect(
        (await client.send(createPublication, { token: revokedToken, body: { text: 'Hi' } })).status,
      ).toBe(401);
    const login = await client.send(contract.login, { body: { username, password: PASSWORD } });
    expect([login.status, login.body.type]).toEqual([403, 'INACTIVE']);
    expect((await client.send(contract.getProfile, { params: { nickname: username } })).status).toBe(404);
    expect((await client.send(getPost, { params: { id: post.id } })).status).toBe(404);
    const staff = await registerStaff(api, client, 'MOD');
    await client.ok(contract.getProfile, { params: { nickname: dataUser.id }, token: staff.token });
    const visiblePosts = await client.ok(profilePublications, {
      params: { profile: username },
      token: staff.token,
    });
    expect(visiblePosts.map(({ id }) => id)).toEqual([post.id]);
  });

  test('keeps the role of an organization after its approval', async () => {
    const staff = await registerStaff(api, client, 'ADMIN');
    const { dataUser } = await registerApprovedOrganization(api, client, staff.token);
    expect(dataUser).toMatchObject({ role: 'ORG', profileName: 'Good Paws', name: 'Somebody' });
  });
});
