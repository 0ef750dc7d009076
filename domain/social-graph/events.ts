import type { EventDefinitions, EventsOf, OfType } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

type FollowData = { readonly followerId: AccountId; readonly followeeId: AccountId };
type BlockData = { readonly blockerId: AccountId; readonly blockedId: AccountId };
type MuteData = { readonly muterId: AccountId; readonly mutedId: AccountId };

interface SocialGraphEventData {
  readonly ProfileFollowed: FollowData;
  readonly ProfileUnfollowed: FollowData;
  /** From now on, neither account can follow or message the other, or see, like or comment on the other's posts. */
  readonly AccountBlocked: BlockData;
  readonly AccountUnblocked: BlockData;
  /** From now on, the muter sees the muted account's posts only on its profile. The muted account is not notified. */
  readonly AccountMuted: MuteData;
  readonly AccountUnmuted: MuteData;
}

/** An event about the relationship between two accounts. */
export type SocialGraphEvent = EventsOf<SocialGraphEventData, object>;
/** An account followed or unfollowed another one. */
export type FollowEvent = OfType<SocialGraphEvent, 'ProfileFollowed' | 'ProfileUnfollowed'>;

export const socialGraphEvents: EventDefinitions<SocialGraphEvent> = {
  ProfileFollowed: { version: 1 },
  ProfileUnfollowed: { version: 1 },
  AccountBlocked: { version: 1 },
  AccountUnblocked: { version: 1 },
  AccountMuted: { version: 1 },
  AccountUnmuted: { version: 1 },
};
