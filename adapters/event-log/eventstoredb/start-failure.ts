import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { AccessDeniedError } from '@eventstore/db-client';
import { EventLogUnavailable } from '../../../domain/ports/event-log.ts';
import type { EventStoreAddress, ServerNode } from './address.ts';

/** Timeout for the TLS handshake with one node, in milliseconds. */
const PROBE_TIMEOUT_MS = 3_000;
/** gRPC status for wrong credentials. */
const UNAUTHENTICATED = 16;

/** Returns one sentence that explains why the log cannot be opened. */
export async function explainStartFailure(error: unknown, address: EventStoreAddress): Promise<string> {
  const cause = error instanceof EventLogUnavailable ? error.cause : error;
  if (cause instanceof AccessDeniedError) return explainAccessFailure(cause, address);
  // The client hides the cause of handshake errors, especially during cluster discovery.
  for (const node of address.nodes) {
    const failure = explainTlsFailure(await tryHandshake(node, address), node, address);
    if (failure) return failure;
  }
  return 'The event log of EVENTSTORE_URL cannot be reached.';
}

function explainAccessFailure({ code }: AccessDeniedError, { hasCredentials }: EventStoreAddress): string {
  if (code === UNAUTHENTICATED)
    return 'The event log does not accept the user name or the password of EVENTSTORE_URL.';
  return hasCredentials
    ? 'The user of EVENTSTORE_URL may not read the event log; add it to the group $admins.'
    : 'The event log requires credentials: EVENTSTORE_URL must look like esdb://user:password@host:2113.';
}

type HandshakeResult = 'done' | NodeJS.ErrnoException;

/** Tries a TLS handshake. Refused connections and timeouts count as failures. */
async function tryHandshake(
  { host, port }: ServerNode,
  { tls, files }: EventStoreAddress,
): Promise<HandshakeResult> {
  const file = files.get('tlsCAFile');
  const ca = file === undefined ? undefined : await readFile(file);
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      ALPNProtocols: ['h2'],
      rejectUnauthorized: tls,
      ...(ca && { ca }),
      ...(isIP(host) === 0 && { servername: host }),
    });
    const finish = (handshake: HandshakeResult): void => {
      socket.destroy();
      resolve(handshake);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => finish(new Error('no answer')));
    socket.once('secureConnect', () => finish('done'));
    socket.once('error', finish);
  });
}

const UNTRUSTED_CODES = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT/;
/** Matches error codes that indicate a server without TLS. */
const NO_TLS_CODES = /^(EPROTO|ECONNRESET|ERR_SSL_.*)$/;

function explainTlsFailure(
  handshake: HandshakeResult,
  { host, port }: ServerNode,
  { tls }: EventStoreAddress,
): string | null {
  const server = `The event log at ${host}:${port}`;
  if (handshake === 'done')
    return tls ? null : `${server} requires TLS; remove tls=false from EVENTSTORE_URL.`;
  const { code = '', message } = handshake;
  if (!tls) return null;
  if (UNTRUSTED_CODES.test(code))
    return `${server} has a certificate that is not trusted (${message}); name its CA with tlsCAFile in EVENTSTORE_URL.`;
  if (NO_TLS_CODES.test(code))
    return `${server} does not use TLS; only tls=false in EVENTSTORE_URL can reach it.`;
  return null;
}
