import { createHash, randomInt } from 'node:crypto';

/** Number of recovery codes per account. */
const RECOVERY_CODE_COUNT = 10;
const GROUP_COUNT = 4;
const GROUP_LENGTH = 4;
/** Characters used in codes. Characters that look alike are excluded. */
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

/** Returns the hash of a recovery code. Only the hash is stored. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(normalizeCode(code)).digest();
