import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A text of random letters and digits, some 5.9 bits each. */
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A new id in Stripe's form, as in `pi_3Nk…`. */
export const newId = (prefix: 'pi' | 'ch' | 'pm' | 're' | 'dp' | 'evt' | 'req'): string =>
  `${prefix}_${randomText(24)}`;
