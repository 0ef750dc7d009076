/** Password use cases: changing a password, adding the first one, and setting a new one with a one-time link. */
import { randomBytes } from 'node:crypto';
import { accountDecider } from '../domain/accounts/decide.ts';
import { getPasswordResetPath } from '../domain/accounts/rules.ts';
import type { Handler } from '../domain/handle.ts';
import { type AccountId, addMs, type Uuid } from '../domain/kernel/ids.ts';
import type { Language } from '../domain/kernel/language.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';
import type { QueuedEmail } from '../domain/ports/email.ts';
import type { Passwords } from '../domain/ports/passwords.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';

/** Lifetime of a password reset link, in milliseconds. */
export const RESET_TTL_MS = 30 * 60_000;
const TOKEN_BYTES = 32;

interface PasswordDependencies {
  readonly privateData: Pick<PrivateData, 'registry' | 'passwordResets' | 'emails'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

interface PasswordChange {
  readonly accountId: AccountId;
  /** Session that remains open. */
  readonly sessionId: Uuid;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Result of a password change. `wrong`: the current password is wrong. `same`: the new password equals the current one.
 * `none`: the account has no password.
 */
type PasswordChangeResult = 'changed' | 'wrong' | 'same' | 'none';

/**
 * Changes an account's password, ends its other sessions, and deletes its known devices and reset links. Of several
 * concurrent changes, only one succeeds.
 * @throws PasswordsOverloaded when too many passwords are waiting to be hashed
 */
export async function changePassword(
  { privateData, passwords }: PasswordDependencies,
  { accountId, sessionId, currentPassword, newPassword }: PasswordChange,
): Promise<PasswordChangeResult> {
  const currentHash = await privateData.registry.findPasswordHash(accountId);
  if (currentHash === null) return 'none';
  if (!(await passwords.verify(currentPassword, currentHash, accountId))) return 'wrong';
  if (await passwords.verify(newPassword, currentHash, accountId)) return 'same';
  const newHash = await passwords.hash(newPassword, accountId);
  const change = { accountId, currentHash, newHash, keptSessionId: sessionId };
  return (await privateData.registry.changePassword(change)) ? 'changed' : 'wrong';
}

/**
 * Adds a username and a password to an account that has no password.
 * @returns `exists` if the account has a password, `taken` if another account has the username
 * @throws PasswordsOverloaded when too many passwords are waiting to be hashed
 */
export async function addPassword(
  { privateData, passwords }: PasswordDependencies,
  accountId: AccountId,
  username: string,
  password: string,
): Promise<'added' | 'exists' | 'taken'> {
  if ((await privateData.registry.findPasswordHash(accountId)) !== null) return 'exists';
  const hash = await passwords.hash(password, accountId);
  return privateData.registry.addCredentials(accountId, username, hash);
}

/**
 * Creates a password reset link, which works once, within 30 minutes. The account's earlier links become invalid.
 * @param createEmail writes the email that contains the link; it is queued in the same transaction
 * @returns null if the account has no password
 */
export async function createResetLink(
  { privateData, clock }: Pick<PasswordDependencies, 'privateData' | 'clock'>,
  accountId: AccountId,
  publicUrl: string,
  createEmail?: (link: string) => QueuedEmail,
): Promise<string | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const link = `${publicUrl}${getPasswordResetPath(token)}`;
  const expiresAt = addMs(clock.now(), RESET_TTL_MS);
  const isCreated = await privateData.passwordResets.begin(accountId, token, expiresAt, createEmail?.(link));
  return isCreated ? link : null;
}

interface PasswordEmailDependencies extends Pick<PasswordDependencies, 'privateData' | 'clock'> {
  readonly handler: Pick<Handler, 'load'>;
  readonly ids: IdSource;
  readonly publicUrl: string;
}

/** Emails a reset link to the account with this address, if it exists and has a password. */
export async function queueResetLinkEmail(
  dependencies: PasswordEmailDependencies,
  email: string,
  language: Language,
): Promise<void> {
  const accountId = await dependencies.privateData.registry.findAccountByEmail(email);
  if (!accountId) return;
  const { state } = await dependencies.handler.load(accountDecider, accountId);
  if (state.status === 'NONE') return;
  const { nickname } = state;
  await createResetLink(dependencies, accountId, dependencies.publicUrl, (link) => ({
    id: dependencies.ids.next(),
    accountId,
    kind: 'password-reset',
    language,
    content: { nickname, link },
  }));
}

/** Emails an account that its password was changed. */
export async function queuePasswordChangeEmail(
  { privateData, handler, ids }: PasswordEmailDependencies,
  accountId: AccountId,
  language: Language,
): Promise<void> {
  const { state } = await handler.load(accountDecider, accountId);
  if (state.status === 'NONE') return;
  const content = { nickname: state.nickname };
  await privateData.emails.queue({ id: ids.next(), accountId, kind: 'password-changed', language, content });
}

/**
 * Sets a new password with the token from a reset link, and ends all sessions.
 * @returns the account id, or null if the token is not valid
 * @throws PasswordsOverloaded when too many passwords are waiting to be hashed
 */
export async function resetPassword(
  { privateData, passwords, clock }: PasswordDependencies,
  token: string,
  password: string,
  hashingGroup: string,
): Promise<AccountId | null> {
  if (!(await privateData.passwordResets.isValid(token, clock.now()))) return null;
  const hash = await passwords.hash(password, hashingGroup);
  return privateData.passwordResets.complete(token, hash, clock.now());
}
