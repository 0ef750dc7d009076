import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

type FollowData = { readonly followerId: AccountId; readonly followeeId: AccountId };
export type ProfileFollowed = DomainEvent<'ProfileFollowed', FollowData>;
export type ProfileUnfollowed = DomainEvent<'ProfileUnfollowed', FollowData>;

type BlockData = { readonly blockerId: AccountId; readonly blockedId: AccountId };
/** From then on neither follows, likes, answers or writes to the other, nor meets the other's posts. */
export type AccountBlocked = DomainEvent<'AccountBlocked', BlockData>;
export type AccountUnblocked = DomainEvent<'AccountUnblocked', BlockData>;

type MuteData = { readonly muterId: AccountId; readonly mutedId: AccountId };
/** From then on the muter meets the posts of the muted on their profile alone; the muted does not learn of it. */
export type AccountMuted = DomainEvent<'AccountMuted', MuteData>;
export type AccountUnmuted = DomainEvent<'AccountUnmuted', MuteData>;

export type SocialGraphEvent =
  | ProfileFollowed
  | ProfileUnfollowed
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
