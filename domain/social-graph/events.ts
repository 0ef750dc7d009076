import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

type FollowData = { readonly followerId: AccountId; readonly followeeId: AccountId };
export type ProfileFollowed = DomainEvent<'ProfileFollowed', FollowData>;
export type ProfileUnfollowed = DomainEvent<'ProfileUnfollowed', FollowData>;
export type SocialGraphEvent = ProfileFollowed | ProfileUnfollowed;

export const socialGraphEvents: EventDefinitions<SocialGraphEvent> = {
  ProfileFollowed: { version: 1 },
  ProfileUnfollowed: { version: 1 },
};
