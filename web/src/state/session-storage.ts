import type { SessionUser } from '../../../api/contract/shapes.ts';
import { browserKeeps } from './browser-storage.ts';

/** What a browser keeps of a session. */
export interface StoredSession {
  readonly token: string;
  /** Instant at which the token ends. */
  readonly expiration: string;
  readonly user: SessionUser;
}

const KEYS = ['token', 'expiration', 'userData'] as const;

/** Whether an instant has passed; what is no instant has. */
export const hasExpired = (expiration: string, now: number): boolean => !(Date.parse(expiration) > now);

function parseUser(text: string): SessionUser | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'id' in value ? (value as SessionUser) : null;
  } catch {
    return null;
  }
}

/** The session kept in this browser; one that is over, or not whole, is cleared away. */
export function loadSession(now: number = Date.now()): StoredSession | null {
  const [token, expiration, userData] = KEYS.map(browserKeeps.get);
  const user = userData ? parseUser(userData) : null;
  if (token && expiration && user && !hasExpired(expiration, now)) return { token, expiration, user };
  clearSession();
  return null;
}

/** Keeps a session for the next visit. */
export function saveSession({ token, expiration, user }: StoredSession): void {
  browserKeeps.set('token', token);
  browserKeeps.set('expiration', expiration);
  browserKeeps.set('userData', JSON.stringify(user));
}

/** Forgets the session kept. */
export function clearSession(): void {
  for (const key of KEYS) browserKeeps.remove(key);
}
