import * as contract from '../../contract/accounts.ts';
import * as moderation from '../../contract/moderation.ts';
import { getNotifications } from '../../contract/notifications.ts';
import * as reports from '../../contract/reports.ts';
import { search } from '../../contract/search.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { restoreProfile, takeDownProfile } from '../../contract/take-down.ts';
import {
  createOrganizationForm,
  createUsername,
  grantStaffRole,
  registerApprovedOrganization,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const BIO = 'Otters first. See https://otters.example and @somebody, #otters';
const REASON = 'It shows a phone number.';

let staff: AuthResponse;
let person: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
});
beforeEach(async () => {
  person = await registerNewUser(client);
});

type TextKind = 'bio' | 'website';

const updateText = (account: AuthResponse, type: TextKind, newData: unknown) =>
  client.send(contract.updateProfile, { token: account.token, body: { type, newData } });
const getProfile = (account: AuthResponse, token?: string) =>
  client.ok(contract.getProfile, { params: { nickname: account.dataUser.id }, token });
const registerOrganization = () => registerApprovedOrganization(api, client, staff.token);

describe('the bio of a profile', () => {
  test('is shown on the profile and in the session, and removed when it is empty', async () => {
    expect(person.dataUser).toMatchObject({ bio: '', website: '' });
    const response = await updateText(person, 'bio', `  ${BIO}\nReally. `);
    expect([response.status, response.body.bio]).toEqual([200, `${BIO}\nReally.`]);
    expect((await getProfile(person)).bio).toBe(`${BIO}\nReally.`);
    expect((await updateText(person, 'bio', '')).body.bio).toBe('');
    expect((await getProfile(person)).bio).toBe('');
  });

  test.each([
    ['longer than 160 characters', '🦦'.repeat(161), 'BIO_TOO_LONG', 'The bio cannot exceed 160 characters.'],
    ['with invisible characters', 'a\u202eb', 'FORBIDDEN_CHARACTERS', expect.any(String)],
    ['that is not a text', 7, 'NOT_A_TEXT', expect.any(String)],
  ])('is refused if it is %s', async (_, bio, code, message) => {
    expect(await updateText(person, 'bio', bio)).toMatchObject({ status: 400, body: { code, message } });
    expect((await updateText(person, 'bio', '🦦'.repeat(160))).status).toBe(200);
  });

  test('causes no event if it does not change', async () => {
    await updateText(person, 'bio', BIO);
    const previousHead = await api.foundation.rawLog.head();
    expect((await updateText(person, 'bio', BIO)).status).toBe(200);
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
  });
});

describe('the website of a profile', () => {
  test('is stored in its normalized form, and removed when it is empty', async () => {
    const organization = await registerOrganization();
    const { body } = await updateText(organization, 'website', ' HTTPS://Good-Paws.example:443/a b/../help ');
    expect(body).toMatchObject({ code: 'WEBSITE_INVALID' });
    const response = await updateText(organization, 'website', ' HTTPS://Göod-Paws.example:443/a/../help ');
    expect(response.body.website).toBe('https://xn--god-paws-n4a.example/help');
    expect((await getProfile(organization)).website).toBe('https://xn--god-paws-n4a.example/help');
    expect((await updateText(organization, 'website', '')).body.website).toBe('');
    expect((await getProfile(organization)).website).toBe('');
  });

  test.each(['javascript:alert(1)', 'ftp://good-paws.example', 'https://a:b@good-paws.example', 'good-paws'])(
    'is refused if it is %s',
    async (website) => {
      const organization = await registerOrganization();
      expect(await updateText(organization, 'website', website)).toMatchObject({
        status: 400,
        body: { code: 'WEBSITE_INVALID' },
      });
    },
  );

  test('is refused if its normalized form is longer than 200 characters', async () => {
    const organization = await registerOrganization();
    const website = `https://good-paws.example/${'ñ'.repeat(100)}`;
    expect(await updateText(organization, 'website', website)).toMatchObject({
      status: 400,
      body: { code: 'WEBSITE_TOO_LONG' },
    });
  });

  test('is refused for a person, and allowed for an ADMIN, who counts as an organization', async () => {
    expect(await updateText(person, 'website', 'https://person.example')).toMatchObject({
      status: 400,
      body: { code: 'WEBSITE_ONLY_OF_ORGANIZATIONS' },
    });
    expect((await updateText(person, 'website', '')).status).toBe(200);
    await grantStaffRole(api, person.dataUser.id, 'ADMIN');
    expect((await updateText(person, 'website', 'https://person.example')).status).toBe(200);
  });
});

