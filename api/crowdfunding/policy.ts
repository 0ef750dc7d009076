import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Crowdfunding } from '../contract/crowdfunding.ts';
import type { Caller } from '../http/caller.ts';

/** Whether somebody sees everything of a creator's campaigns. */
export const seesAllOf = (caller: Caller | null, creatorId: AccountId): boolean =>
  caller !== null && (caller.staff || caller.id === creatorId);

/**
 * Whether somebody may see a campaign. One that staff never approved is visible to its creator and to staff only, also
 * after it was cancelled.
 */
export const isVisibleTo = (caller: Caller | null, hasBegun: boolean, creatorId: AccountId): boolean =>
  hasBegun || seesAllOf(caller, creatorId);

/** Whether somebody may see a campaign as the read model holds it. */
export const maySee = (caller: Caller | null, { startDate, creator }: Crowdfunding): boolean =>
  isVisibleTo(caller, startDate !== null, creator.idProfile);
