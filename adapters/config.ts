import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { config as readDotenv } from 'dotenv';
import { z } from 'zod';
import { isLoopback } from '../common/loopback.ts';
import { isNetwork } from '../common/networks.ts';
import { isPercentEncoded } from '../common/percent-encoding.ts';
import { findAddressProblem } from './event-log/eventstoredb/address.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { StartupError } from './startup-error.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MIN_SECRET_LENGTH = 32;

const port = z.coerce.number().int().min(0).max(65_535);

const rate = z.coerce.number().int().min(1);

const BYTES_PER_MB = 1024 * 1024;
const MAX_READ_CACHE_MB = 1_024;

const createSchemeSchema = (schemes: readonly string[]) =>
  z.string().refine((text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)));

/**
 * Creates a schema for URLs that can contain a password. Rejects a fragment: it begins with a `#` of the password that
 * is not percent-encoded, and would contain the host.
 */
const createUrlSchema = (schemes: readonly string[], parse = (text: string) => new URL(text)) =>
  createSchemeSchema(schemes).refine((text) => {
    try {
      return isPercentEncoded(text) && parse(text).hash === '';
    } catch {
      return false;
    }
  });

const postgresUrl = createUrlSchema(['postgres', 'postgresql'], parsePostgresUrl);

const host = z.string().refine((text) => isIP(text) > 0 || /^\w([\w.-]*\w)?$/.test(text));

const createListSchema = (isValid: (value: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(',').map((value) => value.trim()))
    .refine((values) => values.every(isValid));

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

/** Creates a schema that rejects other kinds of keys: a secret key as the public key would be exposed. */
const createKeySchema = (prefix: RegExp) => z.string().refine((text) => !prefix.test(text));

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  KINDRA_DATA: z.string().default('./.kindra'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  EVENTSTORE_URL: createSchemeSchema(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover']).optional(),
  REDIS_URL: createUrlSchema(['redis', 'rediss']).optional(),
  REDIS_CA_FILE: z.string().optional(),
  STRIPE_SECRET_KEY: createKeySchema(/^(pk|whsec)_/).optional(),
  STRIPE_PUBLISHABLE_KEY: createKeySchema(/^([sr]k|whsec)_/).optional(),
  STRIPE_WEBHOOK_SECRET: createKeySchema(/^[srp]k_/).optional(),
  GOOGLE_CLIENT_ID: createKeySchema(/^GOCSPX-/).optional(),
  GOOGLE_CLIENT_SECRET: createKeySchema(/\.googleusercontent\.com$/).optional(),
  SMTP_URL: createUrlSchema(['smtp', 'smtps']).optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => /[^\s@<]+@[\w.-]+>?$/.test(text))
    .optional(),
  SUPPORT_ADDRESS: z.email().optional(),
  KINDRA_ALLOW_SIMULATOR: z.enum(['true', 'false']).optional(),
  ANCHOR_KEY_FILE: z.string().optional(),
  TOKEN_SECRET: z.string().min(MIN_SECRET_LENGTH).optional(),
  READS_PER_ACCOUNT: rate.default(1_200),
  READS_PER_ADDRESS: rate.default(12_000),
  READ_CACHE_MB: z.coerce.number().int().min(0).max(MAX_READ_CACHE_MB).default(32),
  TRUSTED_PROXIES: createListSchema(isNetwork).default([]),
  REPLAY_WHEN_AHEAD: flag,
  REPLAY_CHANGED: flag,
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
});

type Environment = z.infer<typeof environmentSchema>;

const PERCENT_ENCODED = ', with special characters of its password percent-encoded';

