/** Use cases of passwords: changing one, and setting a new one with a one-time link. */
import { randomBytes } from 'node:crypto';
import { passwordResetPath } from '../domain/accounts/rules.ts';
import type { AccountId, Uuid } from '../domain/kernel/ids.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { Passwords } from '../domain/ports/passwords.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';

/** Lifetime of a link for a new password. */
export const RESET_TTL_MS = 30 * 60_000;
const TOKEN_BYTES = 32;

interface PasswordSystem {
  readonly privateData: Pick<PrivateData, 'registry' | 'sessions' | 'devices' | 'passwordResets'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

/** A change of the password by its owner. */
export interface PasswordChange {
  readonly accountId: AccountId;
  /** The session that stays open. */
  readonly sessionId: Uuid;
  readonly current: string;
  readonly next: string;
}

/** Result of a change: done, or why not. */
export type PasswordChangeResult = 'changed' | 'wrong' | 'same' | 'none';

/**
 * Changes the password of an account, and ends its other sessions and known devices.
 * @throws PasswordsOverloaded
 */
export async function changePassword(
  { privateData, passwords }: PasswordSystem,
  { accountId, sessionId, current, next }: PasswordChange,
): Promise<PasswordChangeResult> {
  const hash = await privateData.registry.findPasswordHash(accountId);
  if (hash === null) return 'none';
  if (!(await passwords.verify(current.normalize('NFC'), hash, accountId))) return 'wrong';
  if (await passwords.verify(next, hash, accountId)) return 'same';
  await privateData.registry.changePassword(accountId, await passwords.hash(next, accountId));
  await privateData.sessions.closeOthers(accountId, sessionId);
  await privateData.devices.deleteAll(accountId);
  return 'changed';
}

/**
 * Creates a link that sets a new password once, within 30 minutes. Earlier links of the account become invalid.
 * @returns null if the account has no password
 */
export async function createResetLink(
  { privateData, clock }: Pick<PasswordSystem, 'privateData' | 'clock'>,
  accountId: AccountId,
  publicUrl: string,
): Promise<string | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(Date.parse(clock.now()) + RESET_TTL_MS).toISOString();
  const created = await privateData.passwordResets.begin(accountId, token, expiresAt);
  return created ? `${publicUrl}${passwordResetPath(token)}` : null;
}

/**
 * Sets a new password with the token of a link, and ends all sessions.
 * @returns the account, null if the token is not valid
 * @throws PasswordsOverloaded
 */
export async function resetPassword(
  { privateData, passwords, clock }: PasswordSystem,
  token: string,
  password: string,
  hashingGroup: string,
): Promise<AccountId | null> {
  if (!(await privateData.passwordResets.isValid(token, clock.now()))) return null;
  const hash = await passwords.hash(password, hashingGroup);
  return privateData.passwordResets.complete(token, hash, clock.now());
}
