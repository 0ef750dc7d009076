import { endSuspension } from '../../application/accounts.ts';
import { cancelDeletion } from '../../application/deletion.ts';
import type { AuthResponse, SessionUser } from '../../contract/shapes.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Role } from '../../domain/accounts/events.ts';
import { getSessionLimits } from '../../domain/accounts/session-limits.ts';
import { type AccountState, hasSuspensionEnded } from '../../domain/accounts/state.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import { getWallet } from '../../projections/wallet/wallets/query.ts';
import { createLoginForbiddenFailure, createSessionExpiredFailure } from '../http/failure.ts';
import type { RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { describeDevice } from './device.ts';
import { getLanguage } from './language.ts';
import { STANDING_BY_STATUS, toSessionUser } from './present.ts';

/** Creates a session that starts now. Times are rounded down to seconds, because tokens store seconds. */
export function createSession(
  { clock }: Pick<ApiSystem, 'clock'>,
  id: Uuid,
  accountId: AccountId,
  role: Role,
): Session {
  const startMs = Math.floor(Date.parse(clock.now()) / 1000) * 1000;
  const formatInstant = (time: number) => new Date(time).toISOString();
  return {
    id,
    accountId,
    createdAt: formatInstant(startMs),
    expiresAt: formatInstant(startMs + getSessionLimits(role).lifetimeMs),
  };
}

/**
 * Returns the session user, from the log, because read models may lag behind the last command.
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

/** Creates the response to a login. It contains the session token. */
export async function createAuthResponse(
  system: ApiSystem,
  session: Session,
  state: AccountState,
  isDeletionCancelled = false,
): Promise<AuthResponse> {
  const token = await system.tokens.sign(session);
  const dataUser = await loadSessionUser(system, session.accountId, state);
  return {
    token,
    expiration: session.expiresAt,
    dataUser,
    ...(isDeletionCancelled ? { deletionCancelled: true } : {}),
  };
}

/** Fields of a login request that are required to open a session. */
export type LoginRequest = Pick<RouteRequest, 'createContext' | 'confirm' | 'userAgent' | 'http'>;

interface OpenedSession {
  readonly session: Session;
  readonly state: AccountState;
  readonly isDeletionCancelled: boolean;
}

/** If the suspension is over, records its end, so that commands accept the account. */
async function loadLoginState(
  { handler, clock, ids }: ApiSystem,
  accountId: AccountId,
): Promise<AccountState> {
  const { state } = await handler.load(accountDecider, accountId);
  if (!hasSuspensionEnded(state, clock.now())) return state;
  const endResult = await endSuspension({ handler, clock, ids }, accountId);
  return endResult.accepted ? endResult.state : state;
}

async function loadAccountForLogin(
  system: ApiSystem,
  accountId: AccountId,
  { createContext, confirm, http }: LoginRequest,
): Promise<Pick<OpenedSession, 'state' | 'isDeletionCancelled'>> {
  const state = await loadLoginState(system, accountId);
  if (state.status !== 'DEACTIVATED' || !state.eraseAt) return { state, isDeletionCancelled: false };
  const context = { ...createContext(), actor: { kind: 'account', id: accountId } } as const;
  const result = await confirm(await cancelDeletion(system, accountId, getLanguage(http), context));
  return { state: result.state, isDeletionCancelled: result.events.length > 0 };
}

/**
 * Opens a session for an account. Returns null when the account does not exist, was declined or was erased, or when its
 * password has changed since it was verified.
 * @param passwordHash hash of the password that was verified, if any
 * @throws ApiFailure 403 when the account is not allowed to log in
 */
export async function openSession(
  system: ApiSystem,
  accountId: AccountId,
  request: LoginRequest,
  passwordHash?: string | null,
): Promise<OpenedSession | null> {
  const { state, isDeletionCancelled } = await loadAccountForLogin(system, accountId, request);
  const standing = STANDING_BY_STATUS[state.status];
  if (standing === null) return null;
  if (standing !== 'ACTIVE') throw createLoginForbiddenFailure(standing, state.suspendedUntil);
  const session = createSession(system, system.ids.next(), accountId, state.role);
  const isOpened = await system.privateData.sessions.open(session, {
    device: describeDevice(request.userAgent),
    language: getLanguage(request.http),
    passwordHash,
  });
  return isOpened ? { session, state, isDeletionCancelled } : null;
}

/**
 * Logs an account in. Returns null when no session can be opened for it.
 * @param passwordHash hash of the password that was verified, if any
 * @throws ApiFailure 403 when the account is not allowed to log in
 */
export async function logIn(
  system: ApiSystem,
  accountId: AccountId,
  request: LoginRequest,
  passwordHash?: string | null,
): Promise<AuthResponse | null> {
  const openedSession = await openSession(system, accountId, request, passwordHash);
  return (
    openedSession &&
    createAuthResponse(system, openedSession.session, openedSession.state, openedSession.isDeletionCancelled)
  );
}
