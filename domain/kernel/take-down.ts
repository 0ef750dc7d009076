import { forbid, type Rejected, refuse } from './decider.ts';
import type { AccountId } from './ids.ts';
import { alreadyTakenDown, notTakenDown, ownContent } from './problems.ts';

interface ModeratedContent {
  readonly ownerId: AccountId;
  readonly isTakenDown: boolean;
}

/**
 * Returns a rejection if staff cannot hide content from everybody except its author and staff, or cannot restore it;
 * otherwise null. No report is required.
 */
export function checkTakeDown(
  action: 'take-down' | 'restore',
  staffId: AccountId,
  { ownerId, isTakenDown }: ModeratedContent,
): Rejected | null {
  if (staffId === ownerId) return forbid(ownContent);
  if (action === 'take-down') return isTakenDown ? refuse(alreadyTakenDown) : null;
  return isTakenDown ? null : refuse(notTakenDown);
}
