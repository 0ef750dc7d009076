import type { SocialGraphEvent } from './events.ts';

/** Whether one account follows another. */
export interface FollowState {
  readonly following: boolean;
}

export const notFollowing: FollowState = { following: false };

export const evolve = (_state: FollowState, event: SocialGraphEvent): FollowState => ({
  following: event.type === 'ProfileFollowed',
});
