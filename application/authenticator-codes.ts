import { Secret, TOTP } from 'otpauth';
import type { Instant } from '../domain/kernel/ids.ts';

const ISSUER = 'Kindra';
const PERIOD_SECONDS = 30;
/** Accepted clock difference, in time steps (RFC 6238, section 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;

const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** Creates a random secret for an authenticator app, in base32. */
export const createAuthenticatorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth:` URI for a secret. Authenticator apps read it from a QR code. */
export const toAuthenticatorUri = (secret: string, nickname: string): string =>
  createTotp(secret, nickname).toString();

/** Returns the time step in which the code is valid (RFC 6238), or null if the code is wrong. */
export function findTimeStep(secret: string, code: string, now: Instant): number | null {
  const timestamp = Date.parse(now);
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
