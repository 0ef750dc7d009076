import { createTransport } from 'nodemailer';
import { isLoopback } from '../../common/loopback.ts';
import { EmailRefused, type Mailer } from '../../domain/ports/email.ts';

/** Mail server settings. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://` URL with user and password. */
  readonly url: string;
  /** Sender, such as `Kindra <no-reply@kindra.example>`. */
  readonly from: string;
}

const CONNECTION_TIMEOUT_MS = 10_000;
/**
 * Socket timeout, in milliseconds. RFC 5321 (4.5.3.2.6) requires 10 minutes after the email data. A server
 * that takes long to check an email may still accept it, so a shorter timeout could cause the email to be
 * sent twice.
 */
const SOCKET_TIMEOUT_MS = 600_000;

/**
 * SMTP commands that are refused because of the email itself. If a password or sender is refused, the cause
 * is a configuration error, which can be fixed.
 */
const EMAIL_COMMANDS = ['RCPT TO', 'DATA'];

/** Returns whether an error is a permanent refusal (RFC 5321, section 4.2.1). */
const isPermanent = (error: unknown): boolean => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && EMAIL_COMMANDS.includes(command);
};

/** Removes URL parameters, because they could disable TLS or certificate verification. */
const removeParameters = (url: string): string => url.replace(/[?#].*$/s, '');

const getDomain = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';

/** Creates a mailer that sends emails by SMTP. TLS is required, unless the server runs on this machine. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const isLocalServer = isLoopback(new URL(url).hostname);
  const transport = createTransport(
    {
      url: removeParameters(url),
      requireTLS: !isLocalServer,
      ignoreTLS: isLocalServer,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    isLocal: false,
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${getDomain(from)}>`,
          // An object, because a text is parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        throw isPermanent(error) ? new EmailRefused((error as Error).message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}
