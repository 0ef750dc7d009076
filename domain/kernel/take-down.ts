import { type Decision, forbid, refuse } from './decider.ts';
import type { AccountId } from './ids.ts';
import { alreadyTakenDown, notTakenDown, ownContent } from './problems.ts';

/**
 * A staff decision to hide content from everybody except its author and staff, or to restore it. No report is required.
 */
export interface TakeDownRequest {
  readonly targetState: 'takenDown' | 'restored';
  readonly staffId: AccountId;
}

interface ModeratedContent {
  readonly ownerId: AccountId;
  readonly isTakenDown: boolean;
}

/** Returns a rejection if staff cannot take the content down or restore it, otherwise null. */
export function checkTakeDown(
  { targetState, staffId }: TakeDownRequest,
  { ownerId, isTakenDown }: ModeratedContent,
): Decision<never> | null {
  if (staffId === ownerId) return forbid(ownContent);
  if (targetState === 'takenDown') return isTakenDown ? refuse(alreadyTakenDown) : null;
  return isTakenDown ? null : refuse(notTakenDown);
}
