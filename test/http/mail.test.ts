import { createSmtpMailer } from '../../adapters/mail/smtp.ts';
import * as contract from '../../contract/accounts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { Mailer } from '../../domain/ports/mail.ts';
import { createMailDelivery } from '../../workers/mails/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { startTestApi } from './support/api.ts';
import { createClient } from './support/client.ts';
import { PASSWORD, registerVerifiedUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { createRefusal, startMailServer, type TestMailServer } from './support/smtp.ts';

const NEXT = 'Other42Words';
const FROM = 'Kindra <no-reply@kindra.example>';

let server: TestMailServer;
let mailer: Mailer;
let person: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  server = await startMailServer();
  mailer = createSmtpMailer({ url: server.url, from: FROM });
  person = await registerVerifiedUser(api, client);
});
afterEach(async () => {
  mailer.close();
  await server.close();
  await api.database.pool.query('DELETE FROM private.mails');
});

const deliver = (through = mailer) =>
  createMailDelivery({ ...api.foundation, mailer: through })(new AbortController().signal);
const listMails = () => api.foundation.privateData.mails.list(['waiting', 'sent', 'failed'], 100);
const requestReset = async (email = person.dataUser.email, language: 'en' | 'es' = 'en') =>
  client.send(contract.forgotPassword, { body: { email, language } });

/** Requests a link and waits until its email is queued. */
async function requestLink(language: 'en' | 'es' = 'en'): Promise<void> {
  const before = (await listMails()).length;
  expect((await requestReset(person.dataUser.email, language)).status).toBe(204);
  await waitUntil(async () => (await listMails()).length > before);
}

/** Makes postponed emails due. */
const skipPause = () => api.database.pool.query('UPDATE private.mails SET due_at = clock_timestamp()');

const LINK = /^http:\/\/localhost:\d+\/reset-password#([\w-]{43})$/m;

describe('a lost password', () => {
  test('is replaced with the link of a mail, of which a further mail tells', async () => {
    await requestLink();
    await deliver();
    const [mail] = server.mails;
    expect(mail?.from?.text).toBe('"Kindra" <no-reply@kindra.example>');
    expect([mail?.to].flat().map((to) => to?.text)).toEqual([person.dataUser.email]);
    expect(mail?.subject).toBe('A new password for Kindra');
    const [, token = ''] = LINK.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`/reset-password#${token}"`);
    expect(mail?.html).not.toMatch(/<img|src=/);

    const set = await client.send(contract.resetPassword, {
      body: { token, password: NEXT, language: 'es' },
    });
    expect(set.status).toBe(204);
    const credentials = { username: person.dataUser.nickname, password: NEXT };
    await client.ok(contract.login, { body: credentials });
    await deliver();
    expect(server.mails[1]?.subject).toBe('Tu contraseña de Kindra ha cambiado');
  });

  test('is answered alike for unknown addresses, which get no mail', async () => {
    const knownResponse = await requestReset();
    const unknown = await requestReset('nobody@example.org');
    expect([unknown.status, unknown.body]).toEqual([knownResponse.status, knownResponse.body]);
    await waitUntil(async () => (await listMails()).length > 0);
    expect((await listMails()).map(({ accountId }) => accountId)).toEqual([person.dataUser.id]);
  });

  test('names the address of the settings, whatever the request names', async () => {
    await fetch(`${api.url}/api/password/forgot`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example' },
      body: JSON.stringify({ email: person.dataUser.email }),
    });
    await waitUntil(async () => (await listMails()).length > 0);
    expect(JSON.stringify((await listMails())[0]?.content)).not.toContain('evil.example');
  });

  test('fills no mailbox: an address gets five mails an hour', async () => {
    const limited = await startTestApi({ isThrottled: true });
    try {
      const visitor = createClient(limited.url);
      const { dataUser } = await registerVerifiedUser(limited, visitor);
      for (let n = 0; n < 8; n += 1)
        expect(
          (await visitor.send(contract.forgotPassword, { body: { email: dataUser.email } })).status,
        ).toBe(204);
      const count = () => limited.foundation.privateData.mails.count();
      await waitUntil(async () => (await count()) >= 5);
      expect(await count()).toBe(5);
    } finally {
      await limited.close();
    }
  });

  test('of an account that signs in with Google causes no mail', async () => {
    const { pool } = api.database;
    await pool.query('UPDATE private.accounts SET password_hash = NULL WHERE account_id = $1', [
      person.dataUser.id,
    ]);
    const other = await registerVerifiedUser(api, client);
    await requestReset();
    await requestReset(other.dataUser.email);
    await waitUntil(async () => (await listMails()).length > 0);
    expect((await listMails()).map(({ accountId }) => accountId)).toEqual([other.dataUser.id]);
  });
});

