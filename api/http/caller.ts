import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '../../domain/accounts/events.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Call } from '../contract/call.ts';
import type { ProfileSummary } from '../contract/shapes.ts';
import { forbidden, notLoggedIn, sessionExpired } from './failure.ts';
import type { ApiSystem } from './system.ts';

/** Who calls: an account with a session that stands. */
export interface Caller {
  readonly id: AccountId;
  readonly role: Role;
  readonly staff: boolean;
  readonly nickname: string;
  readonly profileName: string;
  readonly sessionId: Uuid;
}

/** The token of a request, or null; what is no bearer token at all is a bad one. */
function bearerToken({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization) ?? [];
  if (!token) throw sessionExpired();
  return token;
}

async function holderOf({ tokens, privateData, clock }: ApiSystem, token: string): Promise<Caller> {
  const now = clock.now();
  const content = await tokens.read(token, new Date(now));
  const holder = content && (await privateData.sessions.holderOf(content.sessionId, content.accountId, now));
  if (!content || holder?.standing !== 'ACTIVE') throw sessionExpired();
  const { role, nickname, profileName } = holder;
  const staff = role === 'ADMIN' || role === 'MOD';
  const { accountId: id, sessionId } = content;
  return { id, role, staff, nickname, profileName, sessionId };
}

/**
 * Who calls, if the audience admits them; null for a visitor.
 * @throws ApiFailure 401 for a token that is missing, bad or expired, 403 for a role that may not
 */
export async function admit(
  system: ApiSystem,
  headers: IncomingHttpHeaders,
  { who, logIn }: Pick<Call, 'who' | 'logIn'>,
): Promise<Caller | null> {
  if (who === 'all') return null;
  const token = bearerToken(headers);
  if (token === null) {
    if (who === 'optional') return null;
    throw notLoggedIn(logIn);
  }
  const caller = await holderOf(system, token);
  if (Array.isArray(who) && !who.includes(caller.role)) throw forbidden();
  return caller;
}

/** Who an event names as its cause. */
export const actorOf = ({ id }: Pick<Caller, 'id'>, capacity: 'account' | 'staff' = 'account'): Actor => ({
  kind: capacity,
  id,
});

/** The caller as others see them. */
export const summaryOf = ({ id, nickname, profileName, role }: Caller): ProfileSummary => ({
  id,
  idProfile: id,
  nickname,
  profileName,
  role,
});
