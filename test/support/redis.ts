import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestCertificates } from './certificates.ts';
import { findFreePort } from './kindra-process.ts';

/** A Redis server for one test file. It does not persist data. */
export interface TestRedis {
  readonly url: string;
  /** Suspends the server. It still accepts connections and input, but does not respond. */
  readonly silence: () => void;
  readonly stop: () => Promise<void>;
}

const createTlsArguments = (
  port: number,
  { certificateFile, keyFile, caFile }: TestCertificates,
): string[] => [
  ...['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no'],
  ...['--tls-cert-file', certificateFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', caFile],
];

/** Starts a Redis server. If certificates are given, it accepts only TLS connections. */
export const startRedis = async (certificates?: TestCertificates): Promise<TestRedis> => {
  const port = await findFreePort();
  const portArguments = certificates ? createTlsArguments(port, certificates) : ['--port', `${port}`];
  const args = [...portArguments, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stopAtExit = () => server.kill('SIGKILL');
  process.once('exit', stopAtExit);
  const exitEvent = once(server, 'exit');
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    if (String(chunk).includes('Ready to accept connections')) break;
  }
  return {
    url: `${certificates ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    silence: () => void server.kill('SIGSTOP'),
    stop: async () => {
      server.kill('SIGTERM');
      // A stopped process handles SIGTERM only after it continues.
      server.kill('SIGCONT');
      await exitEvent;
      process.off('exit', stopAtExit);
    },
  };
};
