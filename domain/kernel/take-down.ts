import { type Decision, forbid, refuse } from './decider.ts';
import type { AccountId } from './ids.ts';

/** What staff may do with content, reported or not: hide it from everybody but its author and staff, or undo that. */
export interface TakeDownRequest {
  readonly wanted: 'takenDown' | 'restored';
  readonly staffId: AccountId;
}

/** The content that it is about. */
interface Content {
  readonly ownerId: AccountId;
  readonly isTakenDown: boolean;
}

const ownContent = forbid('OWN_CONTENT', 'Nobody takes down or restores what is theirs.');
const alreadyTakenDown = refuse('ALREADY_TAKEN_DOWN', 'It has been taken down already.');
const notTakenDown = refuse('NOT_TAKEN_DOWN', 'It has not been taken down.');

/** Why staff may not take content down or restore it, or null when they may. */
export function takeDownRefusal(
  { wanted, staffId }: TakeDownRequest,
  { ownerId, isTakenDown }: Content,
): Decision<never> | null {
  if (staffId === ownerId) return ownContent;
  if (wanted === 'takenDown') return isTakenDown ? alreadyTakenDown : null;
  return isTakenDown ? null : notTakenDown;
}
