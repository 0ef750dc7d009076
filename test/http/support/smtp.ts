import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server in this process that records the received emails. */
export interface TestMailServer {
  readonly url: string;
  readonly mails: ParsedMail[];
  /** Handles the next emails before they are accepted, for example with an error. */
  onMail: (mail: ParsedMail) => void | Promise<void>;
  /** Drops all connections without a reply. */
  readonly dropConnections: () => void;
  readonly close: () => Promise<void>;
}

/** Creates a response of a mail server that rejects an email. */
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
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const started: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onMail: () => {},
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return started;
}
