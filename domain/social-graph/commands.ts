import type { AccountId } from '../kernel/ids.ts';

/** Follows an account, or stops following it. */
export interface ToggleFollow {
  readonly type: 'ToggleFollow';
  readonly followerId: AccountId;
  readonly followeeId: AccountId;
  /** Whether the profile is invisible to the follower, who can then only stop following it. */
  readonly isProfileHidden?: boolean;
}

/** Blocks or unblocks an account. A block ends the follows in both directions. A repetition has no effect. */
export interface ChangeBlock {
  readonly type: 'BlockAccount' | 'UnblockAccount';
  readonly blockerId: AccountId;
  readonly blockedId: AccountId;
}

/** Mutes or unmutes an account. A repetition has no effect. */
export interface ChangeMute {
  readonly type: 'MuteAccount' | 'UnmuteAccount';
  readonly muterId: AccountId;
  readonly mutedId: AccountId;
}

/** A command of one account about another. */
export type SocialGraphCommand = ToggleFollow | ChangeBlock | ChangeMute;

/** A command with the data that is missing from the stream of the pair. */
export type RelationshipCommand = SocialGraphCommand & {
  /** Which of the two accounts follow the other, according to the older streams, one for each direction. */
  readonly previousFollowerIds: readonly AccountId[];
};