test('a changed password is announced by mail', async () => {
  await client.ok(contract.changePassword, {
    token: person.token,
    body: { currentPassword: PASSWORD, newPassword: NEXT },
  });
  await deliver();
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Your password for Kindra has been changed']);
});

describe('the delivery', () => {
  test('sends each mail once, also with several workers', async () => {
    await requestLink();
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(server.mails).toHaveLength(1);
    expect(await listMails()).toMatchObject([{ state: 'sent', content: { link: '' } }]);
  });

  test('tries again after a temporary refusal, a cut connection and an outage', async () => {
    await requestLink();
    server.onMail = () => {
      throw createRefusal(451, 'Come back later');
    };
    await deliver();
    expect(await listMails()).toMatchObject([
      { state: 'waiting', error: expect.stringContaining('Come back later') },
    ]);

    const unreachableMailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM });
    await skipPause();
    await deliver(unreachableMailer);
    unreachableMailer.close();
    expect(await listMails()).toMatchObject([{ state: 'waiting', attempts: 2 }]);

    server.onMail = () => {};
    await skipPause();
    await deliver();
    expect(server.mails).toHaveLength(1);
    expect(await listMails()).toMatchObject([{ state: 'sent', error: null }]);
  });

  test('gives up what is refused for good, until an operator retries it', async () => {
    await requestLink();
    server.onMail = () => {
      throw createRefusal(550, `No such mailbox: ${person.dataUser.email}`);
    };
    await deliver();
    await skipPause();
    await deliver();
    const [mail] = await listMails();
    expect(api.logged.join('')).toContain('mail given up');
    expect(api.logged.join('')).not.toContain(person.dataUser.email);
    expect(mail).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: expect.stringContaining('No such mailbox'),
    });

    server.onMail = () => {};
    expect(await api.foundation.privateData.mails.retry(mail?.id ?? '')).toBe(true);
    await deliver();
    expect(server.mails).toHaveLength(1);
  });

  test('gives up after 300 attempts', async () => {
    await requestLink();
    server.onMail = () => {
      throw createRefusal(451, 'Try again later');
    };
    await api.database.pool.query('UPDATE private.mails SET attempts = 298');
    await deliver();
    expect(await listMails()).toMatchObject([{ state: 'waiting', attempts: 299 }]);
    await skipPause();
    await deliver();
    expect(await listMails()).toMatchObject([{ state: 'failed', attempts: 300 }]);
  });

  test('gives nothing up when the mail server refuses its own password', async () => {
    const strict = await startMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(createRefusal(535, 'Wrong password')),
    });
    const wrongPasswordMailer = createSmtpMailer({
      url: strict.url.replace('//', '//kindra:wrong@'),
      from: FROM,
    });
    try {
      await requestLink();
      await deliver(wrongPasswordMailer);
      expect(await listMails()).toMatchObject([{ state: 'waiting', error: expect.stringContaining('535') }]);
    } finally {
      wrongPasswordMailer.close();
      await strict.close();
    }
  });

  test('gives up a mail to an address that the server does not take', async () => {
    const rejectingServer = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(createRefusal(550, 'No such mailbox')),
    });
    const sender = createSmtpMailer({ url: rejectingServer.url, from: FROM });
    try {
      await requestLink();
      await deliver(sender);
      expect(await listMails()).toMatchObject([{ state: 'failed' }]);
    } finally {
      sender.close();
      await rejectingServer.close();
    }
  });

  test('removes the mails of an erased account', async () => {
    await requestLink();
    await api.foundation.privateData.registry.erase(person.dataUser.id);
    await deliver();
    expect([server.mails, await listMails()]).toEqual([[], []]);
  });
});

test('an installation without a mail server shows its mails on this machine', async () => {
  await requestLink('es');
  const page = await (await fetch(`${api.url}/local/mail`)).text();
  expect(page).toContain('Una contraseña nueva para Kindra');
  expect(page).toMatch(/<a href="http:\/\/localhost:\d+\/reset-password#[\w-]{43}">/);
});
