import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { createLogger } from '../../adapters/logger.ts';
import { createSecurityEvents } from '../../adapters/security-events.ts';
import * as accounts from '../../contract/accounts.ts';
import * as emailAddresses from '../../contract/email-addresses.ts';
import * as moderation from '../../contract/moderation.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '../../domain/ports/security-events.ts';
import { runKindraCommand } from '../support/kindra-command.ts';
import { grantStaffRole, PASSWORD } from './support/people.ts';
import { setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const IPV4_ADDRESS = '198.51.100.77';
const IPV6_ADDRESS = '2001:db8:5:6:7:8:9:a';
const WRONG_PASSWORD = 'Wr0ngOne!';
const createAddressHeader = (address: string) => ({ 'X-Forwarded-For': address });

const log: string[] = [];
const metrics = new Registry();

setUpTestApi({
  isThrottled: true,
  adapt: (foundation) => {
    const write = (chunk: Buffer, _: unknown, callback: () => void): void => {
      log.push(chunk.toString());
      callback();
    };
    const logger = createLogger('info', new Writable({ write }));
    return { ...foundation, logger, metrics, security: createSecurityEvents({ logger, metrics }) };
  },
});

interface SecurityLine {
  readonly event?: string;
  readonly kind: SecurityEventKind;
  readonly accountId?: string;
  readonly network?: string;
  readonly action?: string;
  readonly subjectId?: string;
}

const parseLines = (text: string): SecurityLine[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as SecurityLine)
    .filter(({ event }) => event === 'security');

const findLines = (kind: SecurityEventKind): SecurityLine[] =>
  parseLines(log.join('')).filter((line) => line.kind === kind);

async function readEventCount(kind: SecurityEventKind): Promise<number> {
  const [, count] = new RegExp(`kindra_security_events_total\\{kind="${kind}"\\} (\\d+)`).exec(
    await metrics.metrics(),
  ) ?? [undefined, 'NaN'];
  return Number(count);
}

interface Person {
  readonly username: string;
  readonly name: string;
  readonly surnames: string;
  readonly email: string;
}

const createPerson = (n: string): Person => ({
  username: `xylophone${n}`,
  name: `Xantippe ${n}`,
  surnames: `Quiverfull ${n}`,
  email: `quixotic.${n}@example.org`,
});

const createRegistrationBody = ({ username, name, surnames, email }: Person) => ({
  profileData: { username, password: PASSWORD, email },
  personalData: { name, surnames, birthdate: '1990-05-17', gender: 'O' as const },
});

const registerPerson = (person: Person): Promise<AuthResponse> =>
  client.ok(accounts.registerUser, {
    body: createRegistrationBody(person),
    headers: createAddressHeader(IPV4_ADDRESS),
  });

const logIn = ({ username }: Person, password: string, address = IPV4_ADDRESS) =>
  client.send(accounts.login, { body: { username, password }, headers: createAddressHeader(address) });

const PEOPLE = {
  victim: createPerson('va'),
  staff: createPerson('sb'),
  banned: createPerson('bc'),
  organization: createPerson('od'),
};

/** Strings that must not be in any log line. The comparison ignores case. */
const PRIVATE_TEXTS = [
  ...Object.values(PEOPLE).flatMap(({ username, name, surnames, email }) => [
    username,
    name,
    surnames,
    email,
  ]),
  'Good Paws',
  IPV4_ADDRESS,
  IPV6_ADDRESS,
  PASSWORD,
  WRONG_PASSWORD,
].map((text) => text.toLowerCase());

const expectNoPrivateTexts = (text: string): void => {
  for (const privateText of PRIVATE_TEXTS) expect(text.toLowerCase()).not.toContain(privateText);
};

test('logs and counts all kinds of events with account ids and networks only', async () => {
  const { victim, staff, banned, organization } = PEOPLE;
  const [victimSession, staffSession, bannedSession] = [
    await registerPerson(victim),
    await registerPerson(staff),
    await registerPerson(banned),
  ];
  await grantStaffRole(api, staffSession.dataUser.id, 'MOD');
  const headers = createAddressHeader(IPV4_ADDRESS);

  for (let n = 0; n < 10; n += 1) expect((await logIn(victim, WRONG_PASSWORD)).status).toBe(400);
  expect((await logIn(victim, PASSWORD)).status).toBe(429);
  expect((await logIn({ ...victim, username: 'nobodyatall' }, WRONG_PASSWORD, IPV6_ADDRESS)).status).toBe(
    400,
  );

  const tamperedToken = `${victimSession.token.slice(0, -3)}AAA`;
  const profileRequest = { params: { nickname: victim.username }, headers };
  expect((await client.send(accounts.getProfile, { ...profileRequest, token: tamperedToken })).status).toBe(
    401,
  );
  await client.ok(accounts.logout, { token: bannedSession.token, headers });
  expect((await client.send(accounts.logout, { token: bannedSession.token, headers })).status).toBe(401);

  const banRequest = { params: { id: bannedSession.dataUser.id }, body: { reason: 'spam' }, headers };
  expect(
    (await client.send(moderation.banProfile, { ...banRequest, token: victimSession.token })).status,
  ).toBe(403);
  await client.ok(moderation.banProfile, { ...banRequest, token: staffSession.token });
  expect((await logIn(banned, PASSWORD)).status).toBe(403);

  const passwordChange = { currentPassword: PASSWORD, newPassword: 'Other42Words' };
  await client.ok(accounts.changePassword, { token: staffSession.token, body: passwordChange, headers });

  const body = {
    ...createRegistrationBody(organization),
    orgData: { orgName: 'Good Paws', category: 'SPA' },
  };
  expect((await client.send(accounts.registerOrganization, { body, headers })).status).toBe(403);
  const [waitingOrganization] = await client.ok(moderation.awaitingOrganizations, {
    token: staffSession.token,
    headers,
  });
  const params = { id: waitingOrganization?.id ?? '' };
  await client.ok(moderation.declineOrganization, { token: staffSession.token, params, body: {}, headers });

  const network = '198.51.100.0/24';
  const [victimId, staffId, bannedId] = [victimSession, staffSession, bannedSession].map(
    ({ dataUser }) => dataUser.id,
  );
  expect(findLines('login-failed')).toMatchObject([
    { accountId: victimId, network },
    { network: '2001:db8:5::/48' },
  ]);
  expect(findLines('login-locked')).toMatchObject([{ accountId: victimId, network }, { network }]);
  expect(findLines('token-refused')).toMatchObject([
    { network, action: 'getProfile' },
    { accountId: bannedId, network, action: 'logout' },
  ]);
  expect(findLines('access-denied')).toMatchObject([
    { accountId: victimId, network, action: 'banProfile' },
    { accountId: bannedId, network, action: 'login' },
  ]);
  expect(findLines('staff-action')).toMatchObject([
    { accountId: staffId, network, action: 'banProfile', subjectId: bannedId },
    { accountId: staffId, network, action: 'declineOrganization', subjectId: params.id },
  ]);
  expect(findLines('account-erased')).toMatchObject([{ accountId: staffId, network, subjectId: params.id }]);
  expect(findLines('password-changed')).toMatchObject([{ accountId: staffId, network }]);
  const token = 'undo'.padEnd(43, 'x');
  await api.database.pool.query(
    `INSERT INTO private.email_links (token_hash, account_id, purpose, email, expires_at)
     SELECT sha256(convert_to($2, 'UTF8')), account_id, 'undo', email, now() + interval '1 day'
     FROM private.accounts WHERE account_id = $1`,
    [victimSession.dataUser.id, token],
  );
  await client.ok(emailAddresses.undoEmailChange, { body: { token }, headers });
  expect(findLines('email-restored')).toMatchObject([{ accountId: victimSession.dataUser.id, network }]);
  await setUpAuthenticator(api, client, staffSession);
  expect(findLines('factor-changed')).toMatchObject([{ accountId: staffId }]);
  expect(await readEventCount('login-failed')).toBe(11);
  for (const kind of SECURITY_EVENT_KINDS) expect(await readEventCount(kind)).toBeGreaterThan(0);
  expectNoPrivateTexts(log.join(''));
});

test('counts a flood of refused tokens and logs one line', async () => {
  const previousCount = await readEventCount('token-refused');
  const attempts = Array.from({ length: 100 }, () =>
    client.send(accounts.logout, { token: 'not.a.token', headers: createAddressHeader('192.0.2.9') }),
  );
  for (const { status } of await Promise.all(attempts)) expect(status).toBe(401);
  expect(await readEventCount('token-refused')).toBe(previousCount + 100);
  expect(findLines('token-refused').filter(({ network }) => network === '192.0.2.0/24')).toHaveLength(1);
});

test('the command line writes security events to stderr', async () => {
  const operator = createPerson('op');
  const { dataUser } = await registerPerson(operator);
  const runCommand = async (...args: readonly string[]): Promise<readonly SecurityLine[]> => {
    const { status, errors, output } = await runKindraCommand(api.database.url, ...args, '--yes', '--json');
    expect([args, status, errors.includes('"event":"security"'), output.includes('"security"')]).toEqual([
      args,
      0,
      true,
      false,
    ]);
    expectNoPrivateTexts(errors);
    expect(errors.toLowerCase()).not.toContain(operator.username);
    return parseLines(errors);
  };
  const { id: subjectId, nickname } = dataUser;
  const staffAction = { event: 'security', kind: 'staff-action', subjectId };
  expect(await runCommand('staff', 'grant', nickname, 'MOD')).toMatchObject([
    { ...staffAction, action: 'GrantStaffRole' },
  ]);
  expect(await runCommand('staff', 'revoke', nickname)).toMatchObject([
    { ...staffAction, action: 'RevokeStaffRole' },
  ]);
  expect(
    await runCommand('events', '--stream', `account-${subjectId}`, '--open', '--reason', 'a test'),
  ).toMatchObject([{ kind: 'staff-action', action: 'DiscloseTexts' }]);
  expect(await runCommand('erase', nickname, '--reason', 'asked')).toMatchObject([
    { event: 'security', kind: 'account-erased', subjectId },
  ]);
}, 120_000);
