import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProductionIndicators, getPublicUrl, parseSettings } from '../../adapters/config.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { loadOrCreateSecret } from '../../adapters/stored-secret.ts';

const getSettingsError = (environment: Record<string, string>): string => {
  try {
    parseSettings(environment);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
};

const LIVE_SETTINGS = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_PUBLISHABLE_KEY: 'pk',
  STRIPE_WEBHOOK_SECRET: 'wh',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://kindra:pass@mail.example',
  MAIL_FROM: 'Kindra <no-reply@kindra.example>',
};

describe('settings', () => {
  test('indicate whether the system is in production', () => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = LIVE_SETTINGS;
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = rest;
    const stripeSettings = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
    expect(findProductionIndicators(parseSettings({ REDIS_URL: 'redis://localhost' }))).toEqual([]);
    for (const [environment, names] of [
      [LIVE_SETTINGS, ['NODE_ENV', 'STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID']],
      [stripeSettings, ['STRIPE_SECRET_KEY']],
      [{ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }, ['GOOGLE_CLIENT_ID']],
      [{ DATABASE_URL: 'postgres://nobody@localhost/db', TOKEN_SECRET: 'x'.repeat(32) }, ['DATABASE_URL']],
      [{ EVENTSTORE_URL: 'esdb://localhost' }, ['EVENTSTORE_URL']],
    ] as const)
      expect(findProductionIndicators(parseSettings(environment))).toEqual(names);
  });

  test('have the documented defaults', () => {
    expect(parseSettings({})).toMatchObject({
      exposureSettings: [],
      isProduction: false,
      isStaging: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      databaseUrl: undefined,
      migrationDatabaseUrl: undefined,
      eventStoreUrl: undefined,
      redisUrl: undefined,
      redisCaFile: undefined,
      tokenSecret: undefined,
      tracesUrl: undefined,
      stripe: undefined,
      google: undefined,
      logLevel: 'info',
      metricsPort: undefined,
      trustedProxies: [],
      readsPerAccount: 1_200,
      readsPerAddress: 12_000,
      readCacheBytes: 32 * 1024 * 1024,
    });
    expect(parseSettings({}).dataFolder).toBe(join(process.cwd(), '.kindra'));
    expect(getPublicUrl(parseSettings({}))).toBe('http://localhost:3000');
    expect(getPublicUrl(parseSettings({ PORT: '4000', HOST: '127.0.0.2' }))).toBe('http://localhost:4000');
    const publicUrl = 'https://kindra.example/';
    expect(getPublicUrl(parseSettings({ ...LIVE_SETTINGS, PUBLIC_URL: publicUrl }))).toBe(
      'https://kindra.example',
    );
  });

  test('an empty setting counts as missing', () => {
    expect(parseSettings({ PORT: '', REDIS_URL: ' ' }).port).toBe(3000);
  });

  test('reports all problems at once', () => {
    const message = getSettingsError({
      PORT: 'seventy',
      DATABASE_URL: 'mysql://here',
      LOG_LEVEL: 'loud',
      STRIPE_SECRET_KEY: 'sk',
      GOOGLE_CLIENT_ID: 'id',
      METRICS_PORT: '70000',
      READS_PER_ACCOUNT: '0',
    });
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'STRIPE_WEBHOOK_SECRET',
      'GOOGLE_CLIENT_SECRET',
      'METRICS_PORT',
      'READS_PER_ACCOUNT',
      'TOKEN_SECRET',
    ]) {
      expect(message).toContain(name);
    }
    expect(message).toContain('8 settings are invalid');
    expect(message).toContain('not "seventy"');
  });

  test.each<Record<string, string>>([
    { SMTP_URL: 'mail.example', MAIL_FROM: 'nobody', HOST: '0.0.0.0' },
    { SMTP_URL: 'mail.example', MAIL_FROM: 'kindra@example.org' },
    { STRIPE_SECRET_KEY: 'pk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    { DATABASE_URL: 'postgres://db/kindra', TOKEN_SECRET: 'short' },
    {
      MIGRATION_DATABASE_URL: 'postgres://db/kindra',
      DATABASE_URL: 'mysql://db/kindra',
      TOKEN_SECRET: 'x'.repeat(32),
    },
    { REDIS_CA_FILE: '/ca.pem', REDIS_URL: 'https://host' },
    { PORT: 'x', METRICS_PORT: '3000' },
    { HOST: '0.0.0.0', KINDRA_ALLOW_SIMULATOR: 'yes' },
  ])('reports an invalid setting without the problems that follow from it: %j', (environment) => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = LIVE_SETTINGS;
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = rest;
    const stripeSettings = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
    const services = environment.SMTP_URL
      ? { ...stripeSettings, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }
      : {};
    expect(getSettingsError({ ...services, ...environment })).not.toMatch(
      /must be set|belong together|must differ|needs a REDIS_URL/,
    );
  });

  test('reports a HOST that does not exist together with the other problems', () => {
    const hostProblem = 'No machine named nowhere.invalid can be found.';
    const environment = { PORT: 'x', HOST: 'nowhere.invalid' };
    expect(() => parseSettings(environment, hostProblem)).toThrow(
      `2 settings are invalid: PORT must be a port number from 0 to 65535, not "x". ${hostProblem}`,
    );
  });

  test.each([
    ['DATABASE_URL', 'postgres://kindra:p#w@db/kindra', 'a PostgreSQL URL that begins with postgres://'],
    ['DATABASE_URL', 'postgres://kindra:1#w@db/kindra', 'a PostgreSQL URL that begins with postgres://'],
    [
      'MIGRATION_DATABASE_URL',
      'postgres://kindra:p/w@db/kindra',
      'a PostgreSQL URL that begins with postgres://',
    ],
    ['REDIS_URL', 'redis://kindra:p%w@cache', 'a URL that begins with redis:// or rediss://'],
    ['SMTP_URL', 'smtps://kindra:p?w@mail.example', 'a URL that begins with smtp:// or smtps://'],
  ])('%s may not be %s', (name, url, expectedValue) => {
    const otherSettings = {
      DATABASE_URL: 'postgres://db/kindra',
      TOKEN_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'kindra@example.org',
    };
    const message = getSettingsError({ ...otherSettings, [name]: url, PORT: 'seventy' });
    expect(message).toContain(
      ` ${name} must be ${expectedValue}, with special characters of its password percent-encoded.`,
    );
    expect(message).toContain('2 settings are invalid: PORT must be');
    expect(message).not.toContain(url);
  });

  test.each([
    'postgres://kindra:p%23w@db/kindra?sslmode=verify-full&sslrootcert=%2Fca.pem',
    'postgresql://kindra@/kindra?host=/run/postgresql',
    'postgres:///kindra',
  ])('DATABASE_URL may be %s', (url) => {
    const environment = { DATABASE_URL: url, TOKEN_SECRET: 'x'.repeat(32) };
    expect(parseSettings(environment).databaseUrl).toBe(url);
  });

  test('error messages contain no secrets and no addresses with passwords', () => {
    expect(getSettingsError({ TOKEN_SECRET: 'short-one', DATABASE_URL: 'x://me:hidden@host' })).not.toMatch(
      /short-one|hidden/,
    );
  });

  test.each(['0.0.0.0', '::1', 'fe80::1%eth0', 'localhost', 'my_host.example', 'a'])(
    'HOST may be %s',
    (HOST) => {
      expect(parseSettings({ ...LIVE_SETTINGS, HOST }).host).toBe(HOST);
    },
  );

  test.each(['http://localhost', '[::1]', 'localhost:3000', 'my host'])('HOST may not be %s', (HOST) => {
    expect(getSettingsError({ HOST })).toBe(
      `A setting is invalid: HOST must be an IP address or a host name, not "${HOST}".`,
    );
  });

  test('TRUSTED_PROXIES is a list of networks', () => {
    expect(parseSettings({}).trustedProxies).toEqual([]);
    const { trustedProxies } = parseSettings({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' });
    expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  });

  test.each(['10.0.0.0/33', 'localhost', '10.0.0.1,', 'fd00::/129'])(
    'TRUSTED_PROXIES may not be %s',
    (TRUSTED_PROXIES) => {
      expect(getSettingsError({ TRUSTED_PROXIES })).toBe(
        `A setting is invalid: TRUSTED_PROXIES must be a comma-separated list of addresses or networks, such as 127.0.0.1,10.0.0.0/8,fd00::/8, not "${TRUSTED_PROXIES}".`,
      );
    },
  );

  test('reports swapped keys without their values', () => {
    const message = getSettingsError({
      STRIPE_SECRET_KEY: 'pk_test_hidden',
      STRIPE_PUBLISHABLE_KEY: 'rk_live_hidden',
      STRIPE_WEBHOOK_SECRET: 'sk_live_hidden',
      GOOGLE_CLIENT_ID: 'GOCSPX-hidden',
      GOOGLE_CLIENT_SECRET: 'hidden.apps.googleusercontent.com',
    });
    expect(message).toMatch(/^5 settings are invalid: /);
    expect(message).not.toContain('hidden');
    const validSettings = {
      STRIPE_SECRET_KEY: 'rk_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    };
    expect(parseSettings(validSettings).stripe?.secretKey).toBe('rk_x');
  });

  test('DATABASE_URL requires TOKEN_SECRET', () => {
    expect(getSettingsError({ DATABASE_URL: 'postgres://host/kindra' })).toContain(
      'TOKEN_SECRET must be set',
    );
    const settings = parseSettings({ DATABASE_URL: 'postgres://host/kindra', TOKEN_SECRET: 'x'.repeat(32) });
    expect(settings.databaseUrl).toBe('postgres://host/kindra');
  });

  test.each(['esdb://host:2113?tls=false', 'kurrentdb://host', 'esdb+discover://a,b'])(
    'EVENTSTORE_URL may be %s',
    (url) => {
      expect(parseSettings({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url);
    },
  );

  test.each([
    [
      'nodePreference=follower',
      'must not set nodePreference=follower: Kindra reads from the leader only, because other nodes may be behind it.',
    ],
    ['node-preference=random', 'must not set nodePreference=random'],
    ['tlsVerifyCert=false', 'must not set tlsVerifyCert=false: certificates are always verified'],
    ['tls=no', 'must have true or false for tls'],
    ['connectionName=50%', 'must have special characters of its password percent-encoded'],
    ['throwOnAppendFailure=false', 'has an option throwOnAppendFailure that Kindra does not support'],
  ])('refuses an event store address with %s, without its password', (option, reason) => {
    const parseAddress = () => parseSettings({ EVENTSTORE_URL: `esdb://kindra:hidden@a,b,c?${option}` });
    expect(parseAddress).toThrow(`A setting is invalid: EVENTSTORE_URL ${reason}`);
    expect(parseAddress).not.toThrow('hidden');
  });

  test('REDIS_CA_FILE requires an address with TLS', () => {
    const REDIS_CA_FILE = '/ca.pem';
    expect(() => parseSettings({ REDIS_CA_FILE, REDIS_URL: 'redis://host' })).toThrow(
      'REDIS_CA_FILE needs a REDIS_URL that begins with rediss://.',
    );
    expect(parseSettings({ REDIS_CA_FILE, REDIS_URL: 'rediss://host' }).redisCaFile).toBe(REDIS_CA_FILE);
  });

  test('accepts an event store address that prefers the leader', () => {
    const url = 'esdb://kindra:hidden@a,b,c?nodePreference=leader&tlsCAFile=%2Fca.pem';
    expect(parseSettings({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url);
  });

  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST is not a loopback address'],
    [{ HOST: '::' }, 'HOST is not a loopback address'],
    [{ HOST: 'kindra.example' }, 'HOST is not a loopback address'],
    [{ PUBLIC_URL: 'https://kindra.example' }, 'PUBLIC_URL is not a loopback address'],
    [{ PUBLIC_URL: 'http://10.0.0.5:3000' }, 'PUBLIC_URL is not a loopback address'],
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [
      { HOST: '192.0.2.1', PUBLIC_URL: 'https://localhost.example' },
      'HOST is not a loopback address and PUBLIC_URL is not a loopback address',
    ],
  ])('refuses simulated payments and sign-in with %j', (environment, reason) => {
    expect(getSettingsError(environment)).toBe(
      'A setting is invalid: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, GOOGLE_CLIENT_ID, ' +
        `GOOGLE_CLIENT_SECRET, SMTP_URL and MAIL_FROM must be set, because ${reason}: simulated payments and sign-in, and ` +
        'emails that are not sent, are for loopback addresses only, or with KINDRA_ALLOW_SIMULATOR=true on a staging system.',
    );
    const { NODE_ENV, ...keys } = LIVE_SETTINGS;
    expect(parseSettings({ ...keys, ...environment })).toMatchObject({
      isProduction: true,
      isStaging: false,
    });
    const stagingSettings = parseSettings({ ...environment, KINDRA_ALLOW_SIMULATOR: 'true' });
    expect(stagingSettings).toMatchObject({ isProduction: false, isStaging: true });
    expect(findProductionIndicators(stagingSettings)).toEqual(Object.keys(environment));
    expect(getSettingsError({ ...environment, KINDRA_ALLOW_SIMULATOR: 'false' })).toContain('must be set');
  });

  test('reports only the missing settings when sign-in alone would be simulated on a public address', () => {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, ...rest } = LIVE_SETTINGS;
    const { NODE_ENV, ...otherSettings } = rest;
    expect(getSettingsError({ ...otherSettings, HOST: '0.0.0.0' })).toContain(
      ': GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set, because HOST is not a loopback address',
    );
  });

  test('are not for production without the keys of Stripe', () => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = LIVE_SETTINGS;
    expect(getSettingsError(rest)).toContain('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY');
    expect(parseSettings({ ...rest, KINDRA_ALLOW_SIMULATOR: 'true' })).toMatchObject({
      isProduction: false,
      isStaging: true,
      stripe: undefined,
    });
    const incompleteSettings = { ...rest, STRIPE_PUBLISHABLE_KEY, KINDRA_ALLOW_SIMULATOR: 'true' };
    expect(getSettingsError(incompleteSettings)).toContain('STRIPE_SECRET_KEY');
  });

  test('KINDRA_ALLOW_SIMULATOR has no effect if payments and sign-in are not simulated', () => {
    const { SMTP_URL, MAIL_FROM, ...settingsWithoutEmail } = LIVE_SETTINGS;
    for (const environment of [LIVE_SETTINGS, settingsWithoutEmail])
      expect(parseSettings({ ...environment, KINDRA_ALLOW_SIMULATOR: 'true' })).toMatchObject({
        isProduction: true,
        isStaging: false,
      });
  });

  test('SUPPORT_ADDRESS must be an email address', () => {
    expect(parseSettings({ SUPPORT_ADDRESS: 'help@kindra.example' }).supportAddress).toBe(
      'help@kindra.example',
    );
    expect(getSettingsError({ SUPPORT_ADDRESS: 'https://kindra.example' })).toBe(
      'A setting is invalid: SUPPORT_ADDRESS must be an email address, such as help@kindra.example, not "https://kindra.example".',
    );
  });

  test('SMTP_URL requires MAIL_FROM, and its password is not in the message', () => {
    expect(getSettingsError({ SMTP_URL: 'smtp://localhost' })).toContain('MAIL_FROM must be set too');
    expect(getSettingsError({ SMTP_URL: 'http://me:secret@mail.example', MAIL_FROM: 'nobody' })).toBe(
      '2 settings are invalid: SMTP_URL must be a URL that begins with smtp:// or smtps://, with special characters of ' +
        'its password percent-encoded. ' +
        'MAIL_FROM must be an email address, such as Kindra <no-reply@kindra.example>, not "nobody".',
    );
  });

  test.each([
    {},
    { HOST: 'localhost' },
    { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
    { HOST: '127.0.0.9', PUBLIC_URL: 'http://kindra.localhost' },
  ])('allows simulated payments and sign-in with %j', (environment) => {
    expect(parseSettings(environment)).toMatchObject({ exposureSettings: [], isProduction: false });
  });
});

describe('a stored secret', () => {
  test('is created once, readable only by its owner', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindra-secret-'));
    try {
      const secrets = await Promise.all([1, 2, 3, 4].map(() => loadOrCreateSecret(folder, 'token-secret')));
      expect(new Set([...secrets, await loadOrCreateSecret(folder, 'token-secret')]).size).toBe(1);
      expect((await readFile(join(folder, 'token-secret'), 'utf8')).trim()).toBe(secrets[0]);
      expect((await stat(join(folder, 'token-secret'))).mode & 0o777).toBe(0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
