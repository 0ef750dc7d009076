import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server in this process that records the received mails. */
export interface TestMailServer {
  readonly url: string;
  readonly mails: ParsedMail[];
  /** Handles the next mails before they are accepted, for example with an error. */
  onMail: (mail: ParsedMail) => void | Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates a response of a mail server that rejects a mail. */
export const createRefusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts a mail server on a free port. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      simpleParser(stream)
        .then(async (mail) => {
          await started.onMail(mail);
          mails.push(mail);
        })
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const started: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onMail: () => {},
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return started;
}
