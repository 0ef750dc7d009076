import { Secret, TOTP } from 'otpauth';
import type { Instant } from '../domain/kernel/ids.ts';

const ISSUER = 'Kindra';
const PERIOD_SECONDS = 30;
/** Accepted deviation in time steps, because clocks differ (RFC 6238, section 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;

const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** Creates the secret of an authenticator app, in base32. */
export const createAuthenticatorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth:` URI of a secret, which apps read from a QR code. */
export const toAuthenticatorUri = (secret: string, nickname: string): string =>
  createTotp(secret, nickname).toString();

/** Returns the time step of a correct code (RFC 6238); null if the code is wrong. */
export function findCodeStep(secret: string, code: string, now: Instant): number | null {
  const timestamp = Date.parse(now);
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
