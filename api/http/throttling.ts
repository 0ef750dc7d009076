import { createHash } from 'node:crypto';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { slowDown } from './failure.ts';
import type { ApiSystem } from './system.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Throttle rules of the API. `points` are the allowed attempts per `seconds`. */
export const rules = {
  loginAddress: { name: 'login-address', points: 30, seconds: 5 * MINUTE },
  /** Wrong passwords per username and network. The last one locks the pair. */
  loginPair: { name: 'login-pair', points: 10, seconds: 5 * MINUTE, refundable: true },
  /** Wrong passwords per username from all networks. */
  loginUsername: { name: 'login-username', points: 200, seconds: 60 * MINUTE, refundable: true },
  /** Attempts of a known device. After that it is treated as unknown. */
  loginDevice: { name: 'login-device', points: 10, seconds: 5 * MINUTE },
  registerMinute: { name: 'register-minute', points: 30, seconds: MINUTE },
  registerDay: { name: 'register-day', points: 300, seconds: DAY },
  identityAddress: { name: 'identity-address', points: 30, seconds: 5 * MINUTE },
  writes: { name: 'writes', points: 300, seconds: MINUTE, share: 20 },
  /** Limits the testing of stolen cards. Accounts of one address share the larger limit of the next rule. */
  payments: { name: 'payments', points: 10, seconds: MINUTE },
  paymentsAddress: { name: 'payments-address', points: 100, seconds: MINUTE },
  paymentLooks: { name: 'payment-looks', points: 60, seconds: MINUTE },
  posts: { name: 'posts', points: 60, seconds: MINUTE, share: 5 },
} satisfies Record<string, ThrottleRule>;

/**
 * Takes a point of each rule.
 * @throws ApiFailure 429 with the longest wait of the exceeded rules as `Retry-After`
 */
export async function throttled(
  { throttle }: Pick<ApiSystem, 'throttle'>,
  key: string,
  ...asked: readonly ThrottleRule[]
): Promise<void> {
  const waits = await Promise.all(asked.map((rule) => throttle.take(rule, key)));
  const longest = Math.max(...waits);
  if (longest > 0) throw slowDown(longest);
}

/** Hashes a name that a person chose. Throttles outlive erasure, so they must not store the name itself. */
export const nameKey = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 24);
