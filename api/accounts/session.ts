import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountState } from '../../domain/accounts/state.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import { walletOf } from '../../projections/wallet/wallets/query.ts';
import type { AuthResponse, SessionUser } from '../contract/shapes.ts';
import { mayNotLogIn, sessionExpired } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { sessionUserOf, standingOf } from './present.ts';

/** For how long a session lasts. */
const SESSION_MS = 7 * 24 * 60 * 60 * 1000;

/** A session that starts now, in whole seconds, as tokens count. */
export function newSession({ clock }: Pick<ApiSystem, 'clock'>, id: Uuid, accountId: AccountId): Session {
  const start = Math.floor(Date.parse(clock.now()) / 1000) * 1000;
  const at = (time: number) => new Date(time).toISOString();
  return { id, accountId, createdAt: at(start), expiresAt: at(start + SESSION_MS) };
}

/**
 * Who an account is to itself, by the log: read models may be behind what it has just done.
 * @throws ApiFailure 401 when its personal data is gone
 */
export async function sessionUser(
  { privateData, pool }: ApiSystem,
  accountId: AccountId,
  state: AccountState,
): Promise<SessionUser> {
  const person = await privateData.registry.personalDataOf(accountId);
  if (!person) throw sessionExpired();
  const { walletCoins } = await walletOf(pool, accountId);
  return sessionUserOf(accountId, state, person, walletCoins);
}

/** The answer that hands a session to its account. */
export async function authResponse(
  system: ApiSystem,
  session: Session,
  state: AccountState,
): Promise<AuthResponse> {
  const token = await system.tokens.sign(session);
  const dataUser = await sessionUser(system, session.accountId, state);
  return { token, expiration: session.expiresAt, dataUser };
}

/**
 * Opens a session of an account; null when there is no such account, or none any more.
 * @throws ApiFailure 403 when it may not log in
 */
export async function openSession(
  system: ApiSystem,
  accountId: AccountId,
): Promise<{ readonly session: Session; readonly state: AccountState } | null> {
  const { state } = await system.handler.load(accountDecider, accountId);
  const standing = standingOf[state.status];
  if (standing === null) return null;
  if (standing !== 'ACTIVE') throw mayNotLogIn(standing);
  const session = newSession(system, system.ids.next(), accountId);
  await system.privateData.sessions.open(session);
  return { session, state };
}

/**
 * Logs an account in; null when there is no such account, or none any more.
 * @throws ApiFailure 403 when it may not log in
 */
export async function logIn(system: ApiSystem, accountId: AccountId): Promise<AuthResponse | null> {
  const opened = await openSession(system, accountId);
  return opened && authResponse(system, opened.session, opened.state);
}
