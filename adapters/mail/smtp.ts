import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '../../domain/ports/mail.ts';
import { isLoopback } from '../loopback.ts';

/** Settings of a mail server. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string;
  /** Sender, such as `Kindra <no-reply@kindra.example>`. */
  readonly from: string;
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** Codes of the server that mean never (RFC 5321, section 4.2.1). */
const isPermanent = (error: unknown): boolean => {
  const { responseCode } = error as { readonly responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
};

/** Domain of an address, for Message-IDs. */
const getDomain = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';

/** Sends mails by SMTP. TLS is required unless the server is on this machine. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const isLocalServer = isLoopback(new URL(url).hostname);
  const transport = createTransport(
    {
      url,
      requireTLS: !isLocalServer,
      ignoreTLS: isLocalServer,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    },
    { from },
  );
  return {
    isLocal: false,
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${getDomain(from)}>`,
          to,
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isPermanent(error) ? new MailRefused((error as Error).message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}