describe('a bio and website that staff take down', () => {
  const sendDecision = (
    call: typeof takeDownProfile | typeof restoreProfile,
    account: AuthResponse,
    token = staff.token,
  ) => client.send(call, { token, params: { id: account.dataUser.id }, body: { reason: REASON } });

  test('are shown to the owner and staff only, until they are restored', async () => {
    const organization = await registerOrganization();
    const texts = { bio: BIO, website: 'https://good-paws.example/' };
    for (const kind of ['bio', 'website'] as const) await updateText(organization, kind, texts[kind]);
    expect((await sendDecision(takeDownProfile, organization)).status).toBe(200);
    for (const token of [undefined, person.token]) {
      const hiddenProfile = await getProfile(organization, token);
      expect(hiddenProfile).toMatchObject({ bio: '', website: '' });
      expect(hiddenProfile.takenDown).toBeUndefined();
    }
    for (const { token } of [organization, staff])
      expect(await getProfile(organization, token)).toMatchObject({
        ...texts,
        takenDown: { reason: REASON, dateTime: expect.any(String) },
      });
    await updateText(organization, 'bio', 'Call us.');
    expect((await getProfile(organization)).bio).toBe('');
    expect((await sendDecision(restoreProfile, organization)).status).toBe(200);
    const restoredProfile = await getProfile(organization);
    expect(restoredProfile).toMatchObject({ ...texts, bio: 'Call us.' });
    expect(restoredProfile.takenDown).toBeUndefined();
    const [first, second] = await client.ok(getNotifications, { token: organization.token });
    expect([first, second]).toMatchObject([
      { kind: 'PROFILE_RESTORED', reason: REASON },
      { kind: 'PROFILE_TAKEN_DOWN', reason: REASON },
    ]);
  });

  test('are taken down once, and not by their owner', async () => {
    expect(await sendDecision(restoreProfile, person)).toMatchObject({ body: { code: 'NOT_TAKEN_DOWN' } });
    await sendDecision(takeDownProfile, person);
    expect(await sendDecision(takeDownProfile, person)).toMatchObject({
      body: { code: 'ALREADY_TAKEN_DOWN' },
    });
    expect(await sendDecision(takeDownProfile, staff)).toMatchObject({
      status: 403,
      body: { code: 'OWN_CONTENT' },
    });
  });

  test('are shown with a report of the profile, which a take-down resolves', async () => {
    await updateText(person, 'bio', BIO);
    const { id } = person.dataUser;
    const reporter = await registerNewUser(client);
    const body = { kind: 'profile', id, category: 'SPAM' } as const;
    const findCase = async (status: 'OPEN' | 'RESOLVED') =>
      (await client.ok(reports.reports, { token: staff.token, query: { status } })).find(
        ({ subject }) => subject.id === id,
      );
    await client.ok(reports.report, { token: reporter.token, body });
    const openCase = await findCase('OPEN');
    expect(openCase?.subject).toMatchObject({ bio: BIO, isTakenDown: false });
    expect(openCase?.subject.website).toBeUndefined();
    await client.ok(reports.resolveReports, {
      token: staff.token,
      params: { id: openCase?.id ?? '' },
      body: { reason: REASON, resolution: 'TAKE_DOWN' },
    });
    expect(await findCase('RESOLVED')).toMatchObject({
      subject: { bio: BIO, isTakenDown: true },
      decision: { resolution: 'TAKE_DOWN' },
    });
    expect((await getProfile(person)).bio).toBe('');
  });
});

describe('an organization that awaits approval', () => {
  test('is marked as not approved for staff, does not exist for others, and is not marked once approved', async () => {
    const username = createUsername();
    const form = createOrganizationForm(username);
    const orgData = { ...form.orgData, website: 'https://registered.example' };
    await client.send(contract.registerOrganization, { body: { ...form, orgData } });
    const findOrganization = async (token?: string) =>
      (await client.ok(search, { token, query: { q: username } })).find(
        (result) => 'profile' in result && result.profile.nickname === username,
      );
    expect(await findOrganization(staff.token)).toMatchObject({ profile: { role: 'ORG', approved: false } });
    expect(await findOrganization(person.token)).toBeUndefined();
    const request = { params: { nickname: username }, token: staff.token };
    const waitingProfile = await client.ok(contract.getProfile, request);
    expect(waitingProfile).toMatchObject({ approved: false, website: '' });
    const params = { id: waitingProfile.id };
    await client.ok(moderation.approveOrganization, { token: staff.token, params, body: {} });
    const result = await findOrganization(person.token);
    expect(result).toMatchObject({ profile: { role: 'ORG' } });
    expect(JSON.stringify(result)).not.toContain('approved');
    expect(await client.ok(contract.getProfile, request)).toMatchObject({ approved: true, website: '' });
  });
});
