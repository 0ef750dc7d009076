import type { Caller } from '../http/caller.ts';

/** Returns whether a caller is allowed to delete content of other accounts. */
export const canDeleteContent = ({ role }: Pick<Caller, 'role'>): boolean => role === 'ADMIN';
