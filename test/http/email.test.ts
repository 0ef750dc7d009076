import { createSmtpMailer } from '../../adapters/email/smtp.ts';
import * as contract from '../../contract/accounts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { Mailer } from '../../domain/ports/email.ts';
import { createEmailDelivery } from '../../workers/emails/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { startTestApi } from './support/api.ts';
import { createClient } from './support/client.ts';
import { PASSWORD, registerVerifiedUser } from './support/people.ts';
import { sendRaw } from './support/request.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { createSmtpError, startMailServer, type TestMailServer } from './support/smtp.ts';

const NEW_PASSWORD = 'Other42Words';
const SENDER = 'Kindra <no-reply@kindra.example>';

let server: TestMailServer;
let mailer: Mailer;
let person: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  server = await startMailServer();
  mailer = createSmtpMailer({ url: server.url, from: SENDER });
  person = await registerVerifiedUser(api, client);
});
afterEach(async () => {
  mailer.close();
  await server.close();
  await api.database.pool.query('DELETE FROM private.mails');
});

const deliverEmails = (transport = mailer) =>
  createEmailDelivery({ ...api.foundation, mailer: transport })(new AbortController().signal);
const listEmails = () => api.foundation.privateData.emails.list(['waiting', 'sent', 'failed'], 100);
const requestReset = async (address = person.dataUser.email, language: 'en' | 'es' = 'en') =>
  client.send(contract.forgotPassword, { body: { email: address, language } });

/** Requests a password reset link and waits until its email is queued. */
async function requestLink(language: 'en' | 'es' = 'en'): Promise<void> {
  const previousCount = (await listEmails()).length;
  expect((await requestReset(person.dataUser.email, language)).status).toBe(204);
  await waitUntil(async () => (await listEmails()).length > previousCount);
}

/** Makes all pending emails due now. */
const makeEmailsDue = () => api.database.pool.query('UPDATE private.mails SET due_at = clock_timestamp()');

const RESET_LINK_PATTERN = /^http:\/\/localhost:\d+\/reset-password#([\w-]{43})$/m;

describe('a lost password', () => {
  test('is replaced with an emailed link, and the change is announced by email', async () => {
    await requestLink();
    await deliverEmails();
    const [email] = server.emails;
    expect(email?.from?.text).toBe('"Kindra" <no-reply@kindra.example>');
    expect([email?.to].flat().map((recipient) => recipient?.text)).toEqual([person.dataUser.email]);
    expect(email?.subject).toBe('A new password for Kindra');
    const [, token = ''] = RESET_LINK_PATTERN.exec(email?.text ?? '') ?? [];
    expect(email?.html).toContain(`/reset-password#${token}"`);
    expect(email?.html).not.toMatch(/<img|src=/);

    const response = await client.send(contract.resetPassword, {
      body: { token, password: NEW_PASSWORD, language: 'es' },
    });
    expect(response.status).toBe(204);
    const credentials = { username: person.dataUser.nickname, password: NEW_PASSWORD };
    await client.ok(contract.login, { body: credentials });
    await deliverEmails();
    expect(server.emails[1]?.subject).toBe('Tu contraseña de Kindra ha cambiado');
  });

  test('returns the same response for unknown addresses, which receive no email', async () => {
    const knownResponse = await requestReset();
    const unknownResponse = await requestReset('nobody@example.org');
    expect([unknownResponse.status, unknownResponse.body]).toEqual([
      knownResponse.status,
      knownResponse.body,
    ]);
    await waitUntil(async () => (await listEmails()).length > 0);
    expect((await listEmails()).map(({ accountId }) => accountId)).toEqual([person.dataUser.id]);
  });

  test('is reset at the configured address, not at the host of the request', async () => {
    await fetch(`${api.url}/api/password/forgot`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example' },
      body: JSON.stringify({ email: person.dataUser.email }),
    });
    await waitUntil(async () => (await listEmails()).length > 0);
    expect(JSON.stringify((await listEmails())[0]?.content)).not.toContain('evil.example');
  });

  test('sends at most five emails an hour to an address', async () => {
    const throttledApi = await startTestApi({ isThrottled: true });
    try {
      const visitor = createClient(throttledApi.url);
      const { dataUser } = await registerVerifiedUser(throttledApi, visitor);
      for (let n = 0; n < 8; n += 1)
        expect(
          (await visitor.send(contract.forgotPassword, { body: { email: dataUser.email } })).status,
        ).toBe(204);
      const countEmails = () => throttledApi.foundation.privateData.emails.count();
      await waitUntil(async () => (await countEmails()) >= 5);
      expect(await countEmails()).toBe(5);
    } finally {
      await throttledApi.close();
    }
  });

  test('sends no email to an account that signs in with Google', async () => {
    const { pool } = api.database;
    await pool.query('UPDATE private.accounts SET password_hash = NULL WHERE account_id = $1', [
      person.dataUser.id,
    ]);
    const otherPerson = await registerVerifiedUser(api, client);
    await requestReset();
    await requestReset(otherPerson.dataUser.email);
    await waitUntil(async () => (await listEmails()).length > 0);
    expect((await listEmails()).map(({ accountId }) => accountId)).toEqual([otherPerson.dataUser.id]);
  });
});

