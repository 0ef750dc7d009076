import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Caller } from '../http/caller.ts';

/** Who wrote a post may delete it, and so may an ADMIN. */
export const mayDelete = ({ id, role }: Caller, authorId: AccountId): boolean =>
  id === authorId || role === 'ADMIN';