const EXPECTED_VALUES: Partial<Record<keyof Environment, string>> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an IP address or a host name',
  PUBLIC_URL: 'a URL that begins with http:// or https://',
  DATABASE_URL: `a PostgreSQL URL that begins with postgres://${PERCENT_ENCODED}`,
  MIGRATION_DATABASE_URL: `a PostgreSQL URL that begins with postgres://${PERCENT_ENCODED}`,
  EVENTSTORE_URL: 'a URL that begins with esdb:// or kurrentdb://',
  REDIS_URL: `a URL that begins with redis:// or rediss://${PERCENT_ENCODED}`,
  STRIPE_SECRET_KEY: 'a Stripe secret key, which begins with sk_ or rk_',
  STRIPE_PUBLISHABLE_KEY: 'a Stripe publishable key, which begins with pk_',
  STRIPE_WEBHOOK_SECRET: 'a Stripe webhook secret, which begins with whsec_',
  GOOGLE_CLIENT_ID: 'a Google client id, which ends with .apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'a Google client secret, not a client id',
  SMTP_URL: `a URL that begins with smtp:// or smtps://${PERCENT_ENCODED}`,
  MAIL_FROM: 'an email address, such as Kindra <no-reply@kindra.example>',
  SUPPORT_ADDRESS: 'an email address, such as help@kindra.example',
  KINDRA_ALLOW_SIMULATOR: 'true or false',
  TOKEN_SECRET: `at least ${MIN_SECRET_LENGTH} characters long`,
  READS_PER_ACCOUNT: 'an integer of at least 1',
  READS_PER_ADDRESS: 'an integer of at least 1',
  READ_CACHE_MB: `an integer from 0 to ${MAX_READ_CACHE_MB}`,
  TRUSTED_PROXIES: 'a comma-separated list of addresses or networks, such as 127.0.0.1,10.0.0.0/8,fd00::/8',
  REPLAY_WHEN_AHEAD: 'true or false',
  REPLAY_CHANGED: 'true or false',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  METRICS_PORT: 'a port number from 0 to 65535',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'a URL that begins with http:// or https://',
};

const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const SMTP_NAMES = ['SMTP_URL', 'MAIL_FROM'] as const;
const GOOGLE_NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;

/** Validated settings. An undefined setting is either disabled or has its documented default. */
export type Settings = Readonly<ReturnType<typeof toSettings>>;

/** Settings as they are set, including invalid ones. */
type RawEnvironment = Readonly<Partial<Record<keyof Environment, unknown>>>;

const findGroupProblems = (environment: RawEnvironment, names: readonly (keyof Environment)[]): string[] => {
  const missingNames = names.filter((name) => environment[name] === undefined);
  if (missingNames.length === 0 || missingNames.length === names.length) return [];
  return [`${missingNames.join(' and ')} must be set too, because ${names.join(', ')} belong together.`];
};

/** Returns the settings that make the system public, and the reasons for error messages. */
const findExposures = ({ NODE_ENV, HOST, PUBLIC_URL }: Environment) =>
  [
    { name: 'NODE_ENV', isPublic: NODE_ENV === 'production', reason: 'NODE_ENV is production' },
    { name: 'HOST', isPublic: !isLoopback(HOST), reason: 'HOST is not a loopback address' },
    {
      name: 'PUBLIC_URL',
      isPublic: PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname),
      reason: 'PUBLIC_URL is not a loopback address',
    },
  ].filter(({ isPublic }) => isPublic);

const isSimulatorAllowed = (environment: Environment): boolean =>
  environment.KINDRA_ALLOW_SIMULATOR === 'true';

const isUnset = (environment: RawEnvironment, names: readonly (keyof Environment)[]): boolean =>
  names.every((name) => environment[name] === undefined);

/** Returns the names of unset settings without which payments or sign-in are simulated, or emails are not sent. */
const findMissingServices = (environment: RawEnvironment): readonly string[] =>
  [STRIPE_NAMES, GOOGLE_NAMES, SMTP_NAMES].filter((names) => isUnset(environment, names)).flat();

const hasSimulatedPaymentsOrSignIn = (environment: Environment): boolean =>
  isUnset(environment, STRIPE_NAMES) || isUnset(environment, GOOGLE_NAMES);

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const findProductionProblems = (environment: Environment, rawEnvironment: RawEnvironment): string[] => {
  const reasons = findExposures(environment).map(({ reason }) => reason);
  const missingSettings = findMissingServices(rawEnvironment);
  const isSimulatorRefused = (rawEnvironment.KINDRA_ALLOW_SIMULATOR ?? 'false') === 'false';
  if (reasons.length === 0 || missingSettings.length === 0 || !isSimulatorRefused) return [];
  return [
    `${joinNames(missingSettings)} must be set, because ${joinNames(reasons)}: simulated payments and sign-in, and emails that are not sent, are for loopback addresses only, or with KINDRA_ALLOW_SIMULATOR=true on a staging system.`,
  ];
};

/**
 * Returns the problems of combinations of settings. Omits those that an invalid setting causes, which is reported itself.
 * @param environment the valid settings
 */
