import { approveCrowdfunding, declineCrowdfunding } from '../../contract/crowdfunding.ts';
import { declineOrganization } from '../../contract/moderation.ts';
import * as contract from '../../contract/notifications.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { WAIT_MS } from '../support/wait.ts';
import { createCrowdfunding } from './support/coins.ts';
import { deliverEmails, listEmails, PUBLIC_URL, queueEventEmails } from './support/event-emails.ts';
import { sendTexts } from './support/messages.ts';
import {
  registerNewUser,
  registerOrganization,
  registerStaff,
  registerVerifiedUser,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { startMailServer } from './support/smtp.ts';

let admin: AuthResponse;
let creator: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  admin = await registerStaff(api, client, 'ADMIN');
  await queueEventEmails();
});
beforeEach(async () => {
  creator = await registerVerifiedUser(api, client);
});

async function createDeclinedCrowdfunding(
  { dataUser }: AuthResponse,
  reason = 'Please explain the price.',
): Promise<void> {
  const id = await createCrowdfunding(api, dataUser.id);
  await client.ok(declineCrowdfunding, { token: admin.token, params: { id }, body: { reason } });
  await api.foundation.progress.waitFor(['notifications'], await api.foundation.rawLog.head(), WAIT_MS);
}
const setEmailNotification = ({ token }: AuthResponse, kind: contract.EmailKind, isEmailed = false) =>
  client.ok(contract.setEmailNotifications, { token, body: { kind, mailed: isEmailed } });
const makeEmailsDue = () => api.database.pool.query('UPDATE private.mails SET due_at = clock_timestamp()');

