import { jest } from '@jest/globals';
import { eraseDueAccounts } from '../../application/deletion.ts';
import { createResetLink } from '../../application/passwords.ts';
import { getProfile, login, resetPassword } from '../../contract/accounts.ts';
import { cancelCrowdfunding, closeCrowdfunding, donate } from '../../contract/crowdfunding.ts';
import { banProfile, reactivateProfile } from '../../contract/moderation.ts';
import * as contract from '../../contract/own-data.ts';
import { getPost } from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import type { Payment } from '../../domain/ports/payments.ts';
import type { SecurityEvent } from '../../domain/ports/security-events.ts';
import { projectionNames } from '../../projections/registry.ts';
import { WAIT_MS } from '../support/wait.ts';
import { getStatusAndCode } from './support/client.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding, startPurchase } from './support/coins.ts';
import {
  PASSWORD,
  publishPost,
  registerNewUser,
  registerStaff,
  registerVerifiedUser,
} from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
import { api, client, setUpTestApiPerTest } from './support/shared-api.ts';

const DAY_MS = 24 * 60 * 60_000;

let person: AuthResponse;
let securityEvents: SecurityEvent[];

setUpTestApiPerTest();
beforeEach(async () => {
  securityEvents = [];
  person = await registerVerifiedUser(api, client);
});

const scheduleDeletion = ({ token }: AuthResponse = person, currentPassword: string | undefined = PASSWORD) =>
  client.send(contract.scheduleDeletion, { token, body: { currentPassword } });
const getTerms = () => client.ok(contract.getDeletionTerms, { token: person.token });
const logIn = (password = PASSWORD) =>
  client.send(login, { body: { username: person.dataUser.nickname, password } });
const fetchProfileStatus = async () =>
  (await client.send(getProfile, { params: { nickname: person.dataUser.nickname } })).status;
const listEmailKinds = async () =>
  (await api.foundation.privateData.emails.list(['waiting'], 10)).map(({ kind }) => kind);
const hasPrivateData = async () =>
  (await api.foundation.privateData.registry.findPersonalData(person.dataUser.id)) !== null;

/** Erases the accounts that are due. Returns their ids. */
async function eraseDue(system: Parameters<typeof eraseDueAccounts>[0]): Promise<readonly string[]> {
  const erasedIds: string[] = [];
  const record = (event: SecurityEvent): void => {
    system.security.record(event);
    erasedIds.push(event.subjectId ?? '');
  };
  await eraseDueAccounts({ ...system, security: { ...system.security, record } });
  return erasedIds;
}

/** Advances the clock by a number of days and erases the accounts that are due. Returns their ids. */
async function eraseAfter(days: number): Promise<readonly string[]> {
  api.clock.advance(days * DAY_MS);
  const { log, progress } = api.foundation;
  await progress.waitFor(projectionNames, await log.head(), WAIT_MS);
  const security = { record: (event: SecurityEvent) => void securityEvents.push(event) };
  const erasedIds = await eraseDue({ ...api.foundation, security });
  await progress.waitFor(projectionNames, await log.head(), WAIT_MS);
  return erasedIds;
}

test('a deletion hides the account, ends its sessions and sends an email that explains how to cancel', async () => {
  const { status, body } = await scheduleDeletion();
  expect(status).toBe(200);
  expect(Date.parse(body.eraseAt) - Date.parse(api.clock.now())).toBeGreaterThan(13.9 * DAY_MS);
  expect(await fetchProfileStatus()).toBe(404);
  expect((await client.send(getWallet, { token: person.token })).status).toBe(401);
  expect(await listEmailKinds()).toEqual(['deletion-scheduled']);
});

test('a deletion erases the account after 14 days, and not before', async () => {
  const post = await publishPost(client, person.token, 'A post that has to go');
  await scheduleDeletion();
  expect(await eraseAfter(13)).toEqual([]);
  expect(await hasPrivateData()).toBe(true);
  expect(await eraseAfter(1.1)).toEqual([person.dataUser.id]);
  expect(await hasPrivateData()).toBe(false);
  expect((await logIn()).status).toBe(400);
  expect((await client.send(getPost, { params: { id: post.id } })).status).toBe(404);
  const [erasureEvent] = (await api.foundation.log.readAll({ types: ['AccountErased'] })).slice(-1);
  expect(erasureEvent?.metadata).toMatchObject({
    actor: { kind: 'system', id: 'deletions' },
    reason: 'Requested by the account.',
  });
  expect(securityEvents).toEqual([{ kind: 'account-erased', subjectId: person.dataUser.id }]);
  expect(await eraseAfter(1)).toEqual([]);
});

