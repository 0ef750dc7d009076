import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Caller } from '../http/caller.ts';

/** Returns whether a caller may delete a post: its author or an ADMIN. */
export const canDeletePost = ({ id, role, isStaff }: Caller, authorId: AccountId): boolean =>
  id === authorId || (isStaff && role === 'ADMIN');
