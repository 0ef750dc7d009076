import type { z } from 'zod';
import { isLoopback } from '../common/loopback.ts';
import { type Environment, EXPECTED_VALUES } from './config-schema.ts';
import { findAddressProblem } from './event-log/eventstoredb/address.ts';

const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const SMTP_NAMES = ['SMTP_URL', 'MAIL_FROM'] as const;
const GOOGLE_NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;

/** Settings as they are set, including invalid ones. */
type RawEnvironment = Readonly<Partial<Record<keyof Environment, unknown>>>;

const findGroupProblems = (environment: RawEnvironment, names: readonly (keyof Environment)[]): string[] => {
  const missingNames = names.filter((name) => environment[name] === undefined);
  if (missingNames.length === 0 || missingNames.length === names.length) return [];
  return [`${missingNames.join(' and ')} must be set too, because ${names.join(', ')} belong together.`];
};

/** Returns the settings that make the system public, and the reasons for error messages. */
export const findExposures = ({ NODE_ENV, HOST, PUBLIC_URL }: Environment) =>
  [
    { name: 'NODE_ENV', isPublic: NODE_ENV === 'production', reason: 'NODE_ENV is production' },
    { name: 'HOST', isPublic: !isLoopback(HOST), reason: 'HOST is not a loopback address' },
    {
      name: 'PUBLIC_URL',
      isPublic: PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname),
      reason: 'PUBLIC_URL is not a loopback address',
    },
  ].filter(({ isPublic }) => isPublic);

const isUnset = (environment: RawEnvironment, names: readonly (keyof Environment)[]): boolean =>
  names.every((name) => environment[name] === undefined);

/** Returns the names of unset settings without which payments or sign-in are simulated, or emails are not sent. */
const findMissingServices = (environment: RawEnvironment): readonly string[] =>
  [STRIPE_NAMES, GOOGLE_NAMES, SMTP_NAMES].filter((names) => isUnset(environment, names)).flat();

/** Returns whether payments, sign-in or both are simulated. */
export const hasSimulatedPaymentsOrSignIn = (environment: Environment): boolean =>
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
export const findSettingProblems = (environment: Environment, rawEnvironment: RawEnvironment): string[] => {
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

/** Settings whose values are not printed. Public settings may contain a secret key by mistake. */
const SECRET_SETTINGS = /SECRET|STRIPE|GOOGLE|SMTP_URL|DATABASE_URL|EVENTSTORE_URL|REDIS_URL/;

/** Returns a sentence about the invalid value of one setting. */
export const formatProblem = (
  issue: z.core.$ZodIssue,
  environment: Readonly<Record<string, unknown>>,
): string => {
  const name = issue.path[0] as keyof Environment;
  const value = environment[name];
  const shownValue = SECRET_SETTINGS.test(name) ? '' : `, not "${String(value)}"`;
  return `${name} must be ${EXPECTED_VALUES[name] ?? 'a text'}${shownValue}.`;
};
