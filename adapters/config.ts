import { lookup } from 'node:dns/promises';
import { join, resolve } from 'node:path';
import { config as readDotenv } from 'dotenv';
import {
  findExposures,
  findSettingProblems,
  formatProblem,
  hasSimulatedPaymentsOrSignIn,
} from './config-problems.ts';
import { type Environment, environmentSchema, host } from './config-schema.ts';
import { StartupError } from './startup-error.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Validated settings. An undefined setting is either disabled or has its documented default. */
export type Settings = Readonly<ReturnType<typeof toSettings>>;

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
    isStaging: environment.KINDRA_ALLOW_SIMULATOR === 'true' && hasSimulatedPaymentsOrSignIn(environment),
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
