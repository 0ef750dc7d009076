import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEventStoreLog } from '../../adapters/event-log/eventstoredb/open.ts';
import { type StandInOptions, startStandInServer } from '../contract/event-log/stand-in/server.ts';
import { createCertificates, type TestCertificates } from '../support/certificates.ts';
import { createTemporaryFolder, findFreePort, runKindra } from '../support/kindra-process.ts';

const PASSWORD = 'correct-horse';
const user = { name: 'kindra', password: PASSWORD };

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await createCertificates();
});
afterAll(() => certificates.remove());

/** Starts a stand-in event store server and runs `work` with its host and port. */
async function runWithServer<Result>(
  options: StandInOptions,
  work: (host: string) => Promise<Result>,
): Promise<Result> {
  const server = await startStandInServer(options);
  try {
    return await work(`127.0.0.1:${server.port}`);
  } finally {
    await server.close();
  }
}

/** Opens the event log with a connection string. Returns the log's last position, or the error message. */
async function openLog(connectionString: string): Promise<string | number> {
  try {
    const log = await openEventStoreLog({ connectionString, deadlineMs: 2_000 });
    const position = await log.head();
    await log.close();
    return position;
  } catch (error) {
    expect(error).toHaveProperty('name', 'StartupError');
    return (error as Error).message;
  }
}

const createTlsOptions = () => ({ key: certificates.key, certificate: certificates.certificate });
const createCaParameter = () => `tlsCAFile=${encodeURIComponent(certificates.caFile)}`;

test('opens an event log over TLS with a user and a CA file', async () => {
  expect(
    await runWithServer({ tls: createTlsOptions(), user }, (host) =>
      openLog(`esdb://kindra:${PASSWORD}@${host}?${createCaParameter()}`),
    ),
  ).toBe(0);
});

test('reports that the event log does not accept the password', async () => {
  const message = await runWithServer({ tls: createTlsOptions(), user }, (host) =>
    openLog(`esdb://kindra:not-${PASSWORD}@${host}?${createCaParameter()}`),
  );
  expect(message).toBe('The event log does not accept the user name or the password of EVENTSTORE_URL.');
});

test('reports that the event log requires credentials', async () => {
  const message = await runWithServer({ tls: createTlsOptions(), user }, (host) =>
    openLog(`esdb://${host}?${createCaParameter()}`),
  );
  expect(message).toBe(
    'The event log requires credentials: EVENTSTORE_URL must look like esdb://user:password@host:2113.',
  );
});

test.each([
  ['of a single node', (host: string) => `esdb://kindra:${PASSWORD}@${host}`],
  ['of a cluster', (host: string) => `esdb://kindra:${PASSWORD}@${host},${host}?maxDiscoverAttempts=1`],
])('reports that the certificate %s is not trusted', async (_name, getAddress) => {
  const { message, host } = await runWithServer({ tls: createTlsOptions(), user }, async (host) => ({
    host,
    message: await openLog(getAddress(host)),
  }));
  expect(message).toBe(
    `The event log at ${host} has a certificate that is not trusted (unable to verify the first certificate); ` +
      'name its CA with tlsCAFile in EVENTSTORE_URL.',
  );
});

test('reports that the event log requires TLS', async () => {
  const { message, host } = await runWithServer({ tls: createTlsOptions() }, async (host) => ({
    host,
    message: await openLog(`esdb://kindra:${PASSWORD}@${host}?tls=false`),
  }));
  expect(message).toBe(`The event log at ${host} requires TLS; remove tls=false from EVENTSTORE_URL.`);
});

test('reports that the event log does not use TLS', async () => {
  const { message, host } = await runWithServer({}, async (host) => ({
    host,
    message: await openLog(`esdb://kindra:${PASSWORD}@${host}`),
  }));
  expect(message).toBe(
    `The event log at ${host} does not use TLS; only tls=false in EVENTSTORE_URL can reach it.`,
  );
});

test('reports that the CA file is missing or contains no certificate', async () => {
  const file = join(certificates.folder, 'text.pem');
  await writeFile(file, 'no certificate');
  const createUrl = (caFile: string) =>
    `esdb://kindra:${PASSWORD}@127.0.0.1:1?tlsCAFile=${encodeURIComponent(caFile)}`;
  expect(await openLog(createUrl('/nowhere/ca.pem'))).toBe(
    'The file /nowhere/ca.pem, which EVENTSTORE_URL names as tlsCAFile, does not exist.',
  );
  expect(await openLog(createUrl(file))).toBe(
    `The file ${file}, which EVENTSTORE_URL names as tlsCAFile, contains no certificate in PEM format.`,
  );
});

test('the process prints only the error message, without the password', async () => {
  const folder = await createTemporaryFolder();
  const kindra = runKindra([process.execPath, 'scripts/start.mjs', '--prepared', '--empty'], {
    KINDRA_DATA: folder.path,
    PORT: `${await findFreePort()}`,
    EVENTSTORE_URL: `esdb://kindra:${PASSWORD}@127.0.0.1:1?tlsCAFile=/nowhere/ca.pem`,
  });
  expect(await kindra.exit).toBe(1);
  expect(kindra.getOutput().trim()).toBe(
    'The file /nowhere/ca.pem, which EVENTSTORE_URL names as tlsCAFile, does not exist.',
  );
  await folder.remove();
}, 180_000);
