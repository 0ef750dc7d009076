import type { SMTPServerOptions } from 'smtp-server';
import { createSmtpMailer } from '../../adapters/email/smtp.ts';
import { EmailRefused } from '../../domain/ports/email.ts';
import { createSmtpError, startMailServer, type TestMailServer } from './support/smtp.ts';

const EMAIL = {
  id: '01a1d0ea-70a5-4fe6-b507-256a696714fc',
  to: 'nuria@example.org',
  subject: 'An email',
  text: 'Hello',
  html: '<p>Hello</p>',
};

const openResources: { readonly close: () => void | Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of openResources.splice(0).reverse()) await resource.close();
});

async function startServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const server = await startMailServer(options);
  openResources.push(server);
  return server;
}

/** Sends an email. Returns the error, or null if the email was sent. */
async function trySend(url: string, to = EMAIL.to): Promise<Error | null> {
  const mailer = createSmtpMailer({ url, from: 'Kindra <no-reply@kindra.example>' });
  openResources.push(mailer);
  try {
    await mailer.send({ ...EMAIL, to });
    return null;
  } catch (error) {
    return error as Error;
  }
}

test('a mail server on another machine requires TLS, regardless of the parameters of its address', async () => {
  const server = await startServer();
  // 0.0.0.0 reaches this machine, but is not a loopback address.
  const url = `${server.url.replace('127.0.0.1', '0.0.0.0')}?ignoreTLS=true&requireTLS=false`;
  expect((await trySend(url))?.message).toMatch(/STARTTLS/i);
  expect(server.emails).toEqual([]);
});

test('the certificate of a mail server is verified, regardless of the parameters of its address', async () => {
  const server = await startServer({ secure: true, disabledCommands: ['AUTH'] });
  const url = `${server.url.replace('smtp:', 'smtps:')}?tls.rejectUnauthorized=false`;
  expect((await trySend(url))?.message).toMatch(/self.signed|certificate/i);
  expect(server.emails).toEqual([]);
});

test('an address with a comma is not parsed as several addresses', async () => {
  const recipients: string[] = [];
  const { url } = await startServer({
    onRcptTo: ({ address }, _session, callback) => {
      recipients.push(address);
      callback();
    },
  });
  await trySend(url, 'a@example.org, b@example.org');
  expect(recipients).not.toContain('b@example.org');
});

test('a rejection of the recipient is permanent', async () => {
  const { url } = await startServer({
    onRcptTo: (_address, _session, callback) => callback(createSmtpError(550, 'No such mailbox')),
  });
  expect(await trySend(url)).toBeInstanceOf(EmailRefused);
});

test.each([
  ['the sender', { onMailFrom: (_address, _session, callback) => callback(createSmtpError(550, 'No')) }],
  [
    'the login',
    {
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, callback) => callback(createSmtpError(535, 'No')),
    },
  ],
] satisfies [string, SMTPServerOptions][])(
  'a rejection of %s is temporary, because the settings are wrong',
  async (_name, options) => {
    const { url } = await startServer(options);
    const error = await trySend(url.replace('//', '//kindra:secret@'));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(EmailRefused);
  },
);
