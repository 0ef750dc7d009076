import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

type FollowData = { readonly followerId: AccountId; readonly followeeId: AccountId };
export type ProfileFollowed = DomainEvent<'ProfileFollowed', FollowData>;
export type ProfileUnfollowed = DomainEvent<'ProfileUnfollowed', FollowData>;
export type FollowEvent = ProfileFollowed | ProfileUnfollowed;

type BlockData = { readonly blockerId: AccountId; readonly blockedId: AccountId };
/** From now on, neither account can follow or message the other, or see, like or comment on the other's posts. */
export type AccountBlocked = DomainEvent<'AccountBlocked', BlockData>;
export type AccountUnblocked = DomainEvent<'AccountUnblocked', BlockData>;

type MuteData = { readonly muterId: AccountId; readonly mutedId: AccountId };
/** From now on, the muter sees the muted account's posts only on its profile. The muted account is not notified. */
export type AccountMuted = DomainEvent<'AccountMuted', MuteData>;
export type AccountUnmuted = DomainEvent<'AccountUnmuted', MuteData>;

export type SocialGraphEvent =
  | FollowEvent
  | AccountBlocked
  | AccountUnblocked
  | AccountMuted
  | AccountUnmuted;

export const socialGraphEvents: EventDefinitions<SocialGraphEvent> = {
  ProfileFollowed: { version: 1 },
  ProfileUnfollowed: { version: 1 },
  AccountBlocked: { version: 1 },
  AccountUnblocked: { version: 1 },
  AccountMuted: { version: 1 },
  AccountUnmuted: { version: 1 },
};
