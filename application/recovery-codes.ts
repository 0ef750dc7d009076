import { createHash, randomInt } from 'node:crypto';

/** Number of recovery codes of an account. */
export const RECOVERY_CODE_COUNT = 10;
const GROUP_COUNT = 4;
const GROUP_LENGTH = 4;
/** Characters of a code, without those that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const createGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Creates recovery codes such as `k7wm-2xqa-9dfh-c3np`. Each has 79 random bits, so a fast hash is sufficient. */
export const createRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: GROUP_COUNT }, createGroup).join('-'),
  );

/** Removes spaces and hyphens from a typed code, and lowercases it. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** Returns the hash of a recovery code, which is stored instead of the code. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(normalizeCode(code)).digest();
