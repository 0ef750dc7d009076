import { accountDecider } from '../domain/accounts/decide.ts';
import type { BaseRole } from '../domain/accounts/events.ts';
import { deriveNames } from '../domain/accounts/identity-names.ts';
import type { NamingResult, Registration } from '../domain/accounts/registration.ts';
import { createNicknameCandidate, type SuspensionDays } from '../domain/accounts/rules.ts';
import { isClosed } from '../domain/accounts/state.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import type { Rejected } from '../domain/kernel/decider.ts';
import type { Actor } from '../domain/kernel/event.ts';
import { type AccountId, addDays, type Uuid } from '../domain/kernel/ids.ts';
import type { Language } from '../domain/kernel/language.ts';
import type { OrganizationData, PersonalData } from '../domain/ports/account-registry.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';
import type { VerifiedIdentity } from '../domain/ports/identity.ts';
import type { Passwords } from '../domain/ports/passwords.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import type { AppendSummary } from '../domain/ports/read-models.ts';

type AccountResult = Promise<ResultOf<typeof accountDecider>>;

interface AccountsDependencies {
  readonly handler: Handler;
  readonly privateData: PrivateData;
}

/** Data of an account that is registered with a username and a password. */
export interface AccountRegistration extends PersonalData {
  readonly accountId: AccountId;
  readonly username: string;
  readonly password: string;
  readonly role: BaseRole;
  readonly profileName: string;
  /** Category of an organization; null for a person. */
  readonly category: string | null;
  readonly organization?: OrganizationData;
  /** Language of emails; English if omitted. */
  readonly language?: Language;
  /** Whether the email address needs no verification; false if omitted. */
  readonly isEmailVerified?: boolean;
}

/**
 * Registers an account. Repeating the call with the same account id has no effect.
 * @param hashingGroup group in the password hashing queue; waiting groups take turns
 * @throws PasswordsOverloaded when too many passwords are waiting to be hashed
 */
export async function registerAccount(
  { passwords, registration }: { readonly passwords: Passwords; readonly registration: Registration },
  { username, password, isEmailVerified = false, ...account }: AccountRegistration,
  context: CommandContext,
  hashingGroup?: string,
): Promise<NamingResult> {
  const passwordHash = await passwords.hash(password, hashingGroup);
  return registration.register(
    {
      ...account,
      isEmailVerified,
      credentials: { username, passwordHash },
      identity: null,
      getNicknameCandidate: (n) => createNicknameCandidate(username, n),
    },
    context,
  );
}

/**
 * Returns the account linked to an identity provider user, and registers one with the new id at the first login.
 * @returns the account id and the written events
 */
export async function findOrRegisterPerson(
  { handler, privateData, registration }: AccountsDependencies & { readonly registration: Registration },
  person: VerifiedIdentity,
  newId: AccountId,
  createContext: (accountId: AccountId) => CommandContext,
  language: Language,
): Promise<
  | {
      readonly accepted: true;
      readonly accountId: AccountId;
      readonly appends: readonly AppendSummary[];
    }
  | Rejected
> {
  const identity = { provider: person.provider, subject: person.subject };
  const existingId = await privateData.registry.findAccount(identity);
  if (existingId && (await handler.load(accountDecider, existingId)).state.status !== 'NONE')
    return { accepted: true, accountId: existingId, appends: [] };
  const accountId = existingId ?? newId;
  const { name, surnames, getNicknameCandidate } = deriveNames(person);
  const registrationResult = await registration.register(
    {
      accountId,
      role: 'USER',
      profileName: name,
      category: null,
      credentials: null,
      identity,
      isEmailVerified: true,
      language,
      getNicknameCandidate,
      email: person.email,
      name,
      surnames,
      birthdate: null,
      gender: null,
    },
    createContext(accountId),
  );
  return registrationResult.accepted
    ? { accepted: true, accountId, appends: [registrationResult] }
    : registrationResult;
}

/** Ends all sessions of an account and deletes its known devices. */
export async function logOutEverywhere(
  { privateData }: Pick<AccountsDependencies, 'privateData'>,
  accountId: AccountId,
): Promise<void> {
  await privateData.sessions.closeAll(accountId);
  await privateData.devices.deleteAll(accountId);
}

/** Deactivates an account at its owner's request, and logs it out everywhere. */
export async function deactivateAccount(
  dependencies: AccountsDependencies,
  accountId: AccountId,
  context: CommandContext,
): AccountResult {
  const deactivateCommand = { type: 'DeactivateAccount', accountId } as const;
  const commandResult = await dependencies.handler.handle(
    accountDecider,
    accountId,
    deactivateCommand,
    context,
  );
  if (commandResult.accepted) await logOutEverywhere(dependencies, accountId);
  return commandResult;
}

interface BanOptions {
  /** Duration of a suspension. If omitted, the account is banned permanently. */
  readonly days?: SuspensionDays | undefined;
  /** Moderation case that leads to the suspension. It suspends the account only once. */
  readonly caseId?: Uuid | undefined;
  /** Whether workers also cancel the account's campaigns; false if omitted. */
  readonly shouldCancelCrowdfundings?: boolean;
}

/** Bans or suspends an account and logs it out everywhere. */
export async function banAccount(
  dependencies: AccountsDependencies,
  accountId: AccountId,
  { days, caseId, shouldCancelCrowdfundings = false }: BanOptions,
  context: CommandContext,
): AccountResult {
  const until = days && addDays(context.occurredAt, days);
  const banCommand = {
    type: 'BanAccount',
    accountId,
    cancelCrowdfundings: shouldCancelCrowdfundings,
    ...(until && { until }),
    ...(caseId && { caseId }),
  } as const;
  const commandResult = await dependencies.handler.handle(accountDecider, accountId, banCommand, context);
  if (commandResult.accepted) await logOutEverywhere(dependencies, accountId);
  return commandResult;
}

/** Reactivates an account. First ends any sessions that were opened while the account was being closed. */
export async function reactivateAccount(
  { handler, privateData }: AccountsDependencies,
  accountId: AccountId,
  context: CommandContext,
): AccountResult {
  const { state } = await handler.load(accountDecider, accountId);
  if (isClosed(state, context.occurredAt)) await privateData.sessions.closeAll(accountId);
  return handler.handle(accountDecider, accountId, { type: 'ReactivateAccount', accountId }, context);
}

const SUSPENSION_ACTOR: Actor = { kind: 'system', id: 'suspensions' };

/** Records that a suspension is over. */
export function endSuspension(
  {
    handler,
    clock,
    ids,
  }: Pick<AccountsDependencies, 'handler'> & { readonly clock: Clock; readonly ids: IdSource },
  accountId: AccountId,
): AccountResult {
  const [commandId, occurredAt] = [ids.next(), clock.now()];
  const endCommand = { type: 'EndSuspension', accountId, at: occurredAt } as const;
  const context = { commandId, correlationId: commandId, actor: SUSPENSION_ACTOR, occurredAt };
  return handler.handle(accountDecider, accountId, endCommand, context);
}

/** Declines an organization, emails it if its address is verified, and erases its private data. */
export async function declineOrganization(
  { handler, privateData }: AccountsDependencies,
  accountId: AccountId,
  context: CommandContext,
): AccountResult {
  const declineCommand = { type: 'DeclineOrganization', accountId } as const;
  const commandResult = await handler.handle(accountDecider, accountId, declineCommand, context);
  if (!commandResult.accepted) return commandResult;
  const content = { name: commandResult.state.profileName, reason: context.reason ?? null };
  await privateData.registry.erase(accountId, { id: context.commandId, content });
  return commandResult;
}
