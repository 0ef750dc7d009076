import { createHash } from 'node:crypto';

/** Returns the hash under which a secret token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
