import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import { sessionProfile } from '../../projections/accounts/profiles/query.ts';
import type { AuthResponse, SessionUser } from '../contract/shapes.ts';
import { mayNotLogIn, sessionExpired } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { sessionUserOf } from './present.ts';

/** For how long a session lasts. */
const SESSION_MS = 7 * 24 * 60 * 60 * 1000;

/** A session that starts now, in whole seconds, as tokens count. */
export function newSession({ clock }: Pick<ApiSystem, 'clock'>, id: Uuid, accountId: AccountId): Session {
  const start = Math.floor(Date.parse(clock.now()) / 1000) * 1000;
  const at = (time: number) => new Date(time).toISOString();
  return { id, accountId, createdAt: at(start), expiresAt: at(start + SESSION_MS) };
}

/** Who an account is to itself. @throws ApiFailure 401 when the account is gone */
export async function sessionUser(
  { pool, privateData }: ApiSystem,
  accountId: AccountId,
): Promise<SessionUser> {
  const [profile, person] = await Promise.all([
    sessionProfile(pool, accountId),
    privateData.registry.personalDataOf(accountId),
  ]);
  if (!profile || !person) throw sessionExpired();
  return sessionUserOf(profile, person);
}

/** The answer that hands a session to its account. */
export async function authResponse(
  system: ApiSystem,
  session: Session,
  dataUser?: SessionUser,
): Promise<AuthResponse> {
  const token = await system.tokens.sign(session);
  return {
    token,
    expiration: session.expiresAt,
    dataUser: dataUser ?? (await sessionUser(system, session.accountId)),
  };
}

/**
 * Logs an account in.
 * @throws ApiFailure 403 when it may not log in, 401 when it is gone
 */
export async function logIn(system: ApiSystem, accountId: AccountId): Promise<AuthResponse> {
  const profile = await sessionProfile(system.pool, accountId);
  if (!profile) throw sessionExpired();
  if (profile.state !== 'ACTIVE') throw mayNotLogIn(profile.state);
  const session = newSession(system, system.ids.next(), accountId);
  await system.privateData.sessions.open(session);
  return authResponse(system, session);
}
