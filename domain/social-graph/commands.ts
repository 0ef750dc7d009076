import type { AccountId } from '../kernel/ids.ts';

/** Follows an account, or unfollows it if it is already followed. */
export interface ToggleFollow {
  readonly type: 'ToggleFollow';
  readonly followerId: AccountId;
  readonly followeeId: AccountId;
  /** Whether the profile is hidden from the follower. If so, the follower can only unfollow it. */
  readonly isProfileHidden?: boolean;
}

/** Blocks or unblocks an account. A block removes follows in both directions. Repeating the command has no effect. */
export interface ChangeBlock {
  readonly type: 'BlockAccount' | 'UnblockAccount';
  readonly blockerId: AccountId;
  readonly blockedId: AccountId;
}

/** Mutes or unmutes an account. Repeating the command has no effect. */
export interface ChangeMute {
  readonly type: 'MuteAccount' | 'UnmuteAccount';
  readonly muterId: AccountId;
  readonly mutedId: AccountId;
}

/** A command from one account that concerns another. */
export type SocialGraphCommand = ToggleFollow | ChangeBlock | ChangeMute;

/** A command, with follow data that the relationship stream may lack. */
export type RelationshipCommand = SocialGraphCommand & {
  /** Accounts that follow the other one according to the old streams, each of which contains only one direction. */
  readonly previousFollowerIds: readonly AccountId[];
};
