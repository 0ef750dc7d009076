import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Generates a random string of letters and digits. Each character has 5.9 bits of entropy. */
export const generateRandomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Generates an id in Stripe's format, such as `pi_3Nk…`. */
export const generateId = (prefix: 'pi' | 'ch' | 'pm' | 're' | 'dp' | 'evt' | 'req'): string =>
  `${prefix}_${generateRandomText(24)}`;