test('a changed password is announced by email', async () => {
  await client.ok(contract.changePassword, {
    token: person.token,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });
  await deliverEmails();
  expect(server.emails.map(({ subject }) => subject)).toEqual(['Your password for Kindra has been changed']);
});

describe('the delivery', () => {
  test('sends each email once, also with several workers', async () => {
    await requestLink();
    await Promise.all([deliverEmails(), deliverEmails(), deliverEmails()]);
    await deliverEmails();
    expect(server.emails).toHaveLength(1);
    expect(await listEmails()).toMatchObject([{ state: 'sent', content: { link: '' } }]);
  });

  test('retries after a temporary rejection and an outage', async () => {
    await requestLink();
    server.onEmail = () => {
      throw createSmtpError(451, 'Come back later');
    };
    await deliverEmails();
    expect(await listEmails()).toMatchObject([
      { state: 'waiting', error: expect.stringContaining('Come back later') },
    ]);

    const unreachableMailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: SENDER });
    await makeEmailsDue();
    await deliverEmails(unreachableMailer);
    unreachableMailer.close();
    expect(await listEmails()).toMatchObject([{ state: 'waiting', attempts: 2 }]);

    server.onEmail = () => {};
    await makeEmailsDue();
    await deliverEmails();
    expect(server.emails).toHaveLength(1);
    expect(await listEmails()).toMatchObject([{ state: 'sent', error: null }]);
  });

  test('stops after a permanent rejection, until an operator retries the email', async () => {
    await requestLink();
    server.onEmail = () => {
      throw createSmtpError(550, `No such mailbox: ${person.dataUser.email}`);
    };
    await deliverEmails();
    await makeEmailsDue();
    await deliverEmails();
    const [email] = await listEmails();
    expect(api.logLines.join('')).toContain('email given up');
    expect(api.logLines.join('')).not.toContain(person.dataUser.email);
    expect(email).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: expect.stringContaining('No such mailbox'),
    });

    server.onEmail = () => {};
    expect(await api.foundation.privateData.emails.retry(email?.id ?? '')).toBe(true);
    await deliverEmails();
    expect(server.emails).toHaveLength(1);
  });

  test('stops after 300 attempts', async () => {
    await requestLink();
    server.onEmail = () => {
      throw createSmtpError(451, 'Try again later');
    };
    await api.database.pool.query('UPDATE private.mails SET attempts = 298');
    await deliverEmails();
    expect(await listEmails()).toMatchObject([{ state: 'waiting', attempts: 299 }]);
    await makeEmailsDue();
    await deliverEmails();
    expect(await listEmails()).toMatchObject([{ state: 'failed', attempts: 300 }]);
  });

  test('keeps retrying when the mail server rejects the credentials', async () => {
    const authenticatingServer = await startMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(createSmtpError(535, 'Wrong password')),
    });
    const wrongPasswordMailer = createSmtpMailer({
      url: authenticatingServer.url.replace('//', '//kindra:wrong@'),
      from: SENDER,
    });
    try {
      await requestLink();
      await deliverEmails(wrongPasswordMailer);
      expect(await listEmails()).toMatchObject([{ state: 'waiting', error: expect.stringContaining('535') }]);
    } finally {
      wrongPasswordMailer.close();
      await authenticatingServer.close();
    }
  });

  test('stops when the server rejects the recipient', async () => {
    const rejectingServer = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(createSmtpError(550, 'No such mailbox')),
    });
    const sender = createSmtpMailer({ url: rejectingServer.url, from: SENDER });
    try {
      await requestLink();
      await deliverEmails(sender);
      expect(await listEmails()).toMatchObject([{ state: 'failed' }]);
    } finally {
      sender.close();
      await rejectingServer.close();
    }
  });

  test('removes the emails of an erased account', async () => {
    await requestLink();
    await api.foundation.privateData.registry.erase(person.dataUser.id);
    await deliverEmails();
    expect([server.emails, await listEmails()]).toEqual([[], []]);
  });
});

test('without a mail server, emails are shown at /local/mail', async () => {
  await requestLink('es');
  const page = await (await fetch(`${api.url}/local/mail`)).text();
  expect(page).toContain('Una contraseña nueva para Kindra');
  expect(page).toMatch(/<a href="http:\/\/localhost:\d+\/reset-password#[\w-]{43}">/);
});

test('does not show the emails to a website whose name resolves to this machine', async () => {
  await requestLink('es');
  const openPage = (host: string) => sendRaw(`${api.url}/local/mail`, { headers: { Host: host } });
  expect(String((await openPage('localhost:4000')).body)).toContain('Una contraseña nueva para Kindra');
  expect(String((await openPage('attacker.example')).body)).not.toContain('Una contraseña nueva para Kindra');
});
