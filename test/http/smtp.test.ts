import type { SMTPServerOptions } from 'smtp-server';
import { createSmtpMailer } from '../../adapters/mail/smtp.ts';
import { MailRefused } from '../../domain/ports/mail.ts';
import { createRefusal, startMailServer, type TestMailServer } from './support/smtp.ts';

const MAIL = {
  id: '01a1d0ea-70a5-4fe6-b507-256a696714fc',
  to: 'nuria@example.org',
  subject: 'A mail',
  text: 'Hello',
  html: '<p>Hello</p>',
};

const openServers: { readonly close: () => void | Promise<void> }[] = [];
afterEach(async () => {
  for (const each of openServers.splice(0).reverse()) await each.close();
});

async function serve(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const server = await startMailServer(options);
  openServers.push(server);
  return server;
}

/** Sends an email; returns the error, or null. */
async function getSendFailure(url: string, to = MAIL.to): Promise<Error | null> {
  const mailer = createSmtpMailer({ url, from: 'Kindra <no-reply@kindra.example>' });
  openServers.push(mailer);
  try {
    await mailer.send({ ...MAIL, to });
    return null;
  } catch (error) {
    return error as Error;
  }
}

test('a mail server on another machine needs TLS, whatever the parameters of its address say', async () => {
  const server = await serve();
  // 0.0.0.0 reaches this machine, but is not a loopback address.
  const url = `${server.url.replace('127.0.0.1', '0.0.0.0')}?ignoreTLS=true&requireTLS=false`;
  expect((await getSendFailure(url))?.message).toMatch(/STARTTLS/i);
  expect(server.mails).toEqual([]);
});

test('the certificate of a mail server is verified, whatever the parameters of its address say', async () => {
  const server = await serve({ secure: true, disabledCommands: ['AUTH'] });
  const url = `${server.url.replace('smtp:', 'smtps:')}?tls.rejectUnauthorized=false`;
  expect((await getSendFailure(url))?.message).toMatch(/self.signed|certificate/i);
  expect(server.mails).toEqual([]);
});

test('an address is never parsed as several', async () => {
  const recipients: string[] = [];
  const { url } = await serve({
    onRcptTo: ({ address }, _session, callback) => {
      recipients.push(address);
      callback();
    },
  });
  await getSendFailure(url, 'a@example.org, b@example.org');
  expect(recipients).not.toContain('b@example.org');
});

test('a refusal of the recipient is final', async () => {
  const { url } = await serve({
    onRcptTo: (_address, _session, callback) => callback(createRefusal(550, 'No such mailbox')),
  });
  expect(await getSendFailure(url)).toBeInstanceOf(MailRefused);
});

test.each([
  ['the sender', { onMailFrom: (_a, _s, callback) => callback(createRefusal(550, 'No')) }],
  [
    'the login',
    { disabledCommands: ['STARTTLS'], onAuth: (_a, _s, callback) => callback(createRefusal(535, 'No')) },
  ],
] satisfies [string, SMTPServerOptions][])(
  'a refusal of %s is not, because the settings are wrong',
  async (_what, options) => {
    const { url } = await serve(options);
    const error = await getSendFailure(url.replace('//', '//kindra:secret@'));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  },
);
