import { createHash } from 'node:crypto';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { createTooManyRequestsFailure } from './failure.ts';
import type { ApiSystem } from './system.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

/** Throttle rules of the API. `points` are the allowed attempts per `seconds`. */
export const THROTTLE_RULES = {
  loginAddress: { name: 'login-address', points: 30, seconds: 5 * MINUTE_SECONDS },
  /** Wrong passwords per username and network. The last one locks the pair. */
  loginPair: { name: 'login-pair', points: 10, seconds: 5 * MINUTE_SECONDS, refundable: true },
  /** Wrong passwords per username from all networks. */
  loginUsername: { name: 'login-username', points: 200, seconds: 60 * MINUTE_SECONDS, refundable: true },
  /** Attempts of a known device. Beyond this limit, the device is treated as unknown. */
  loginDevice: { name: 'login-device', points: 10, seconds: 5 * MINUTE_SECONDS },
  registerMinute: { name: 'register-minute', points: 30, seconds: MINUTE_SECONDS },
  registerDay: { name: 'register-day', points: 300, seconds: DAY_SECONDS },
  /** Password changes of an account, and attempts with one-time links. */
  passwordAccount: { name: 'password-account', points: 10, seconds: 5 * MINUTE_SECONDS },
  /** Wrong codes of an account's authenticator app. */
  codeAccount: { name: 'code-account', points: 100, seconds: DAY_SECONDS, refundable: true },
  /** Logins with passkeys, in two calls each. */
  passkeyAddress: { name: 'passkey-address', points: 60, seconds: 5 * MINUTE_SECONDS },
  /** Password reset emails to one address. */
  passwordMail: { name: 'password-mail', points: 5, seconds: 60 * MINUTE_SECONDS },
  /** Emails that verify an address of an account. */
  emailAccount: { name: 'email-account', points: 5, seconds: 60 * MINUTE_SECONDS },
  passwordAddress: { name: 'password-address', points: 30, seconds: 5 * MINUTE_SECONDS },
  /** Exports of an account's data. */
  dataExports: { name: 'data-exports', points: 3, seconds: DAY_SECONDS },
  identityAddress: { name: 'identity-address', points: 30, seconds: 5 * MINUTE_SECONDS },
  writes: { name: 'writes', points: 300, seconds: MINUTE_SECONDS, share: 20 },
  /** Payments per account, to limit tests of stolen cards. `paymentsAddress` limits all accounts of an address. */
  payments: { name: 'payments', points: 10, seconds: MINUTE_SECONDS },
  paymentsAddress: { name: 'payments-address', points: 100, seconds: MINUTE_SECONDS },
  paymentStatus: { name: 'payment-looks', points: 60, seconds: MINUTE_SECONDS },
  posts: { name: 'posts', points: 60, seconds: MINUTE_SECONDS, share: 5 },
} satisfies Record<string, ThrottleRule>;

/**
 * Consumes one point of each rule.
 * @throws ApiFailure 429 with the longest wait of the exceeded rules as `Retry-After`
 */
export async function enforceThrottle(
  { throttle }: Pick<ApiSystem, 'throttle'>,
  key: string,
  ...rules: readonly ThrottleRule[]
): Promise<void> {
  const waitSeconds = await Promise.all(rules.map((rule) => throttle.take(rule, key)));
  const longestWait = Math.max(...waitSeconds);
  if (longestWait > 0) throw createTooManyRequestsFailure(longestWait);
}

/** Hashes a name for a throttle key. Throttles are stored after an erasure, so they must not contain the name. */
export const hashName = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 24);
