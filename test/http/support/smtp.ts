import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An SMTP server that records the emails it receives. */
export interface TestMailServer {
  readonly url: string;
  readonly emails: ParsedMail[];
  /** Called before an email is accepted. An error thrown here rejects the email. */
  onEmail: (email: ParsedMail) => void | Promise<void>;
  /** Closes all connections without a reply. */
  readonly dropConnections: () => void;
  readonly close: () => Promise<void>;
}

/** Creates an error. When `onEmail` throws it, the mail server replies with its response code. */
export const createSmtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts an SMTP server on a free port. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const emails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      simpleParser(stream)
        .then(async (email) => {
          await mailServer.onEmail(email);
          emails.push(email);
        })
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
    ...options,
  });
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    onEmail: () => {},
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
