/** Token secret of all tested processes. */
export const TOKEN_SECRET = 'a secret of thirty-two characters or more';

/** Empty values for all settings. An empty setting counts as missing, but a `.env` file does not override it. */
const EMPTY_SETTINGS: Readonly<Record<string, string>> = {
  NODE_ENV: '',
  PORT: '',
  HOST: '',
  // A folder that cannot exist, so that a test without its own folder does not use the data of this machine.
  KINDRA_DATA: '/dev/null/kindra',
  PUBLIC_URL: '',
  DATABASE_URL: '',
  MIGRATION_DATABASE_URL: '',
  EVENTSTORE_URL: '',
  REDIS_URL: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  KINDRA_ALLOW_SIMULATOR: '',
  ANCHOR_KEY_FILE: '',
  TOKEN_SECRET: '',
  TRUSTED_PROXIES: '',
  READS_PER_ACCOUNT: '',
  READS_PER_ADDRESS: '',
  READ_CACHE_MB: '',
  LOG_LEVEL: 'warn',
  METRICS_PORT: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
};

/** Returns the environment of a tested process. It contains only the given settings. */
export const createProcessEnvironment = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, ...rest } = process.env;
  return { ...rest, ...EMPTY_SETTINGS, ...settings };
};
