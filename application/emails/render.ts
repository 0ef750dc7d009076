import { escapeHtml } from '../../common/escape-html.ts';
import type { Language } from '../../domain/kernel/language.ts';
import type { Email, QueuedEmail } from '../../domain/ports/email.ts';
import type { EmailText } from './email-text.ts';
import { fillTemplate } from './templates.ts';

const renderText = ({ paragraphs, action, footer }: EmailText): string =>
  [
    paragraphs[0],
    ...(action ? [action.url] : []),
    ...paragraphs.slice(1),
    'Kindra',
    ...(footer ? [`${footer.label}: ${footer.url}`] : []),
  ].join('\n\n');

const renderAction = ({ label, url }: NonNullable<EmailText['action']>): string => `
      <p style="margin:24px 0">
        <a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:#1f6b4a;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>
      </p>`;

const renderParagraph = (text: string): string => `
      <p style="margin:16px 0">${escapeHtml(text)}</p>`;

const renderFooter = ({ label, url }: NonNullable<EmailText['footer']>): string => `
      <p style="margin:24px 0 0;font-size:14px"><a href="${escapeHtml(url)}" style="color:#1f6b4a">${escapeHtml(label)}</a></p>`;

/** Renders the HTML part of an email. It contains no pictures, so email clients load nothing. */
const renderHtml = (
  language: string,
  { subject, paragraphs, action, footer }: EmailText,
): string => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(subject)}</title>
  </head>
  <body style="margin:0;padding:24px;background:#f5f2ea;color:#1d2b22;font:16px/1.5 sans-serif">
    <div style="max-width:32rem;margin:0 auto;padding:24px;border-radius:16px;background:#fffefa">
      <p style="margin:0;color:#1f6b4a;font-size:20px;font-weight:bold">Kindra</p>
      <h1 style="margin:16px 0 0;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>${renderParagraph(paragraphs[0] ?? '')}${action ? renderAction(action) : ''}${paragraphs.slice(1).map(renderParagraph).join('')}${footer ? renderFooter(footer) : ''}
    </div>
  </body>
</html>
`;

/** Recipient and links of an email. */
interface RenderOptions {
  readonly to: string;
  readonly publicUrl: string;
  readonly unsubscribeToken: string;
}

const UNSUBSCRIBE_LABELS: Readonly<Record<Language, string>> = {
  en: 'No more emails of this kind',
  es: 'No recibir más correos de este tipo',
};

/** Returns the notification kind that the receiver can turn off, or null for other emails. */
const getKindSetting = (content: QueuedEmail['content']): string | null =>
  'kind' in content ? content.kind : null;

/** Renders a queued email as plain text and HTML. Emails about notifications contain an unsubscribe link. */
export function renderEmail(
  { id, kind, language, content }: Omit<QueuedEmail, 'accountId'>,
  { to, publicUrl, unsubscribeToken }: RenderOptions,
): Email {
  const setting = getKindSetting(content);
  const filledText = fillTemplate(kind, language, content as never);
  const emailText: EmailText = setting
    ? {
        ...filledText,
        footer: {
          label: UNSUBSCRIBE_LABELS[language],
          url: `${publicUrl}/unsubscribe#${unsubscribeToken}.${setting}`,
        },
      }
    : filledText;
  const unsubscribeUrl = `${publicUrl}/api/mail/unsubscribe/${unsubscribeToken}/${setting}`;
  return {
    id,
    to,
    subject: emailText.subject,
    text: renderText(emailText),
    html: renderHtml(language, emailText),
    ...(setting && { unsubscribeUrl }),
  };
}
