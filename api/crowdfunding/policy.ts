import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Crowdfunding } from '../contract/crowdfunding.ts';
import type { Caller } from '../http/caller.ts';

/** Whether somebody sees everything of a creator's campaigns. */
export const seesAllOf = (caller: Caller | null, creatorId: AccountId): boolean =>
  caller !== null && (caller.staff || caller.id === creatorId);

/**
 * Whether somebody may see a campaign: one that staff never let begin is its creator's and theirs, even when its creator
 * has cancelled it.
 */
export const maySee = (caller: Caller | null, { startDate, creator }: Crowdfunding): boolean =>
  startDate !== null || seesAllOf(caller, creator.idProfile);
