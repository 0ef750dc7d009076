import type { AuthResponse, SessionUser } from '../../contract/shapes.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Role } from '../../domain/accounts/events.ts';
import { getSessionLimits } from '../../domain/accounts/session-limits.ts';
import type { AccountState } from '../../domain/accounts/state.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Device, Session } from '../../domain/ports/sessions.ts';
import { getWallet } from '../../projections/wallet/wallets/query.ts';
import { createLoginForbiddenFailure, createSessionExpiredFailure } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { STANDING_BY_STATUS, toSessionUser } from './present.ts';

/** Creates a session that starts now. Times are rounded down to seconds, the resolution of tokens. */
export function createSession(
  { clock }: Pick<ApiSystem, 'clock'>,
  id: Uuid,
  accountId: AccountId,
  role: Role,
): Session {
  const startMs = Math.floor(Date.parse(clock.now()) / 1000) * 1000;
  const formatTime = (time: number) => new Date(time).toISOString();
  return {
    id,
    accountId,
    createdAt: formatTime(startMs),
    expiresAt: formatTime(startMs + getSessionLimits(role).lifetimeMs),
  };
}

/**
 * Returns the private view of an account. It uses the account's state from the log, because read models may
 * be behind its last command.
 * @throws ApiFailure 401 when the personal data has been erased
 */
export async function loadSessionUser(
  { privateData, pool }: ApiSystem,
  accountId: AccountId,
  state: AccountState,
): Promise<SessionUser> {
  const personalData = await privateData.registry.findPersonalData(accountId);
  if (!personalData) throw createSessionExpiredFailure();
  const { walletCoins } = await getWallet(pool, accountId);
  return toSessionUser(accountId, state, personalData, walletCoins);
}

/** Creates the response that contains a session's token. */
export async function createAuthResponse(
  system: ApiSystem,
  session: Session,
  state: AccountState,
): Promise<AuthResponse> {
  const token = await system.tokens.sign(session);
  const dataUser = await loadSessionUser(system, session.accountId, state);
  return { token, expiration: session.expiresAt, dataUser };
}

/**
 * Opens a session of an account. Returns null when the account does not exist or was declined or erased.
 * @throws ApiFailure 403 when the account may not log in
 */
export async function openSession(
  system: ApiSystem,
  accountId: AccountId,
  device: Device,
): Promise<{ readonly session: Session; readonly state: AccountState } | null> {
  const { state } = await system.handler.load(accountDecider, accountId);
  const standing = STANDING_BY_STATUS[state.status];
  if (standing === null) return null;
  if (standing !== 'ACTIVE') throw createLoginForbiddenFailure(standing);
  const session = createSession(system, system.ids.next(), accountId, state.role);
  await system.privateData.sessions.open(session, device);
  return { session, state };
}

/**
 * Logs an account in. Returns null when the account does not exist or was declined or erased.
 * @throws ApiFailure 403 when the account may not log in
 */
export async function logIn(
  system: ApiSystem,
  accountId: AccountId,
  device: Device,
): Promise<AuthResponse | null> {
  const openedSession = await openSession(system, accountId, device);
  return openedSession && createAuthResponse(system, openedSession.session, openedSession.state);
}
