import { SignJWT } from 'jose';
import { createTokens } from '../../../api/http/tokens.ts';
import * as accounts from '../../../contract/accounts.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { TEST_SECRET, type TestApi } from './api.ts';
import type { Client } from './client.ts';
import {
  registerApprovedOrganization,
  registerNewUser,
  registerOrganization,
  registerStaff,
} from './people.ts';

/** Kinds of callers: visitors, accounts in each role and state, and callers with an invalid token. */
export const CALLERS = [
  'visitor',
  'USER',
  'ORG',
  'ADMIN',
  'MOD',
  'awaiting organization',
  'deactivated account',
  'banned account',
  'expired token',
  'revoked token',
  'forged token',
  'unsigned token',
  'garbage token',
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Account id and token of a caller. Both are null for visitors. */
export interface TestCaller {
  readonly token: string | null;
  readonly id: string | null;
}

const HOUR_MS = 3_600_000;

/** Opens a session without a login. Returns its token. If `lifetimeMs` is negative, the session has expired. */
async function createSession(api: TestApi, accountId: string, lifetimeMs = HOUR_MS): Promise<string> {
  const { privateData, ids } = api.foundation;
  const now = Date.now();
  const session = {
    id: ids.next(),
    accountId,
    createdAt: new Date(now - HOUR_MS).toISOString(),
    expiresAt: new Date(now + lifetimeMs).toISOString(),
  };
  await privateData.sessions.open(session);
  return createTokens(TEST_SECRET).sign(session);
}

async function ban(api: TestApi, accountId: string): Promise<void> {
  const { handler, ids, clock, progress } = api.foundation;
  const commandId = ids.next();
  const result = await handler.handle(
    accountDecider,
    accountId,
    { type: 'BanAccount', accountId },
    { commandId, correlationId: commandId, actor: { kind: 'staff', id: 'tests' }, occurredAt: clock.now() },
  );
  if (result.accepted) await progress.waitFor(['profiles'], result.position, WAIT_MS);
}

async function createForgedToken(accountId: string): Promise<string> {
  const key = Buffer.from('a secret that the API does not accept');
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('kindra')
    .setSubject(accountId)
    .setJti(accountId)
    .setExpirationTime('1h')
    .sign(key);
}

const createUnsignedToken = (accountId: string): string => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return `${encode({ alg: 'none' })}.${encode({ iss: 'kindra', sub: accountId, jti: accountId, exp })}.`;
};

/** Creates a caller of this kind. `staffToken` is used to approve organizations. */
export async function createCaller(
  api: TestApi,
  client: Client,
  kind: CallerKind,
  staffToken: string,
): Promise<TestCaller> {
  switch (kind) {
    case 'visitor':
      return { token: null, id: null };
    case 'garbage token':
      return { token: 'garbage', id: null };
    case 'ORG': {
      const { token, dataUser } = await registerApprovedOrganization(api, client, staffToken);
      return { token, id: dataUser.id };
    }
    case 'ADMIN':
    case 'MOD': {
      const { token, dataUser } = await registerStaff(api, client, kind);
      return { token, id: dataUser.id };
    }
    case 'awaiting organization': {
      const id = await registerOrganization(api, client);
      return { token: await createSession(api, id), id };
    }
    default:
      return createUserInState(api, client, kind);
  }
}

/** Registers a person and puts the account or its token into the state that this kind of caller requires. */
async function createUserInState(api: TestApi, client: Client, kind: CallerKind): Promise<TestCaller> {
  const { token, dataUser } = await registerNewUser(client);
  const { id } = dataUser;
  switch (kind) {
    case 'deactivated account':
      await client.ok(accounts.deactivateProfile, { token });
      return { token: await createSession(api, id), id };
    case 'banned account':
      await ban(api, id);
      return { token, id };
    case 'expired token':
      return { token: await createSession(api, id, -1_000), id };
    case 'revoked token':
      await client.ok(accounts.logout, { token });
      return { token, id };
    case 'forged token':
      return { token: await createForgedToken(id), id };
    case 'unsigned token':
      return { token: createUnsignedToken(id), id };
    default:
      return { token, id };
  }
}
