import type { Mailer } from '../../domain/ports/email.ts';
import type { SmtpSettings } from './smtp.ts';

/** Mailer that sends nothing. Emails stay in the outbox and are shown at /local/mail. */
const LOCAL_MAILER: Mailer = { isLocal: true, send: async () => {}, close: () => {} };

/** Opens the mail server, or the local mailer if none is configured. Loads nodemailer on first use. */
export async function openMailer(smtp: SmtpSettings | undefined): Promise<Mailer> {
  if (!smtp) return LOCAL_MAILER;
  const { createSmtpMailer } = await import('./smtp.ts');
  return createSmtpMailer(smtp);
}
