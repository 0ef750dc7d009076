import type { Caller } from '../http/caller.ts';

/** Returns whether a caller may delete content of others. */
export const canDeleteContent = ({ role }: Pick<Caller, 'role'>): boolean => role === 'ADMIN';
