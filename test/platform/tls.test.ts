import { chmod, chown, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { parseSettings } from '../../adapters/config.ts';
import { openDatabase } from '../../adapters/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../adapters/embedded-postgres/server.ts';
import { createLogger } from '../../adapters/logger.ts';
import { connectRedis, connectWithTimeout } from '../../adapters/redis.ts';
import { createCertificates, type TestCertificates } from '../support/certificates.ts';
import { TOKEN_SECRET } from '../support/environment.ts';
import { createTemporaryFolder } from '../support/kindra-process.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const logger = createLogger('silent');
const UNTRUSTED_PATTERN = /unable to verify the first certificate/;

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await createCertificates();
});
afterAll(() => certificates.remove());

describe('PostgreSQL with TLS', () => {
  let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
  let server: EmbeddedPostgres;
  let url: string;

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    await chmod(folder.path, 0o755);
    server = await startEmbeddedPostgres({ folder: folder.path });
    await server.ensureDatabase('kindra');
    url = server.getUrl('kindra');
    await enableTls(folder.path);
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  /**
   * Enables TLS on the PostgreSQL server. PostgreSQL accepts the key file only if the user that runs PostgreSQL owns
   * the file.
   */
  async function enableTls(parent: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    const dataFolder = rows[0]?.folder ?? parent;
    const { uid, gid } = await stat(join(dataFolder, 'PG_VERSION'));
    for (const [file, name] of [
      [certificates.keyFile, 'server.key'],
      [certificates.certificateFile, 'server.crt'],
    ] as const) {
      await copyFile(file, join(dataFolder, name));
      await chown(join(dataFolder, name), uid, gid);
      await chmod(join(dataFolder, name), 0o600);
    }
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  }

  const openWithQuery = (query: string) =>
    openDatabase(parseSettings({ DATABASE_URL: `${url}?${query}`, TOKEN_SECRET }), {
      role: 'system',
      canAttach: true,
    });

  test.each(['require', 'verify-ca', 'verify-full'])(
    'refuses a certificate that is not trusted with sslmode=%s',
    async (mode) => {
      await expect(openWithQuery(`sslmode=${mode}`)).rejects.toThrow(UNTRUSTED_PATTERN);
    },
  );

  test('names a missing CA file', async () => {
    await expect(openWithQuery('sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).rejects.toThrow(
      /The database of DATABASE_URL, .*, cannot be reached: ENOENT.*\/nowhere\/ca\.pem/,
    );
  });

  test('is opened and migrated over TLS with its CA file', async () => {
    const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificates.caFile)}`;
    const database = await openWithQuery(query);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await client.end();
    await database.close();
    expect(rows).toEqual([{ ssl: true }]);
  }, 180_000);
});

describe('Redis with TLS', () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis(certificates);
  });
  afterAll(() => server.stop());

  test('refuses a certificate that is not trusted', async () => {
    await expect(connectRedis(server.url, logger)).rejects.toThrow(
      'The Redis of REDIS_URL cannot be reached: self-signed certificate in certificate chain.',
    );
  });

  test('works with its CA file on all connections', async () => {
    const redis = await connectRedis(server.url, logger, certificates.caFile);
    const connection = connectWithTimeout(redis);
    expect(await redis.ping()).toBe('PONG');
    expect(await connection.ping()).toBe('PONG');
    connection.disconnect();
    redis.disconnect();
  });

  test('names a missing CA file', async () => {
    await expect(connectRedis(server.url, logger, '/nowhere/ca.pem')).rejects.toThrow(
      'The file /nowhere/ca.pem, which REDIS_CA_FILE names, does not exist.',
    );
  });
});
