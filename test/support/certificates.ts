import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from './kindra-process.ts';

const execute = promisify(execFile);

/** PEM files and strings: a certificate for 127.0.0.1 and localhost, its key, and the CA that signed it. */
export interface TestCertificates {
  readonly folder: string;
  readonly caFile: string;
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly key: string;
  readonly certificate: string;
  readonly remove: () => Promise<void>;
}

/** Arguments of openssl that create an unencrypted P-256 key. */
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const CERTIFICATE_START = '-----BEGIN CERTIFICATE-----';

const CERTIFICATE_EXTENSIONS = 'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n';

/** A certificate in DER and its private key in PEM. */
export interface AttestationCertificate {
  readonly certificate: Buffer;
  readonly key: string;
}

/** Creates a self-signed certificate of the form that WebAuthn requires of authenticators. Uses openssl. */
export async function createAttestationCertificate(): Promise<AttestationCertificate> {
  const subject = '/C=ES/O=Test/OU=Authenticator Attestation/CN=Test key';
  const args = ['-x509', ...NEW_KEY, '-keyout', '-', '-addext', 'basicConstraints=critical,CA:FALSE'];
  const { stdout } = await execute('openssl', ['req', ...args, '-days', '2', '-subj', subject]);
  return {
    certificate: new X509Certificate(stdout.slice(stdout.indexOf(CERTIFICATE_START))).raw,
    key: stdout,
  };
}

/** Creates an untrusted CA, and a certificate that it signs. Uses openssl. */
export async function createCertificates(): Promise<TestCertificates> {
  const folder = await createTemporaryFolder();
  await chmod(folder.path, 0o755);
  const toPath = (name: string): string => join(folder.path, name);
  const runOpenssl = (...args: string[]) => execute('openssl', args, { cwd: folder.path });
  await runOpenssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
  );
  await runOpenssl(
    'req',
    ...NEW_KEY,
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
    '-subj',
    '/CN=localhost',
  );
  await writeFile(toPath('extensions'), CERTIFICATE_EXTENSIONS);
  const signingArgs = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'extensions',
  ];
  await runOpenssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signingArgs);
  await rm(toPath('ca.key'));
  return {
    folder: folder.path,
    caFile: toPath('ca.pem'),
    keyFile: toPath('server.key'),
    certificateFile: toPath('server.pem'),
    key: await readFile(toPath('server.key'), 'utf8'),
    certificate: await readFile(toPath('server.pem'), 'utf8'),
    remove: folder.remove,
  };
}
