import { randomUUID } from 'node:crypto';
import { createOutbox } from '../../adapters/private-data/emails.ts';
import { startMailServer, type TestMailServer } from '../http/support/smtp.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type KindraProcess, runKindra } from '../support/kindra-process.ts';
import { waitForResult, waitUntil } from '../support/wait.ts';

const CRASH_COUNT = 3;

let database: TestDatabase;
let server: TestMailServer;
const workers: KindraProcess[] = [];

beforeAll(async () => {
  database = await createDatabase();
  server = await startMailServer();
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ exit }) => exit));
  await server.close();
  await database.drop();
});

/** Starts a worker that only sends emails. */
function startEmailWorker(): KindraProcess {
  const worker = runKindra([process.execPath, 'scripts/run.mjs', 'worker', '--only=mails', '--prepared'], {
    DATABASE_URL: database.url,
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
    SMTP_URL: server.url,
    MAIL_FROM: 'Kindra <no-reply@kindra.example>',
  });
  workers.push(worker);
  return worker;
}

/** Queues an email to a new account. Returns the id of the email. */
async function queueEmail(): Promise<string> {
  const [id, accountId] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `INSERT INTO private.accounts (account_id, email, name, surnames, email_verified_at)
     VALUES ($1, 'nuria@example.org', 'Nuria', '', now())`,
    [accountId],
  );
  const content = { nickname: 'nuria' };
  await createOutbox(database.pool).queue({
    id,
    accountId,
    kind: 'password-changed',
    language: 'en',
    content,
  });
  return id;
}

/** Ends all email leases. Their worker has been killed. */
const endLeases = () => database.pool.query('UPDATE private.mails SET due_at = clock_timestamp()');

const countCopies = (id: string) => server.emails.filter(({ messageId }) => messageId?.includes(id)).length;

test('a worker killed between sending and recording repeats an email once per crash, with the same Message-ID', async () => {
  const outbox = createOutbox(database.pool);
  const repeatedEmailId = await queueEmail();
  for (let crashCount = 1; crashCount <= CRASH_COUNT; crashCount += 1) {
    const worker = startEmailWorker();
    server.onEmail = () => {
      // The worker dies before the server has accepted the email.
      worker.child.kill('SIGKILL');
    };
    await worker.exit;
    await waitUntil(() => server.emails.length === crashCount);
    await endLeases();
  }
  server.onEmail = () => {};
  const otherEmailId = await queueEmail();
  startEmailWorker();
  await waitForResult(
    () => outbox.list(['sent'], 10),
    (emails) => emails.length === 2,
  );
  expect([countCopies(repeatedEmailId), countCopies(otherEmailId), server.emails.length]).toEqual([
    CRASH_COUNT + 1,
    1,
    CRASH_COUNT + 2,
  ]);
}, 180_000);
