import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findHolder } from '../../../adapters/embedded-postgres/folder-claim.ts';
import { startMailServer } from '../../http/support/smtp.ts';
import { createTemporaryFolder, findFreePort, startKindra } from '../../support/kindra-process.ts';

/** Starts a mail server. Journeys run in other processes, so an HTTP endpoint lists the received emails as JSON. */
async function serveEmails() {
  const { url, emails, close } = await startMailServer();
  const page = createServer((_request, response) => {
    const emailList = emails.map(({ to, subject, text }) => ({ to: [to].flat()[0]?.text, subject, text }));
    response.end(JSON.stringify(emailList));
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const { port } = page.address() as AddressInfo;
  return {
    url,
    listUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      page.close();
      await close();
    },
  };
}

/** Starts Kindra with its own data folder. Returns a function that stops it after the journeys. */
export default async function serve(): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder();
  const port = await findFreePort();
  const emails = await serveEmails();
  const kindra = startKindra(folder.path, port, [], {
    // Journeys set their client IP address with X-Forwarded-For.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SMTP_URL: emails.url,
    MAIL_FROM: 'Kindra <no-reply@kindra.example>',
  });
  const stopAtExit = () => kindra.child.kill('SIGTERM');
  process.once('exit', stopAtExit);
  await kindra.waitForOutput('Kindra is ready at');
  process.env.KINDRA_TEST_URL = `http://localhost:${port}`;
  process.env.KINDRA_TEST_DATABASE_URL = findHolder(folder.path)?.databaseUrl;
  process.env.KINDRA_TEST_EMAILS = emails.listUrl;
  return async () => {
    kindra.child.kill('SIGTERM');
    await kindra.exit;
    await emails.close();
    process.off('exit', stopAtExit);
    await folder.remove();
  };
}
