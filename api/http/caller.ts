import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '../../contract/call.ts';
import type { ProfileSummary } from '../../contract/shapes.ts';
import type { Role } from '../../domain/accounts/events.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import { type ConnectedRequest, getNetwork } from './client-address.ts';
import { createForbiddenFailure, createNotLoggedInFailure, createSessionExpiredFailure } from './failure.ts';
import type { ApiSystem } from './system.ts';

/** The account of a valid session. */
export interface Caller {
  readonly id: AccountId;
  readonly role: Role;
  readonly staff: boolean;
  readonly nickname: string;
  readonly profileName: string;
  readonly sessionId: Uuid;
}

/** Marks an `Authorization` header without a bearer token. */
const MALFORMED_TOKEN = Symbol('malformed');

/** Returns the token of a request, or null when there is no `Authorization` header. */
function readBearerToken({ authorization }: IncomingHttpHeaders): string | typeof MALFORMED_TOKEN | null {
  if (authorization === undefined) return null;
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization) ?? [];
  return token ?? MALFORMED_TOKEN;
}

type AuthorizationSystem = Pick<
  ApiSystem,
  'tokens' | 'privateData' | 'progress' | 'clock' | 'security' | 'clientAddresses'
>;

async function findCaller(
  { tokens, privateData, progress, clock }: AuthorizationSystem,
  token: string,
  withCheckpoints: boolean,
): Promise<Caller | { readonly refusedAccountId: AccountId | undefined }> {
  const now = clock.now();
  const content = await tokens.read(token, new Date(now));
  const account =
    content &&
    (await privateData.sessions.findHolder(content.sessionId, content.accountId, now, withCheckpoints));
  if (!content || account?.standing !== 'ACTIVE') return { refusedAccountId: content?.accountId };
  const { role, nickname, profileName, checkpoints } = account;
  if (checkpoints) progress.observe(checkpoints);
  const isStaff = role === 'ADMIN' || role === 'MOD';
  const { accountId: id, sessionId } = content;
  return { id, role, staff: isStaff, nickname, profileName, sessionId };
}

/**
 * Authenticates the caller and checks the call's audience. Returns null for a visitor. Refused tokens and
 * roles are recorded as security events. With `withCheckpoints`, also updates the known positions of the read
 * models.
 * @throws ApiFailure 401 when the token is missing, invalid or expired, 403 when the role is not allowed
 */
export async function authorize(
  system: AuthorizationSystem,
  request: ConnectedRequest,
  { audience, logIn, name }: Pick<Call, 'audience' | 'logIn' | 'name'>,
  withCheckpoints = false,
): Promise<Caller | null> {
  if (audience === 'all') return null;
  const record = (kind: 'token-refused' | 'access-denied', accountId?: AccountId): void =>
    system.security.record({
      kind,
      accountId,
      network: getNetwork(system.clientAddresses.getAddress(request)),
      action: name,
    });
  const token = readBearerToken(request.headers);
  if (token === null) {
    if (audience === 'optional') return null;
    throw createNotLoggedInFailure(logIn);
  }
  const caller =
    token === MALFORMED_TOKEN
      ? { refusedAccountId: undefined }
      : await findCaller(system, token, withCheckpoints);
  if ('refusedAccountId' in caller) {
    record('token-refused', caller.refusedAccountId);
    throw createSessionExpiredFailure();
  }
  if (!Array.isArray(audience) || audience.includes(caller.role)) return caller;
  record('access-denied', caller.id);
  throw createForbiddenFailure();
}

/** Maps a caller to the actor of an event. */
export const toActor = ({ id }: Pick<Caller, 'id'>, capacity: 'account' | 'staff' = 'account'): Actor => ({
  kind: capacity,
  id,
});

/** Maps a caller to the public summary of the profile. */
export const toProfileSummary = ({ id, nickname, profileName, role }: Caller): ProfileSummary => ({
  id,
  idProfile: id,
  nickname,
  profileName,
  role,
});