test('a deletion is cancelled by a login, which shows the account again and keeps it', async () => {
  const post = await publishPost(client, person.token);
  await scheduleDeletion();
  const { status, body } = await logIn();
  expect([status, body.deletionCancelled]).toEqual([200, true]);
  expect((await client.send(getWallet, { token: body.token })).status).toBe(200);
  expect([
    await fetchProfileStatus(),
    (await client.send(getPost, { params: { id: post.id } })).status,
  ]).toEqual([200, 200]);
  expect(await listEmailKinds()).toEqual(['deletion-cancelled', 'deletion-scheduled']);
  expect(await eraseAfter(20)).toEqual([]);
  expect((await logIn()).body.deletionCancelled).toBeUndefined();
});

test('a deletion is cancelled by the first of several logins at the same time', async () => {
  await scheduleDeletion();
  const responses = await Promise.all([logIn(), logIn(), logIn()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const reactivations = await api.foundation.log.readAll({ types: ['AccountReactivated'] });
  expect(reactivations.filter(({ stream }) => stream === `account-${person.dataUser.id}`)).toHaveLength(1);
});

test('a deletion is not cancelled by a wrong password', async () => {
  await scheduleDeletion();
  expect((await logIn('Wrong0Words')).status).toBe(400);
  expect(await fetchProfileStatus()).toBe(404);
  expect(await eraseAfter(14.1)).toEqual([person.dataUser.id]);
});

test('a deletion requires the password of an account that has one', async () => {
  expect(await getStatusAndCode(scheduleDeletion(person, 'Wrong0Words'))).toEqual([400, 'WRONG_PASSWORD']);
  const response = await client.send(contract.scheduleDeletion, { token: person.token, body: {} });
  expect(await getStatusAndCode(Promise.resolve(response))).toEqual([400, 'WRONG_PASSWORD']);
  expect(await fetchProfileStatus()).toBe(200);
  await api.database.pool.query(
    'UPDATE private.accounts SET password_hash = NULL, username = NULL WHERE account_id = $1',
    [person.dataUser.id],
  );
  expect((await getTerms()).hasPassword).toBe(false);
  expect((await client.send(contract.scheduleDeletion, { token: person.token, body: {} })).status).toBe(200);
});

test.each([
  ['pending', createCrowdfunding, cancelCrowdfunding],
  ['active', createActiveCrowdfunding, closeCrowdfunding],
] as const)(
  'a deletion is refused while a %s crowdfunding of the account is open',
  async (_, create, end) => {
    const id = await create(api, person.dataUser.id);
    expect((await getTerms()).crowdfundings).toMatchObject([{ id }]);
    expect(await getStatusAndCode(scheduleDeletion())).toEqual([400, 'DELETION_HAS_CROWDFUNDINGS']);
    await client.ok(end, { token: person.token, params: { id } });
    expect((await scheduleDeletion()).status).toBe(200);
  },
);

test('a deletion is refused for staff', async () => {
  const staff = await registerStaff(api, client, 'MOD');
  expect(await getStatusAndCode(scheduleDeletion(staff))).toEqual([400, 'STAFF_CANNOT_BE_ERASED']);
});

test('a deletion reports the coins of the account and moves none', async () => {
  const organization = await registerNewUser(client);
  const id = await createActiveCrowdfunding(api, organization.dataUser.id);
  await buyCoins(api, client, person.token, 900);
  await client.ok(donate, { token: person.token, params: { crowdfundingId: id }, query: { amount: 250 } });
  expect(await getTerms()).toMatchObject({ days: 14, walletCoins: 650, coinsInCrowdfundings: 250 });
  await scheduleDeletion();
  expect(await eraseAfter(14.1)).toEqual([person.dataUser.id]);
  const { rows } = await api.database.pool.query<{ balance: string }>(
    'SELECT balance FROM read.wallets WHERE account_id = $1',
    [person.dataUser.id],
  );
  expect(Number(rows[0]?.balance)).toBe(650);
});

test('the coins that a deletion reports do not include refunded donations', async () => {
  const organization = await registerNewUser(client);
  const id = await createActiveCrowdfunding(api, organization.dataUser.id);
  await buyCoins(api, client, person.token, 900);
  await client.ok(donate, { token: person.token, params: { crowdfundingId: id }, query: { amount: 250 } });
  await client.ok(cancelCrowdfunding, { token: organization.token, params: { id } });
  await settleUntil(api, async () => (await getTerms()).walletCoins === 900);
  expect((await getTerms()).coinsInCrowdfundings).toBe(0);
});

test('a deletion waits for a payment that is in progress', async () => {
  await startPurchase(client, person.token, 500);
  await scheduleDeletion();
  const { payments } = api.foundation;
  const { items, next } = await payments.list({ since: '2000-01-01T00:00:00.000Z' });
  const processing = items.map((payment) => ({ ...payment, status: 'processing' as const }));
  const system = {
    ...api.foundation,
    payments: { ...payments, list: async () => ({ items: processing, next }) },
  };
  api.clock.advance(14.1 * DAY_MS);
  expect(await eraseDue(system)).toEqual([]);
  expect(await hasPrivateData()).toBe(true);
});

test('an account that is due after 60 blocked ones is erased, with one list of payments', async () => {
  await scheduleDeletion();
  const { rows } = await api.database.pool.query<{ id: string }>(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at, erase_at)
     SELECT gen_random_uuid(), n, n, n, 'USER', true, now(), $1::timestamptz + interval '1 day'
     FROM generate_series(1, 60) AS n RETURNING id`,
    [api.clock.now()],
  );
  const { payments } = api.foundation;
  await startPurchase(client, (await registerNewUser(client)).token, 500);
  const [payment] = (await payments.list({ since: '2000-01-01T00:00:00.000Z' })).items;
  const items = rows.map(({ id }) => ({
    ...(payment as Payment),
    accountId: id,
    status: 'processing' as const,
  }));
  const list = jest.fn(async () => ({ items, next: null }));
  api.clock.advance(14.1 * DAY_MS);
  expect(await eraseDue({ ...api.foundation, payments: { ...payments, list } })).toEqual([
    person.dataUser.id,
  ]);
  expect(list).toHaveBeenCalledTimes(1);
});

test('an account that cannot be erased does not block a later one', async () => {
  await scheduleDeletion();
  api.clock.advance(1_000);
  const laterPerson = await registerVerifiedUser(api, client);
  await scheduleDeletion(laterPerson);
  const failure = new Error('unreadable');
  const { handler } = api.foundation;
  const failingHandler: typeof handler = {
    ...handler,
    handle: (decider, id, ...rest) =>
      id === person.dataUser.id ? Promise.reject(failure) : handler.handle(decider, id, ...rest),
  };
  api.clock.advance(14.1 * DAY_MS);
  const security = { ...api.foundation.security, record: jest.fn() };
  await expect(eraseDueAccounts({ ...api.foundation, handler: failingHandler, security })).rejects.toBe(
    failure,
  );
  expect(security.record.mock.calls).toEqual([
    [{ kind: 'account-erased', subjectId: laterPerson.dataUser.id }],
  ]);
});

test('the deletion of a banned account cannot be cancelled by a login', async () => {
  const staff = await registerStaff(api, client, 'ADMIN');
  await scheduleDeletion();
  await client.ok(banProfile, {
    token: staff.token,
    params: { id: person.dataUser.id },
    body: { reason: 'Spam' },
  });
  expect(await getStatusAndCode(logIn())).toEqual([403, 'BANNED']);
  expect(await eraseAfter(14.1)).toEqual([person.dataUser.id]);
});

test('a deletion is cancelled when staff reactivate the account', async () => {
  const staff = await registerStaff(api, client, 'ADMIN');
  await scheduleDeletion();
  await client.ok(reactivateProfile, {
    token: staff.token,
    params: { id: person.dataUser.id },
    body: {},
  });
  expect(await eraseAfter(14.1)).toEqual([]);
  expect(await fetchProfileStatus()).toBe(200);
});

test('a deletion is cancelled by the login after a password reset, not by the reset itself', async () => {
  await scheduleDeletion();
  const link = await createResetLink(api.foundation, person.dataUser.id, api.url);
  const token = link?.split('#')[1] ?? '';
  expect((await client.send(resetPassword, { body: { token, password: 'Other42Words' } })).status).toBe(204);
  expect(await fetchProfileStatus()).toBe(404);
  expect((await logIn('Other42Words')).body.deletionCancelled).toBe(true);
});