const findSettingProblems = (environment: Environment, rawEnvironment: RawEnvironment): string[] => {
  const problems = [
    ...findGroupProblems(rawEnvironment, STRIPE_NAMES),
    ...findGroupProblems(rawEnvironment, GOOGLE_NAMES),
    ...findGroupProblems(rawEnvironment, SMTP_NAMES),
  ];
  if (rawEnvironment.DATABASE_URL && !rawEnvironment.TOKEN_SECRET) {
    problems.push(
      'TOKEN_SECRET must be set, because DATABASE_URL is: all processes must use the same secret.',
    );
  }
  if (rawEnvironment.MIGRATION_DATABASE_URL && !rawEnvironment.DATABASE_URL) {
    problems.push(
      'DATABASE_URL must be set too, because MIGRATION_DATABASE_URL is: both name the same database.',
    );
  }
  const isPortValid = Number(rawEnvironment.PORT ?? environment.PORT) === environment.PORT;
  if (environment.METRICS_PORT && isPortValid && environment.METRICS_PORT === environment.PORT) {
    problems.push('METRICS_PORT must differ from PORT.');
  }
  const isRedisUrlValid = environment.REDIS_URL === rawEnvironment.REDIS_URL;
  if (environment.REDIS_CA_FILE && isRedisUrlValid && !environment.REDIS_URL?.startsWith('rediss:'))
    problems.push('REDIS_CA_FILE needs a REDIS_URL that begins with rediss://.');
  const addressProblem = environment.EVENTSTORE_URL && findAddressProblem(environment.EVENTSTORE_URL);
  if (addressProblem) problems.push(`EVENTSTORE_URL ${addressProblem}.`);
  return [...problems, ...findProductionProblems(environment, rawEnvironment)];
};

const formatProblem = (issue: z.core.$ZodIssue, environment: Readonly<Record<string, unknown>>): string => {
  const name = issue.path[0] as keyof Environment;
  const value = environment[name];
  const shownValue = SECRET_SETTINGS.test(name) ? '' : `, not "${String(value)}"`;
  return `${name} must be ${EXPECTED_VALUES[name] ?? 'a text'}${shownValue}.`;
};

/** Settings whose values are not printed. Public settings may contain a secret key by mistake. */
const SECRET_SETTINGS = /SECRET|STRIPE|GOOGLE|SMTP_URL|DATABASE_URL|EVENTSTORE_URL|REDIS_URL/;

const throwProblems = (problems: readonly string[]): never => {
  const heading = problems.length === 1 ? 'A setting is invalid' : `${problems.length} settings are invalid`;
  throw new StartupError(`${heading}: ${problems.join(' ')}`);
};

const omitEmpty = (environment: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));

/** Parses only the valid settings, so that their invalid combinations are reported as well. */
const parseValidSettings = (
  environment: Record<string, unknown>,
  invalidNames: ReadonlySet<PropertyKey | undefined>,
) =>
  environmentSchema.parse(
    Object.fromEntries(Object.entries(environment).filter(([name]) => !invalidNames.has(name))),
  );

