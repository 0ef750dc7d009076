import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Caller } from '../http/caller.ts';

/** Returns whether a caller is allowed to delete a post. Only its author and ADMINs are. */
export const canDeletePost = ({ id, role, isStaff }: Caller, authorId: AccountId): boolean =>
  id === authorId || (isStaff && role === 'ADMIN');
