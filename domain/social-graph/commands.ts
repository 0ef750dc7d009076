import type { AccountId } from '../kernel/ids.ts';

/** Follows who is not followed and stops following who is. */
export interface ToggleFollow {
  readonly type: 'ToggleFollow';
  readonly followerId: AccountId;
  readonly followeeId: AccountId;
  /** Whether the follower does not see the profile: then the following can be ended, and not begun. */
  readonly outOfSight?: boolean;
}

/** Blocking ends the following of both. Whoever is blocked already stays so. */
export interface ChangeBlock {
  readonly type: 'BlockAccount' | 'UnblockAccount';
  readonly blockerId: AccountId;
  readonly blockedId: AccountId;
}

/** Whoever is muted already stays so. */
export interface ChangeMute {
  readonly type: 'MuteAccount' | 'UnmuteAccount';
  readonly muterId: AccountId;
  readonly mutedId: AccountId;
}

/** What one of two accounts wishes about the other. */
export type SocialGraphCommand = ToggleFollow | ChangeBlock | ChangeMute;

/** A wish with what the pair's stream does not know by itself. */
export type BondCommand = SocialGraphCommand & {
  /** Which of the two followed the other when each direction still had a stream of its own. */
  readonly followedBefore: readonly AccountId[];
};
