import { createHash } from 'node:crypto';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { createTooManyRequestsFailure } from './failure.ts';
import type { ApiSystem } from './system.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

/** Throttle rules of the API. A rule allows `points` attempts per `seconds`. */
export const THROTTLE_RULES = {
  loginAddress: { name: 'login-address', points: 30, seconds: 5 * MINUTE_SECONDS },
  /** Wrong passwords per username and network. Then the username is locked for that network. */
  loginPair: { name: 'login-pair', points: 10, seconds: 5 * MINUTE_SECONDS, isRefundable: true },
  /** Wrong passwords per username, from all networks. */
  loginUsername: { name: 'login-username', points: 200, seconds: 60 * MINUTE_SECONDS, isRefundable: true },
  /** Beyond this limit, the device is treated as unknown. */
  loginDevice: { name: 'login-device', points: 10, seconds: 5 * MINUTE_SECONDS },
  registerMinute: { name: 'register-minute', points: 30, seconds: MINUTE_SECONDS },
  registerDay: { name: 'register-day', points: 300, seconds: DAY_SECONDS },
  /** Password changes per account, and attempts with one-time links. */
  passwordAccount: { name: 'password-account', points: 10, seconds: 5 * MINUTE_SECONDS },
  codeAccount: { name: 'code-account', points: 100, seconds: DAY_SECONDS, isRefundable: true },
  /** Calls for passkey logins. Each login takes two calls. */
  passkeyAddress: { name: 'passkey-address', points: 60, seconds: 5 * MINUTE_SECONDS },
  passwordEmail: { name: 'password-mail', points: 5, seconds: 60 * MINUTE_SECONDS },
  /** Verification emails to an address, for all accounts that claim it. */
  verificationEmail: { name: 'verification-email', points: 5, seconds: 60 * MINUTE_SECONDS },
  emailAccount: { name: 'email-account', points: 5, seconds: 60 * MINUTE_SECONDS },
  passwordAddress: { name: 'password-address', points: 30, seconds: 5 * MINUTE_SECONDS },
  dataExports: { name: 'data-exports', points: 3, seconds: DAY_SECONDS },
  identityAddress: { name: 'identity-address', points: 30, seconds: 5 * MINUTE_SECONDS },
  writes: { name: 'writes', points: 300, seconds: MINUTE_SECONDS, share: 20 },
  /** Limits card testing, in which stolen cards are tried out. */
  payments: { name: 'payments', points: 60, seconds: MINUTE_SECONDS },
  paymentsAddress: { name: 'payments-address', points: 600, seconds: MINUTE_SECONDS },
  paymentStatus: { name: 'payment-looks', points: 60, seconds: MINUTE_SECONDS },
  posts: { name: 'posts', points: 60, seconds: MINUTE_SECONDS, share: 5 },
} satisfies Record<string, ThrottleRule>;

/**
 * Consumes one point of each rule, in the given order, and stops at the first exceeded rule. Pass the rule with the
 * shortest period first, so that the attempts that it refuses do not count for the longer ones.
 * @throws ApiFailure 429 when a rule is exceeded, with its wait as `Retry-After`
 */
export async function enforceThrottle(
  { throttle }: Pick<ApiSystem, 'throttle'>,
  key: string,
  ...rules: readonly ThrottleRule[]
): Promise<void> {
  for (const rule of rules) {
    const waitSeconds = await throttle.take(rule, key);
    if (waitSeconds > 0) throw createTooManyRequestsFailure(waitSeconds);
  }
}

/**
 * Hashes a name for a throttle key. Throttles are kept when the account is erased, so they must not contain the name.
 */
export const hashName = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 24);
