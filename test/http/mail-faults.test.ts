import { randomUUID } from 'node:crypto';
import { createSmtpMailer } from '../../adapters/mail/smtp.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';
import type { Mailer, MailKind } from '../../domain/ports/mail.ts';
import { createMailDelivery } from '../../workers/mails/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import { registerVerifiedUser } from './support/people.ts';
import { api, setUpTestApi } from './support/shared-api.ts';
import { createRefusal, startMailServer, type TestMailServer } from './support/smtp.ts';

const FROM = 'Kindra <no-reply@kindra.example>';
const HOUR_MS = 3_600_000;
const MANY = 10_000;
/** Shorter than an email takes, and long enough to be extended in time on a busy machine. */
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
  mailer = createSmtpMailer({ url: server.url, from: FROM });
});
afterEach(async () => {
  mailer.close();
  await server.close();
  await api.database.pool.query('DELETE FROM private.mails');
});

const deliver = (leaseMs?: number, through = mailer) =>
  createMailDelivery({ ...api.foundation, mailer: through, leaseMs })(new AbortController().signal);

/** Queues emails about notifications. */
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

const queue = (kind: MailKind = 'password-changed') =>
  api.foundation.privateData.mails.queue({
    id: randomUUID(),
    accountId: person.dataUser.id,
    kind,
    language: 'en',
    content: { nickname: 'nuria' },
  });

const listMails = () => api.foundation.privateData.mails.list(['waiting', 'sent', 'failed'], 10);

/** Returns the time until the waiting email is due, in ms. */
async function measurePauseMs(): Promise<number> {
  const { rows } = await api.database.pool.query<{ ms: string }>(
    'SELECT extract(epoch FROM due_at - clock_timestamp()) * 1000 AS ms FROM private.mails',
  );
  return Number(rows[0]?.ms);
}

/** Makes postponed emails due. */
const skipPause = () => api.database.pool.query('UPDATE private.mails SET due_at = clock_timestamp()');

test('a slow mail server gets a mail once, although the lease is shorter', async () => {
  await queue();
  let respond = () => {};
  const isHeld = new Promise<void>((resolve) => {
    respond = resolve;
  });
  server.onMail = () => isHeld;
  const sending = deliver(SHORT_LEASE_MS);
  await waitUntil(async () => (await listMails())[0]?.attempts === 1);
  const readDueTimes = () => api.database.pool.query('SELECT due_at FROM private.mails');
  for (let extended = 0; extended < 6; extended += 1) {
    const [before] = (await readDueTimes()).rows;
    await waitUntil(async () => (await readDueTimes()).rows[0]?.due_at > before.due_at);
    await deliver(SHORT_LEASE_MS);
  }
  respond();
  await sending;
  expect(server.mails).toHaveLength(1);
  expect(await listMails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('a mail whose connection is dropped after its text is sent again with the same Message-ID', async () => {
  await queue();
  server.onMail = () => server.dropConnections();
  await deliver();
  expect(await listMails()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  server.onMail = () => {};
  await skipPause();
  await deliver();
  await deliver();
  expect(await listMails()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  expect(server.mails).toHaveLength(2);
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
});

test.each([
  ['is down', 'closed'],
  ['refuses every mail for now', 'refusing'],
])(
  'a mail waits while the server %s for an hour, and is sent within 5 minutes afterwards',
  async (_what, state) => {
    await queue();
    server.onMail = () => {
      throw createRefusal(451, 'Come back later');
    };
    const unreachableMailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM });
    for (let waitedMs = 0; waitedMs < HOUR_MS; waitedMs += await measurePauseMs()) {
      await skipPause();
      await deliver(undefined, state === 'closed' ? unreachableMailer : mailer);
      expect(await listMails()).toMatchObject([{ state: 'waiting' }]);
      expect(await measurePauseMs()).toBeLessThanOrEqual(MAX_RETRY_MS);
    }
    unreachableMailer.close();
    server.onMail = () => {};
    await skipPause();
    await deliver();
    expect(server.mails).toHaveLength(1);
    expect(await listMails()).toMatchObject([{ state: 'sent', error: null }]);
  },
);

test('ten thousand waiting mails are sent once each by two workers, after those about the account', async () => {
  await queueNotifications(MANY);
  await queue();
  const received: string[] = [];
  const quick = await startMailServer({
    onData(stream, _session, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        received.push(/^Message-ID: <(.+)@/im.exec(text)?.[1] ?? '');
        callback();
      });
    },
  });
  const mailers = [1, 2].map(() => createSmtpMailer({ url: quick.url, from: FROM }));
  try {
    const { rows } = await api.database.pool.query(
      `SELECT id FROM private.mails WHERE kind = 'password-changed'`,
    );
    await Promise.all(mailers.map((each) => deliver(undefined, each)));
    expect(received).toHaveLength(MANY + 1);
    expect(new Set(received).size).toBe(MANY + 1);
    expect(received.indexOf(rows[0].id)).toBeLessThan(16);
    expect(await api.foundation.privateData.mails.count()).toBe(0);
  } finally {
    for (const each of mailers) each.close();
    await quick.close();
  }
}, 180_000);
