import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import type { Session } from '../../domain/ports/sessions.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'kindra';

/** Signatures that were found good stay so; remembering them saves most of what a request costs here. */
const REMEMBERED = 20_000;

/** Expiry is looked at by the reader's clock each time, not when the signature is. */
const LONG_AGO = new Date(0);

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
  const verified = new LRUCache<string, TokenContent>({ max: REMEMBERED });

  /** What a token says if it was signed here, whether or not it has expired. */
  async function verify(token: string): Promise<TokenContent | null> {
    try {
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: LONG_AGO };
      const { payload } = await jwtVerify(token, key, options);
      const { sub = '', jti = '', exp = 0 } = payload;
      if (!isUuid(sub) || !isUuid(jti)) return null;
      const content = { sessionId: jti, accountId: sub, expiresAt: exp };
      verified.set(token, content);
      return content;
    } catch {
      return null;
    }
  }

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
      const content = verified.get(token) ?? (await verify(token));
      return content && content.expiresAt * 1000 > now.getTime() ? content : null;
    },
  };
}
