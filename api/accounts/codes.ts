import { consumeCode, type FactorOwner, isAuthenticatorCode } from '../../application/second-factors.ts';
import { createLoginLockedFailure } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { THROTTLE_RULES } from '../http/throttling.ts';

/**
 * Checks and consumes an authenticator or recovery code. Wrong authenticator codes are limited per account and day,
 * because they have only six digits.
 * @throws ApiFailure 429 when the account has too many wrong codes
 */
export async function checkCode(system: ApiSystem, owner: FactorOwner, code: string): Promise<boolean> {
  if (!isAuthenticatorCode(code)) return consumeCode(system, owner, code);
  const { throttle } = system;
  const { wait: waitSeconds } = await throttle.takeAndCount(THROTTLE_RULES.codeAccount, owner.accountId);
  if (waitSeconds > 0) throw createLoginLockedFailure(waitSeconds);
  const isCorrect = await consumeCode(system, owner, code);
  if (isCorrect) await throttle.refund(THROTTLE_RULES.codeAccount, owner.accountId);
  return isCorrect;
}
