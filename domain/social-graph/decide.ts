import { accept, type Decider, type Decision, refuse } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { ToggleFollow } from './commands.ts';
import type { SocialGraphEvent } from './events.ts';
import { evolve, type FollowState, notFollowing } from './state.ts';

function decide({ followerId, followeeId }: ToggleFollow, state: FollowState): Decision<SocialGraphEvent> {
  if (followerId === followeeId) return refuse('CANNOT_FOLLOW_ONESELF', 'You cannot follow yourself.');
  return accept({
    type: state.following ? 'ProfileUnfollowed' : 'ProfileFollowed',
    data: { followerId, followeeId },
  });
}

/** The rules of one account's following of another. Each such pair is a stream of its own. */
export const followDecider: Decider<FollowState, ToggleFollow, SocialGraphEvent> = {
  category: 'follow',
  initial: notFollowing,
  evolve,
  decide,
};

/** Id of the stream of one account's following of another. */
export const followId = (followerId: AccountId, followeeId: AccountId): string =>
  `${followerId}_${followeeId}`;
