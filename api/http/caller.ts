import type { Call } from '../../contract/call.ts';
import { proofRequired, staffFactorRequired } from '../../contract/problems.ts';
import type { ProfileSummary } from '../../contract/shapes.ts';
import type { Role } from '../../domain/accounts/events.ts';
import { isRecentProof } from '../../domain/accounts/recent-proof.ts';
import { isStaffRole } from '../../domain/accounts/roles.ts';
import { toAvatarField } from '../../domain/accounts/rules.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../../domain/kernel/ids.ts';
import { type ConnectedRequest, getNetwork } from './client-address.ts';
import {
  ApiFailure,
  createForbiddenFailure,
  createNotLoggedInFailure,
  createSessionExpiredFailure,
} from './failure.ts';
import type { ApiSystem } from './system.ts';

/** The authenticated account that sends a request. */
export interface Caller {
  readonly id: AccountId;
  readonly role: Role;
  /** Whether the account has a staff role and the second factor that the role requires. */
  readonly isStaff: boolean;
  readonly nickname: string;
  readonly profileName: string;
  readonly pictureHash: string | null;
  readonly sessionId: Uuid;
  readonly lastProofAt: Instant;
}

const BEARER_PATTERN = /^Bearer ([\w.~+/-]+=*)$/i;

type AuthorizationSystem = Pick<
  ApiSystem,
  | 'tokens'
  | 'findSessionHolder'
  | 'progress'
  | 'clock'
  | 'security'
  | 'clientAddresses'
  | 'isStaffFactorRequired'
>;

/** Returns whether an account with this role needs a second factor to use staff tools. */
export const isFactorRequired = (
  { isStaffFactorRequired }: Pick<ApiSystem, 'isStaffFactorRequired'>,
  role: Role,
): boolean => isStaffFactorRequired && isStaffRole(role);

async function findCaller(
  system: AuthorizationSystem,
  token: string,
  shouldReadCheckpoints: boolean,
): Promise<Caller | { readonly refusedAccountId: AccountId | undefined }> {
  const { tokens, findSessionHolder, progress, clock } = system;
  const now = clock.now();
  const tokenContent = await tokens.read(token, new Date(now));
  const sessionHolder =
    tokenContent &&
    (await findSessionHolder(tokenContent.sessionId, tokenContent.accountId, now, shouldReadCheckpoints));
  if (!tokenContent || sessionHolder?.standing !== 'ACTIVE')
    return { refusedAccountId: tokenContent?.accountId };
  const { role, nickname, profileName, pictureHash, lastProofAt, hasFactor, checkpoints } = sessionHolder;
  if (checkpoints) progress.observe(checkpoints);
  const isStaff = isStaffRole(role) && (hasFactor === true || !isFactorRequired(system, role));
  const { accountId: id, sessionId } = tokenContent;
  return { id, role, isStaff, nickname, profileName, pictureHash, sessionId, lastProofAt };
}

/**
 * Authenticates the caller and checks that it is allowed to make the call. Returns null for a visitor. Refused tokens
 * and roles are recorded as security events. With `shouldReadCheckpoints`, also updates the known positions of the read
 * models.
 * @throws ApiFailure 401 when the token is missing, invalid or expired; 403 when the role is not allowed, or a second
 * factor or a recent proof of identity is missing
 */
export async function authorize(
  system: AuthorizationSystem,
  request: ConnectedRequest,
  {
    audience,
    loginProblem,
    name,
    requiresProof,
  }: Pick<Call, 'audience' | 'loginProblem' | 'name' | 'requiresProof'>,
  shouldReadCheckpoints = false,
): Promise<Caller | null> {
  if (audience === 'all') return null;
  const recordRefusal = (kind: 'token-refused' | 'access-denied', accountId?: AccountId): void =>
    system.security.record({
      kind,
      accountId,
      network: getNetwork(system.clientAddresses.getAddress(request)),
      action: name,
    });
  const { authorization } = request.headers;
  if (authorization === undefined) {
    if (audience === 'optional') return null;
    throw createNotLoggedInFailure(loginProblem);
  }
  const [, token] = BEARER_PATTERN.exec(authorization) ?? [];
  const caller =
    token === undefined
      ? { refusedAccountId: undefined }
      : await findCaller(system, token, shouldReadCheckpoints);
  if ('refusedAccountId' in caller) {
    recordRefusal('token-refused', caller.refusedAccountId);
    throw createSessionExpiredFailure();
  }
  const refusal = findRefusal(audience, caller);
  if (refusal) {
    recordRefusal('access-denied', caller.id);
    throw refusal;
  }
  if (requiresProof) requireRecentProof(system, caller);
  return caller;
}

function findRefusal(audience: Call['audience'], { role, isStaff }: Caller): ApiFailure | null {
  if (!Array.isArray(audience)) return null;
  if (!audience.includes(role)) return createForbiddenFailure();
  return !isStaff && audience.every(isStaffRole) ? new ApiFailure(403, staffFactorRequired) : null;
}

/**
 * Requires a recent proof of identity.
 * @throws ApiFailure 403 when the last proof is older than 10 minutes
 */
export function requireRecentProof(
  { clock }: Pick<ApiSystem, 'clock'>,
  { lastProofAt }: Pick<Caller, 'lastProofAt'>,
): void {
  if (!isRecentProof(lastProofAt, clock.now())) throw new ApiFailure(403, proofRequired);
}

/** Maps a caller to an event actor. */
export const toActor = ({ id }: Pick<Caller, 'id'>, actorKind: 'account' | 'staff' = 'account'): Actor => ({
  kind: actorKind,
  id,
});

/** Maps a caller to a public profile summary. */
export const toProfileSummary = ({
  id,
  nickname,
  profileName,
  role,
  pictureHash,
}: Caller): ProfileSummary => ({
  id,
  idProfile: id,
  nickname,
  profileName,
  role,
  ...toAvatarField(id, pictureHash),
});
