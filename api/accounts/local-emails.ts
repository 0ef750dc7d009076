import type { Middleware } from 'koa';
import { renderEmail } from '../../application/emails/render.ts';
import { escapeHtml } from '../../common/escape-html.ts';
import { isLoopback } from '../../common/loopback.ts';
import type { StoredEmail } from '../../domain/ports/email.ts';
import type { ApiSystem } from '../http/system.ts';

/** Path of the page that shows unsent emails. */
const LOCAL_EMAILS_PATH = '/local/mail';

const MAX_EMAILS = 50;
const URL_PATTERN = /https?:\/\/\S+/g;

const renderLine = (line: string): string =>
  escapeHtml(line).replace(URL_PATTERN, (url) => `<a href="${url}">${url}</a>`);

function renderEmailEntry(email: StoredEmail, publicUrl: string): string {
  const { subject, text } = renderEmail(email, { ...email, publicUrl });
  const lines = text.split('\n').filter(Boolean);
  return `<article>
  <h2>${escapeHtml(subject)}</h2>
  <p>To ${escapeHtml(email.to)}, <time>${email.createdAt}</time></p>
  ${lines.map((line) => `<p>${renderLine(line)}</p>`).join('\n  ')}
</article>`;
}

const renderPage = (emails: readonly StoredEmail[], publicUrl: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Kindra: emails</title>
  </head>
  <body>
    <main>
      <h1>Emails</h1>
      <p>This installation sends no emails: no mail server is set (SMTP_URL). These would have been sent.</p>
      ${emails.length === 0 ? '<p>None yet.</p>' : emails.map((email) => renderEmailEntry(email, publicUrl)).join('\n')}
    </main>
  </body>
</html>
`;

/**
 * Serves the emails of a system without a mail server, only on this machine, because their links give access to
 * accounts. Also checks the host name: a website can let its own name resolve to this machine, and its scripts could
 * then read the page (DNS rebinding).
 */
export const serveLocalEmails =
  ({ privateData, publicUrl }: Pick<ApiSystem, 'privateData' | 'publicUrl'>): Middleware =>
  async (http, next) => {
    if (http.method !== 'GET' || http.path !== LOCAL_EMAILS_PATH || !isLoopback(http.hostname)) return next();
    http.type = 'text/html';
    http.set('Cache-Control', 'no-store');
    const emails = await privateData.emails.list(['waiting', 'sent', 'failed'], MAX_EMAILS);
    http.body = renderPage(emails, publicUrl);
  };
