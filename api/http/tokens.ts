import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import type { Session } from '../../domain/ports/sessions.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'kindra';

/** What a token says: which session, and whose. */
export interface TokenContent {
  readonly sessionId: Uuid;
  readonly accountId: AccountId;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Signs and reads the bearer tokens of sessions. The same session always gives the same token. */
export interface Tokens {
  readonly sign: (session: Session) => Promise<string>;
  /** Null for whatever was not signed here, or has expired. */
  readonly read: (token: string, now: Date) => Promise<TokenContent | null>;
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Tokens signed with HMAC-SHA256 under a secret. */
export function createTokens(secret: string): Tokens {
  const key = createSecretKey(Buffer.from(secret));
  return {
    sign: ({ id, accountId, createdAt, expiresAt }) =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(accountId)
        .setJti(id)
        .setIssuedAt(seconds(createdAt))
        .setExpirationTime(seconds(expiresAt))
        .sign(key),

    async read(token, now) {
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: now };
        const { payload } = await jwtVerify(token, key, options);
        const { sub = '', jti = '', exp = 0 } = payload;
        return isUuid(sub) && isUuid(jti) ? { sessionId: jti, accountId: sub, expiresAt: exp } : null;
      } catch {
        return null;
      }
    },
  };
}
