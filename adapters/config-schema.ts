import { isIP } from 'node:net';
import { z } from 'zod';
import { isNetwork } from '../common/networks.ts';
import { isPercentEncoded } from '../common/percent-encoding.ts';
import { parsePostgresUrl } from './postgres-url.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MIN_SECRET_LENGTH = 32;

const port = z.coerce.number().int().min(0).max(65_535);

const rate = z.coerce.number().int().min(1);

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

/** Schema of HOST: an IP address or a host name. */
export const host = z.string().refine((text) => isIP(text) > 0 || /^\w([\w.-]*\w)?$/.test(text));

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

/** Schema of the environment variables that are settings. */
export const environmentSchema = z.object({
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

/** Valid values of the settings, by environment variable. */
export type Environment = z.infer<typeof environmentSchema>;

const PERCENT_ENCODED = ', with special characters of its password percent-encoded';

/** Descriptions of valid values, for error messages. */
export const EXPECTED_VALUES: Partial<Record<keyof Environment, string>> = {
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
