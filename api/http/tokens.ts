import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { createLruCache } from '../../common/lru-cache.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import type { Session } from '../../domain/ports/sessions.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'kindra';

/** Verifying the signature is most of the cost of reading a token. */
const MAX_CACHED_TOKENS = 20_000;

/** Lets the verification ignore the expiry, which `read` checks itself because verified content is cached. */
const EPOCH = new Date(0);

/** Claims in a session token. */
interface TokenContent {
  readonly sessionId: Uuid;
  readonly accountId: AccountId;
  /** Unix time in seconds. */
  readonly expiresAt: number;
}

/** Signs and reads session tokens. Signing the same session again returns the same token. */
export interface Tokens {
  readonly sign: (session: Session) => Promise<string>;
  /** Returns null if the signature is invalid or the token has expired. */
  readonly read: (token: string, now: Date) => Promise<TokenContent | null>;
}

const toUnixSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Creates a signer and reader for JWTs that are signed with HMAC-SHA256. */
export function createTokens(secret: string): Tokens {
  const key = createSecretKey(Buffer.from(secret));
  const verifiedTokens = createLruCache<TokenContent>(MAX_CACHED_TOKENS);

  /** Returns the content even if the token has expired. */
  async function verify(token: string): Promise<TokenContent | null> {
    try {
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: EPOCH };
      const { payload } = await jwtVerify(token, key, options);
      const { sub = '', jti = '', exp = 0 } = payload;
      if (!isUuid(sub) || !isUuid(jti)) return null;
      const content = { sessionId: jti, accountId: sub, expiresAt: exp };
      verifiedTokens.set(token, content);
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
        .setIssuedAt(toUnixSeconds(createdAt))
        .setExpirationTime(toUnixSeconds(expiresAt))
        .sign(key),

    async read(token, now) {
      const content = verifiedTokens.get(token) ?? (await verify(token));
      return content && content.expiresAt * 1000 > now.getTime() ? content : null;
    },
  };
}
