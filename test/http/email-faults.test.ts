import { randomUUID } from 'node:crypto';
import { createSmtpMailer } from '../../adapters/email/smtp.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { EmailKind, Mailer } from '../../domain/ports/email.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';
import { createEmailDelivery } from '../../workers/emails/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import { registerVerifiedUser } from './support/people.ts';
import { api, setUpTestApi } from './support/shared-api.ts';
import { createSmtpError, startMailServer, type TestMailServer } from './support/smtp.ts';

const SENDER = 'Kindra <no-reply@kindra.example>';
const HOUR_MS = 3_600_000;
const EMAIL_COUNT = 10_000;
/**
 * Lease duration in milliseconds. Shorter than the delivery of an email, but long enough to be renewed in time on a
 * busy machine.
 */
const SHORT_LEASE_MS = 1_500;

let server: TestMailServer;
let mailer: Mailer;
let person: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  person = await registerVerifiedUser(api, createClient(api.url));
});
beforeEach(async () => {
  server = await startMailServer();
  mailer = createSmtpMailer({ url: server.url, from: SENDER });
});
afterEach(async () => {
  mailer.close();
  await server.close();
  await api.database.pool.query('DELETE FROM private.mails');
});

const deliverEmails = (leaseMs?: number, transport = mailer) =>
  createEmailDelivery({ ...api.foundation, mailer: transport, leaseMs })(new AbortController().signal);

/** Queues several notification emails to the person. */
const queueNotifications = (count: number) =>
  api.database.pool.query(
    `INSERT INTO private.mails (id, account_id, kind, language, content)
     SELECT gen_random_uuid(), $1, 'notification', 'en', $2 FROM generate_series(1, $3)`,
    [
      person.dataUser.id,
      { kind: 'REFUND', subject: 'Winter hay', reason: null, amount: 5, daysLeft: null, link: 'http://k/w' },
      count,
    ],
  );

const queueEmail = (kind: EmailKind = 'password-changed') =>
  api.foundation.privateData.emails.queue({
    id: randomUUID(),
    accountId: person.dataUser.id,
    kind,
    language: 'en',
    content: { nickname: 'nuria' },
  });

const listEmails = () => api.foundation.privateData.emails.list(['waiting', 'sent', 'failed'], 10);

/** Returns the time until the pending email is due, in milliseconds. */
async function measurePauseMs(): Promise<number> {
  const { rows } = await api.database.pool.query<{ ms: string }>(
    'SELECT extract(epoch FROM due_at - clock_timestamp()) * 1000 AS ms FROM private.mails',
  );
  return Number(rows[0]?.ms);
}

/** Makes all pending emails due now. */
const makeEmailsDue = () => api.database.pool.query('UPDATE private.mails SET due_at = clock_timestamp()');

test('an email is delivered once when the server needs longer than the lease', async () => {
  await queueEmail();
  let acceptEmail = () => {};
  const acceptance = new Promise<void>((resolve) => {
    acceptEmail = resolve;
  });
  server.onEmail = () => acceptance;
  const delivery = deliverEmails(SHORT_LEASE_MS);
  await waitUntil(async () => (await listEmails())[0]?.attempts === 1);
  const readDueTimes = () => api.database.pool.query('SELECT due_at FROM private.mails');
  for (let extensions = 0; extensions < 6; extensions += 1) {
    const [previous] = (await readDueTimes()).rows;
    await waitUntil(async () => (await readDueTimes()).rows[0]?.due_at > previous.due_at);
    await deliverEmails(SHORT_LEASE_MS);
  }
  acceptEmail();
  await delivery;
  expect(server.emails).toHaveLength(1);
  expect(await listEmails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('an email whose connection is closed after its text is sent again with the same Message-ID', async () => {
  await queueEmail();
  server.onEmail = () => server.dropConnections();
  await deliverEmails();
  expect(await listEmails()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  server.onEmail = () => {};
  await makeEmailsDue();
  await deliverEmails();
  await deliverEmails();
  expect(await listEmails()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  expect(server.emails).toHaveLength(2);
  expect(new Set(server.emails.map(({ messageId }) => messageId)).size).toBe(1);
});

test.each([
  ['is down', 'closed'],
  ['rejects every email temporarily', 'refusing'],
])(
  'an email waits while the server %s for an hour, and is sent within 5 minutes afterwards',
  async (_name, state) => {
    await queueEmail();
    server.onEmail = () => {
      throw createSmtpError(451, 'Come back later');
    };
    const unreachableMailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: SENDER });
    for (let waitedMs = 0; waitedMs < HOUR_MS; waitedMs += await measurePauseMs()) {
      await makeEmailsDue();
      await deliverEmails(undefined, state === 'closed' ? unreachableMailer : mailer);
      expect(await listEmails()).toMatchObject([{ state: 'waiting' }]);
      expect(await measurePauseMs()).toBeLessThanOrEqual(MAX_RETRY_MS);
    }
    unreachableMailer.close();
    server.onEmail = () => {};
    await makeEmailsDue();
    await deliverEmails();
    expect(server.emails).toHaveLength(1);
    expect(await listEmails()).toMatchObject([{ state: 'sent', error: null }]);
  },
);

test('two workers send 10,000 waiting emails once each, after emails about the account', async () => {
  await queueNotifications(EMAIL_COUNT);
  await queueEmail();
  const messageIds: string[] = [];
  const fastServer = await startMailServer({
    onData(stream, _session, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        messageIds.push(/^Message-ID: <(.+)@/im.exec(text)?.[1] ?? '');
        callback();
      });
    },
  });
  const mailers = [1, 2].map(() => createSmtpMailer({ url: fastServer.url, from: SENDER }));
  try {
    const { rows } = await api.database.pool.query(
      `SELECT id FROM private.mails WHERE kind = 'password-changed'`,
    );
    await Promise.all(mailers.map((transport) => deliverEmails(undefined, transport)));
    expect(messageIds).toHaveLength(EMAIL_COUNT + 1);
    expect(new Set(messageIds).size).toBe(EMAIL_COUNT + 1);
    expect(messageIds.indexOf(rows[0].id)).toBeLessThan(16);
    expect(await api.foundation.privateData.emails.count()).toBe(0);
  } finally {
    for (const transport of mailers) transport.close();
    await fastServer.close();
  }
}, 180_000);
