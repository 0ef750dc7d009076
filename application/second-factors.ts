/** Second factor use cases: adding and removing factors, and checking their codes. */
import { accountDecider } from '../domain/accounts/decide.ts';
import type { Handler } from '../domain/handle.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import type { Language } from '../domain/kernel/language.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';
import type { FactorChange, QueuedEmail } from '../domain/ports/email.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import type { Passkey } from '../domain/ports/second-factors.ts';
import { createAuthenticatorSecret, findTimeStep, toAuthenticatorUri } from './authenticator-codes.ts';
import { createRecoveryCodes, hashRecoveryCode, normalizeCode } from './recovery-codes.ts';

interface SecondFactorDependencies {
  readonly privateData: Pick<PrivateData, 'secondFactors'>;
  readonly handler: Pick<Handler, 'load'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Account whose factors change, and the language for emails to it. */
export interface FactorOwner {
  readonly accountId: AccountId;
  readonly language: Language;
}

/** Recovery codes issued together with a factor, or null if the account already has unused ones. */
interface IssuedRecoveryCodes {
  readonly recoveryCodes: string[] | null;
}

/** Creates the email that announces a factor change. */
async function createEmail(
  { handler, ids }: Pick<SecondFactorDependencies, 'handler' | 'ids'>,
  { accountId, language }: FactorOwner,
  change: FactorChange,
): Promise<QueuedEmail> {
  const { nickname } = (await handler.load(accountDecider, accountId)).state;
  return { id: ids.next(), accountId, kind: 'factor-changed', language, content: { nickname, change } };
}

/** Creates a secret, which the first valid code activates. Returns null if an app is already active. */
export async function beginAuthenticator(
  { privateData }: Pick<SecondFactorDependencies, 'privateData'>,
  accountId: AccountId,
  nickname: string,
): Promise<{ readonly secret: string; readonly uri: string } | null> {
  const secret = createAuthenticatorSecret();
  const hasBegun = await privateData.secondFactors.beginAuthenticator(accountId, secret);
  return hasBegun ? { secret, uri: toAuthenticatorUri(secret, nickname) } : null;
}

/** Activates the authenticator app with its first code. Returns `missing` if no app is waiting for activation. */
export async function activateAuthenticator(
  dependencies: SecondFactorDependencies,
  owner: FactorOwner,
  code: string,
): Promise<IssuedRecoveryCodes | 'wrong' | 'missing'> {
  const { secondFactors } = dependencies.privateData;
  const authenticator = await secondFactors.findAuthenticator(owner.accountId);
  if (!authenticator || authenticator.isActive) return 'missing';
  const step = findTimeStep(authenticator.secret, normalizeCode(code), dependencies.clock.now());
  if (step === null) return 'wrong';
  const codes = createRecoveryCodes();
  const { isAdded, hasNewCodes } = await secondFactors.activateAuthenticator(
    owner.accountId,
    authenticator.secret,
    step,
    codes.map(hashRecoveryCode),
    await createEmail(dependencies, owner, 'authenticator-added'),
  );
  return isAdded ? { recoveryCodes: hasNewCodes ? [...codes] : null } : 'missing';
}

/** Removes the authenticator app. Returns false if the account has none. */
export const removeAuthenticator = async (
  dependencies: SecondFactorDependencies,
  owner: FactorOwner,
): Promise<boolean> =>
  dependencies.privateData.secondFactors.removeAuthenticator(
    owner.accountId,
    await createEmail(dependencies, owner, 'authenticator-removed'),
  );

/** Adds a verified passkey. Returns null if the passkey exists or the account already has `limit` passkeys. */
export async function addPasskey(
  dependencies: SecondFactorDependencies,
  owner: FactorOwner,
  passkey: Passkey,
  limit: number,
): Promise<IssuedRecoveryCodes | null> {
  const codes = createRecoveryCodes();
  const { isAdded, hasNewCodes } = await dependencies.privateData.secondFactors.addPasskey(
    passkey,
    limit,
    codes.map(hashRecoveryCode),
    await createEmail(dependencies, owner, 'passkey-added'),
  );
  return isAdded ? { recoveryCodes: hasNewCodes ? [...codes] : null } : null;
}

/** Removes a passkey. Returns false if the account has no such passkey. */
export const removePasskey = async (
  dependencies: SecondFactorDependencies,
  owner: FactorOwner,
  id: string,
): Promise<boolean> =>
  dependencies.privateData.secondFactors.removePasskey(
    owner.accountId,
    id,
    await createEmail(dependencies, owner, 'passkey-removed'),
  );

/** Replaces the recovery codes. Returns null if the account has no second factor. */
export async function renewRecoveryCodes(
  dependencies: SecondFactorDependencies,
  owner: FactorOwner,
): Promise<IssuedRecoveryCodes | null> {
  const { secondFactors } = dependencies.privateData;
  const { hasAuthenticator, passkeys } = await secondFactors.summarize(owner.accountId);
  if (!hasAuthenticator && passkeys.length === 0) return null;
  const codes = createRecoveryCodes();
  const email = await createEmail(dependencies, owner, 'codes-renewed');
  await secondFactors.replaceRecoveryCodes(owner.accountId, codes.map(hashRecoveryCode), email);
  return { recoveryCodes: [...codes] };
}

/** Deletes all second factors of an account and logs it out everywhere. Returns false if it has none. */
export const resetFactors = async (
  dependencies: Pick<SecondFactorDependencies, 'privateData' | 'handler' | 'ids'>,
  owner: FactorOwner,
): Promise<boolean> =>
  dependencies.privateData.secondFactors.reset(
    owner.accountId,
    await createEmail(dependencies, owner, 'reset'),
  );

const AUTHENTICATOR_CODE_PATTERN = /^\d{6}$/;

/** Returns whether the input looks like an authenticator code. Anything else is treated as a recovery code. */
export const isAuthenticatorCode = (code: string): boolean =>
  AUTHENTICATOR_CODE_PATTERN.test(normalizeCode(code));

/** Checks and consumes an authenticator code or a recovery code. Returns whether it was correct. */
export async function consumeCode(
  dependencies: SecondFactorDependencies,
  owner: FactorOwner,
  typedCode: string,
): Promise<boolean> {
  const { secondFactors } = dependencies.privateData;
  const { accountId } = owner;
  if (!isAuthenticatorCode(typedCode)) {
    const email = await createEmail(dependencies, owner, 'code-used');
    return secondFactors.consumeRecoveryCode(accountId, hashRecoveryCode(typedCode), email);
  }
  const authenticator = await secondFactors.findAuthenticator(accountId);
  if (!authenticator?.isActive) return false;
  const step = findTimeStep(authenticator.secret, normalizeCode(typedCode), dependencies.clock.now());
  return step !== null && secondFactors.acceptStep(accountId, step);
}