describe('a notification by email', () => {
  test('is queued once per event, with the reason', async () => {
    await createDeclinedCrowdfunding(creator);
    await queueEventEmails();
    expect(await listEmails(creator)).toMatchObject([
      {
        content: {
          kind: 'CAMPAIGN_DECLINED',
          subject: 'A roof for the shelter',
          reason: 'Please explain the price.',
        },
      },
    ]);
    await queueEventEmails();
    expect(await listEmails(creator)).toHaveLength(1);
  });

  test('is not repeated when the events are read again', async () => {
    const previousHead = await api.foundation.rawLog.head();
    await createDeclinedCrowdfunding(creator);
    await Promise.all([queueEventEmails(), queueEventEmails()]);
    await api.database.pool.query('UPDATE private.notice_progress SET position = $1', [previousHead]);
    await queueEventEmails();
    expect(await listEmails(creator)).toHaveLength(1);
  });

  test.each(['notifications', 'profiles', 'crowdfundings', 'animals'])(
    'waits until %s are up to date',
    async (lateProjection) => {
      await createDeclinedCrowdfunding(creator);
      await queueEventEmails({ waitFor: async (names) => !names.includes(lateProjection) });
      expect(await listEmails(creator)).toEqual([]);
      await queueEventEmails();
      expect(await listEmails(creator)).toHaveLength(1);
    },
  );

  test('is not sent if its subject no longer exists', async () => {
    await createDeclinedCrowdfunding(creator);
    await api.database.pool.query('DELETE FROM read.crowdfundings WHERE creator_id = $1', [
      creator.dataUser.id,
    ]);
    await queueEventEmails();
    expect(await listEmails(creator)).toEqual([]);
  });

  test('requires a verified address', async () => {
    const unverifiedUser = await registerNewUser(client);
    await createDeclinedCrowdfunding(unverifiedUser);
    await queueEventEmails();
    expect(await listEmails(unverifiedUser)).toEqual([]);
  });

  test('is turned off and on in the settings, independently of the notification on the screen', async () => {
    expect((await setEmailNotification(creator, 'CAMPAIGN_DECLINED')).notMailed).toEqual([
      'CAMPAIGN_DECLINED',
    ]);
    await createDeclinedCrowdfunding(creator);
    await queueEventEmails();
    expect(await listEmails(creator)).toEqual([]);
    const notifications = await client.ok(contract.getNotifications, { token: creator.token });
    expect(notifications.map(({ kind }) => kind)).toEqual(['CAMPAIGN_DECLINED']);
    expect((await setEmailNotification(creator, 'CAMPAIGN_DECLINED', true)).notMailed).toEqual([]);
    await createDeclinedCrowdfunding(creator);
    await queueEventEmails();
    expect(await listEmails(creator)).toHaveLength(1);
  });

  test('is sent with a one-click address that turns the kind off', async () => {
    const server = await startMailServer();
    try {
      await api.database.pool.query('DELETE FROM private.mails');
      await createDeclinedCrowdfunding(creator);
      await queueEventEmails();
      await deliverEmails(server);
      const headers = new Map(
        server.emails[0]?.headerLines.map(({ key, line }) => [key, line.replace(/\r?\n\s+/g, ' ')]),
      );
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      const [, url = ''] = /<([^>]+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
      expect(url.startsWith(`${PUBLIC_URL}/api/mail/unsubscribe/`)).toBe(true);
      expect(server.emails[0]?.text).toContain(`${PUBLIC_URL}/unsubscribe#`);
      await createDeclinedCrowdfunding(creator);
      await queueEventEmails();
      const redirect = await fetch(url.replace(PUBLIC_URL, api.url), { redirect: 'manual' });
      expect(redirect.status).toBe(302);
      expect(redirect.headers.get('location')).toMatch(/^\/unsubscribe#[\w-]{36}\.CAMPAIGN_DECLINED$/);
      expect(await listEmails(creator)).toHaveLength(2);
      const response = await fetch(url.replace(PUBLIC_URL, api.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(204);
      const waitingEmails = (await listEmails(creator)).filter(({ state }) => state === 'waiting');
      expect(waitingEmails).toEqual([]);
      const settings = await client.ok(contract.getNotificationSettings, { token: creator.token });
      expect(settings.notMailed).toEqual(['CAMPAIGN_DECLINED']);
    } finally {
      await server.close();
    }
  });

  test('informs a declined organization and deletes its address', async () => {
    const server = await startMailServer();
    try {
      const id = await registerOrganization(api, client);
      await api.database.pool.query(
        'UPDATE private.accounts SET email_verified_at = now() WHERE account_id = $1',
        [id],
      );
      await api.database.pool.query('DELETE FROM private.mails');
      const body = { reason: 'Unknown number' };
      await client.ok(declineOrganization, { token: admin.token, params: { id }, body });
      await deliverEmails(server);
      expect(server.emails).toMatchObject([{ subject: 'Your organization has not been approved on Kindra' }]);
      expect(server.emails[0]?.text).toContain('Reason: Unknown number');
      const { rows } = await api.database.pool.query('SELECT recipient, content FROM private.mails');
      expect(rows).toEqual([{ recipient: null, content: null }]);
    } finally {
      await server.close();
    }
  });

  test('announces the approval of a campaign', async () => {
    const id = await createCrowdfunding(api, creator.dataUser.id);
    await client.ok(approveCrowdfunding, { token: admin.token, params: { id }, body: {} });
    await queueEventEmails();
    expect(await listEmails(creator)).toMatchObject([{ content: { kind: 'CAMPAIGN_APPROVED' } }]);
  });
});

describe('new messages', () => {
  test('are announced together, at most once an hour', async () => {
    const server = await startMailServer();
    try {
      await api.database.pool.query('DELETE FROM private.mails');
      await sendTexts(api, admin, creator, 'Hello', 'Are you there?');
      await queueEventEmails();
      await sendTexts(api, admin, creator, 'Hello?');
      await queueEventEmails();
      expect(await listEmails(creator, 'new-messages')).toHaveLength(1);
      await deliverEmails(server);
      expect(server.emails).toEqual([]);
      await makeEmailsDue();
      await deliverEmails(server);
      expect(server.emails.map(({ subject }) => subject)).toEqual(['You have new messages on Kindra']);
      await sendTexts(api, admin, creator, 'Still there?');
      await queueEventEmails();
      const { rows } = await api.database.pool.query<{ minutes: string }>(
        `SELECT extract(epoch FROM due_at - clock_timestamp()) / 60 AS minutes FROM private.mails
         WHERE account_id = $1 AND state = 'waiting'`,
        [creator.dataUser.id],
      );
      expect(Number(rows[0]?.minutes)).toBeGreaterThan(55);
      expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(60);
    } finally {
      await server.close();
    }
  });

  test('are not announced once they are read', async () => {
    const server = await startMailServer();
    try {
      await api.database.pool.query('DELETE FROM private.mails');
      await sendTexts(api, admin, creator, 'Hello');
      await queueEventEmails();
      await api.database.pool.query('UPDATE read.conversations SET unread = 0 WHERE account_id = $1', [
        creator.dataUser.id,
      ]);
      await makeEmailsDue();
      await deliverEmails(server);
      expect([server.emails, await listEmails(creator, 'new-messages')]).toEqual([[], []]);
    } finally {
      await server.close();
    }
  });
});