const toSettings = (environment: Environment) => {
  const exposureSettings = findExposures(environment).map(({ name }) => name);
  return {
    /** Names of the settings that make the system public; empty if only this machine can reach it. */
    exposureSettings,
    /**
     * Whether the system is public and neither payments nor sign-in are simulated. If so, staff need a second factor,
     * and demo data cannot be created.
     */
    isProduction: exposureSettings.length > 0 && !hasSimulatedPaymentsOrSignIn(environment),
    /** Whether KINDRA_ALLOW_SIMULATOR allows simulated payments or sign-in. If so, every page shows a banner. */
    isStaging: isSimulatorAllowed(environment) && hasSimulatedPaymentsOrSignIn(environment),
    host: environment.HOST,
    /** Port to listen on; 0 selects a free port. */
    port: environment.PORT,
    /** URL that users open, without a trailing slash. If undefined, it is derived from the port in use. */
    publicUrl: environment.PUBLIC_URL?.replace(/\/+$/, ''),
    dataFolder: resolve(environment.KINDRA_DATA),
    anchorKeyFile: resolve(environment.ANCHOR_KEY_FILE ?? join(environment.KINDRA_DATA, 'anchor-key.pem')),
    databaseUrl: environment.DATABASE_URL,
    /** URL for the role that owns the tables. Undefined if `databaseUrl` connects as the owner. */
    migrationDatabaseUrl: environment.MIGRATION_DATABASE_URL,
    eventStoreUrl: environment.EVENTSTORE_URL,
    redisUrl: environment.REDIS_URL,
    /** Path of the CA certificates for Redis. If undefined, the CAs of Node.js are used. */
    redisCaFile: environment.REDIS_CA_FILE,
    stripe: environment.STRIPE_SECRET_KEY
      ? {
          secretKey: environment.STRIPE_SECRET_KEY,
          publishableKey: environment.STRIPE_PUBLISHABLE_KEY ?? '',
          webhookSecret: environment.STRIPE_WEBHOOK_SECRET ?? '',
        }
      : undefined,
    google: environment.GOOGLE_CLIENT_ID
      ? { clientId: environment.GOOGLE_CLIENT_ID, clientSecret: environment.GOOGLE_CLIENT_SECRET ?? '' }
      : undefined,
    /** Mail server. If undefined, emails are not sent, but stored and shown on this machine. */
    smtp: environment.SMTP_URL ? { url: environment.SMTP_URL, from: environment.MAIL_FROM ?? '' } : undefined,
    /** Email address that screens show; if undefined, they show none. */
    supportAddress: environment.SUPPORT_ADDRESS,
    tokenSecret: environment.TOKEN_SECRET,
    /** Networks in CIDR notation. Only the forwarding headers of these proxies are used. */
    trustedProxies: environment.TRUSTED_PROXIES,
    /** Maximum number of reads per account and minute, per process. */
    readsPerAccount: environment.READS_PER_ACCOUNT,
    /** Maximum number of reads per IP address and minute, per process. */
    readsPerAddress: environment.READS_PER_ADDRESS,
    /** Maximum size of the read cache in each API process; 0 disables it. */
    readCacheBytes: environment.READ_CACHE_MB * BYTES_PER_MB,
    /** Whether workers rebuild projections that are ahead of the log. */
    shouldRebuildWhenAhead: environment.REPLAY_WHEN_AHEAD,
    /** Whether workers rebuild projections with rows from older code. */
    shouldRebuildChangedProjections: environment.REPLAY_CHANGED,
    logLevel: environment.LOG_LEVEL,
    metricsPort: environment.METRICS_PORT,
    tracesUrl: environment.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
};

/** Returns the URL that users open. If `publicUrl` is undefined, derives it from the port. */
export const getPublicUrl = ({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

/**
 * Returns the names of settings that indicate a production system. Without any of these settings, money and
 * users are fictitious, and demo accounts with public passwords can be created automatically.
 */
export const findProductionIndicators = (settings: Settings): readonly string[] => {
  const indicators = {
    DATABASE_URL: settings.databaseUrl,
    EVENTSTORE_URL: settings.eventStoreUrl,
    STRIPE_SECRET_KEY: settings.stripe,
    GOOGLE_CLIENT_ID: settings.google,
  };
  const activeIndicators = Object.entries(indicators).flatMap(([name, value]) => (value ? [name] : []));
  return [...settings.exposureSettings, ...activeIndicators];
};

/**
 * Validates the environment and converts it to settings.
 * @param hostProblem why HOST is invalid although it has a valid format
 * @throws StartupError with all problems
 */
export const parseSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  hostProblem?: string,
): Settings => {
  const rawEnvironment = omitEmpty(environment);
  const result = environmentSchema.safeParse(rawEnvironment);
  const issues = result.success ? [] : result.error.issues;
  const invalidNames = new Set([...issues.map(({ path }) => path[0]), ...(hostProblem ? ['HOST'] : [])]);
  const validEnvironment = parseValidSettings(rawEnvironment, invalidNames);
  const valueProblems = issues.map((issue) => formatProblem(issue, rawEnvironment));
  const hostProblems = hostProblem ? [hostProblem] : [];
  const combinationProblems = findSettingProblems(validEnvironment, rawEnvironment);
  const problems = [...new Set([...valueProblems, ...hostProblems, ...combinationProblems])];
  return problems.length > 0 ? throwProblems(problems) : toSettings(validEnvironment);
};

const readEnvironment = (): NodeJS.ProcessEnv => {
  const file: Record<string, string> = {};
  readDotenv({ quiet: true, processEnv: file });
  return { ...file, ...process.env };
};

/**
 * Reads the settings from the environment. Settings that are unset or empty there are read from `.env` in the
 * working directory.
 * @throws StartupError with all problems
 */
export const loadSettings = (): Settings => parseSettings(readEnvironment());

const findHostProblem = async (name: string | undefined): Promise<string | undefined> => {
  if (!name?.trim() || !host.safeParse(name).success) return undefined;
  return lookup(name).then(
    () => undefined,
    () => `No machine named ${name} can be found; set HOST to an address or a name of this one.`,
  );
};

/**
 * Reads the settings of a process that listens on HOST, as `loadSettings` does, and checks that its name exists.
 * @throws StartupError with all problems
 */
export const loadListenerSettings = async (): Promise<Settings> => {
  const environment = readEnvironment();
  return parseSettings(environment, await findHostProblem(environment.HOST));
};
