import type { Middleware } from 'koa';
import { escapeHtml, renderMail } from '../../application/mails/render.ts';
import type { StoredMail } from '../../domain/ports/mail.ts';
import type { ApiSystem } from '../http/system.ts';

/** Path of the page that shows unsent emails. */
export const LOCAL_MAIL_PATH = '/local/mail';

const MAX_MAILS = 50;
const URL_PATTERN = /https?:\/\/\S+/g;

const renderLine = (line: string): string =>
  escapeHtml(line).replace(URL_PATTERN, (url) => `<a href="${url}">${url}</a>`);

function renderMailEntry(mail: StoredMail, publicUrl: string): string {
  const { subject, text } = renderMail(mail, { ...mail, publicUrl });
  const lines = text.split('\n').filter(Boolean);
  return `<article>
  <h2>${escapeHtml(subject)}</h2>
  <p>To ${escapeHtml(mail.to)}, <time>${mail.createdAt}</time></p>
  ${lines.map((line) => `<p>${renderLine(line)}</p>`).join('\n  ')}
</article>`;
}

const renderPage = (mails: readonly StoredMail[], publicUrl: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Kindra: mails</title>
  </head>
  <body>
    <main>
      <h1>Mails</h1>
      <p>This installation sends no mails: no mail server is set (SMTP_URL). These would have been sent.</p>
      ${mails.length === 0 ? '<p>None yet.</p>' : mails.map((mail) => renderMailEntry(mail, publicUrl)).join('\n')}
    </main>
  </body>
</html>
`;

/**
 * Serves the emails of a system without a mail server. The page is only served on this machine, because the
 * emails contain links that give access to accounts.
 */
export const serveLocalMail =
  ({ privateData, publicUrl }: Pick<ApiSystem, 'privateData' | 'publicUrl'>): Middleware =>
  async (http, next) => {
    if (http.method !== 'GET' || http.path !== LOCAL_MAIL_PATH) return next();
    http.type = 'text/html';
    http.set('Cache-Control', 'no-store');
    const mails = await privateData.mails.list(['waiting', 'sent', 'failed'], MAX_MAILS);
    http.body = renderPage(mails, publicUrl);
  };
