import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';

type BlockFields = { readonly blockerId: AccountId; readonly blockedId: AccountId };

type MuteFields = { readonly muterId: AccountId; readonly mutedId: AccountId };

/** Fields of the commands from one account that concern another. */
interface SocialGraphCommandFields {
  /** Follows an account, or unfollows it if it is already followed. */
  readonly ToggleFollow: {
    readonly followerId: AccountId;
    readonly followeeId: AccountId;
    /** Whether the profile is hidden from the follower. If so, the follower can only unfollow it. */
    readonly isProfileHidden?: boolean;
  };
  /** Blocks an account and removes follows in both directions. Repeating the command has no effect. */
  readonly BlockAccount: BlockFields;
  /** Unblocks an account. Repeating the command has no effect. */
  readonly UnblockAccount: BlockFields;
  /** Mutes an account. Repeating the command has no effect. */
  readonly MuteAccount: MuteFields;
  /** Unmutes an account. Repeating the command has no effect. */
  readonly UnmuteAccount: MuteFields;
}

/** A command from one account that concerns another. */
export type SocialGraphCommand = CommandsOf<SocialGraphCommandFields>;

/** A command, with follow data that the relationship stream may lack. */
export type RelationshipCommand = SocialGraphCommand & {
  /** Accounts that follow the other one according to the old streams, each of which contains only one direction. */
  readonly previousFollowerIds: readonly AccountId[];
};
