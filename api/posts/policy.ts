import { staffFactorRequired } from '../../contract/problems.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Caller } from '../http/caller.ts';
import { ApiFailure, createForbiddenFailure } from '../http/failure.ts';

/** Returns whether a caller is allowed to delete a post. Only its author and ADMINs are. */
export const canDeletePost = ({ id, role, isStaff }: Caller, authorId: AccountId): boolean =>
  id === authorId || (isStaff && role === 'ADMIN');

/** Returns the refusal for a caller who is not allowed to delete a post. */
export const createDeletionRefusal = ({ role, isStaff }: Caller): ApiFailure =>
  role === 'ADMIN' && !isStaff ? new ApiFailure(403, staffFactorRequired) : createForbiddenFailure();
