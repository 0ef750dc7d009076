import { SIGNED_IN_COOKIE } from '../../../contract/endpoints/first-reads.ts';
import type { SessionUser } from '../../../contract/shapes.ts';
import { browserStorage } from './browser-storage.ts';

/** A session as stored in the browser. */
export interface StoredSession {
  readonly token: string;
  /** Instant at which the token expires. */
  readonly expiration: string;
  readonly user: SessionUser;
}

const KEYS = ['token', 'expiration', 'userData'] as const;

/** Returns whether an instant has passed; true for an invalid date. */
export const hasExpired = (expiration: string, now: number): boolean => !(Date.parse(expiration) > now);

/** Default values for fields that are missing from sessions stored by earlier versions. */
const ADDED_FIELDS = { bio: '', website: '' };

function parseUser(text: string): SessionUser | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'id' in value
      ? ({ ...ADDED_FIELDS, ...value } as SessionUser)
      : null;
  } catch {
    return null;
  }
}

/** Loads the stored session. Deletes it and returns null if it is expired or incomplete. */
export function loadSession(now: number = Date.now()): StoredSession | null {
  const [token, expiration, userData] = KEYS.map(browserStorage.get);
  const user = userData ? parseUser(userData) : null;
  if (!token || !expiration || !user || hasExpired(expiration, now)) {
    clearSession();
    return null;
  }
  setSignedInCookie(expiration, now);
  return { token, expiration, user };
}

/**
 * Sets the cookie that marks page requests from logged-in browsers. The server embeds no visitor responses in the
 * pages that it returns for such requests.
 */
function setSignedInCookie(expiration: string, now: number): void {
  const maxAgeSeconds = Math.max(0, Math.floor((Date.parse(expiration) - now) / 1_000)) || 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous.
  document.cookie = `${SIGNED_IN_COOKIE}=1; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}

/** Stores a session for the next visit. */
export function saveSession({ token, expiration, user }: StoredSession): void {
  setSignedInCookie(expiration, Date.now());
  browserStorage.set('token', token);
  browserStorage.set('expiration', expiration);
  browserStorage.set('userData', JSON.stringify(user));
}

/** Deletes the stored session. */
export function clearSession(): void {
  setSignedInCookie('', 0);
  for (const key of KEYS) browserStorage.remove(key);
}
