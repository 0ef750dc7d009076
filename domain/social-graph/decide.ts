import { accept, type Decider, type Decision, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import { profileNotFound } from '../kernel/problems.ts';
import type { RelationshipCommand, SocialGraphCommand } from './commands.ts';
import type { SocialGraphEvent } from './events.ts';
import {
  cannotBlockOneself,
  cannotFollowOneself,
  cannotInteract as cannotInteractProblem,
  cannotMuteOneself,
} from './rules.ts';
import { evolve, INITIAL_RELATIONSHIP, type RelationshipState } from './state.ts';

type SocialGraphDecision = Decision<SocialGraphEvent>;

/** Rejection of an interaction between two accounts if one blocks the other. */
export const interactionRefused = refuse(cannotInteractProblem);

type FollowCheck = (followerId: AccountId) => boolean;

function toggleFollow(
  { followerId, followeeId, isProfileHidden }: OfType<SocialGraphCommand, 'ToggleFollow'>,
  { blockers }: RelationshipState,
  follows: FollowCheck,
): SocialGraphDecision {
  if (followerId === followeeId) return refuse(cannotFollowOneself);
  const isFollowing = follows(followerId);
  if (isProfileHidden && !isFollowing) return notFound(profileNotFound);
  if (blockers.length > 0) return interactionRefused;
  return accept({
    type: isFollowing ? 'ProfileUnfollowed' : 'ProfileFollowed',
    data: { followerId, followeeId },
  });
}

/** Ends the follows in both directions. Precedes the block, so that a blocked account is never a follower. */
const endFollows = (one: AccountId, other: AccountId, follows: FollowCheck): readonly SocialGraphEvent[] =>
  [
    { followerId: one, followeeId: other },
    { followerId: other, followeeId: one },
  ]
    .filter(({ followerId }) => follows(followerId))
    .map((data) => ({ type: 'ProfileUnfollowed', data }));

function changeBlock(
  { type, blockerId, blockedId }: OfType<SocialGraphCommand, 'BlockAccount' | 'UnblockAccount'>,
  { blockers }: RelationshipState,
  follows: FollowCheck,
): SocialGraphDecision {
  if (blockerId === blockedId) return refuse(cannotBlockOneself);
  const shouldBlock = type === 'BlockAccount';
  if (blockers.includes(blockerId) === shouldBlock) return noEvents;
  const data = { blockerId, blockedId };
  return shouldBlock
    ? accept(...endFollows(blockerId, blockedId, follows), { type: 'AccountBlocked', data })
    : accept({ type: 'AccountUnblocked', data });
}

function changeMute(
  { type, muterId, mutedId }: OfType<SocialGraphCommand, 'MuteAccount' | 'UnmuteAccount'>,
  { muters }: RelationshipState,
): SocialGraphDecision {
  if (muterId === mutedId) return refuse(cannotMuteOneself);
  const shouldMute = type === 'MuteAccount';
  if (muters.includes(muterId) === shouldMute) return noEvents;
  return accept({ type: shouldMute ? 'AccountMuted' : 'AccountUnmuted', data: { muterId, mutedId } });
}

function decide(command: RelationshipCommand, state: RelationshipState): SocialGraphDecision {
  const follows: FollowCheck = (id) => state.following[id] ?? command.previousFollowerIds.includes(id);
  switch (command.type) {
    case 'ToggleFollow':
      return toggleFollow(command, state, follows);
    case 'BlockAccount':
    case 'UnblockAccount':
      return changeBlock(command, state, follows);
    case 'MuteAccount':
    case 'UnmuteAccount':
      return changeMute(command, state);
  }
}

/** Decider for two accounts in both directions, so that a block is decided together with the follows it ends. */
export const relationshipDecider: Decider<RelationshipState, RelationshipCommand, SocialGraphEvent> = {
  // `bond` is the former name of a relationship; stream names are permanent.
  category: 'bond',
  initial: INITIAL_RELATIONSHIP,
  evolve,
  decide,
};

/** Returns the stream id for two accounts, independent of their order. */
export const deriveRelationshipId = (one: AccountId, other: AccountId): string =>
  one < other ? `${one}_${other}` : `${other}_${one}`;

/** Decider for old follow streams, which are read-only. Each contains one direction of a relationship. */
export const legacyFollowDecider: Decider<RelationshipState, never, SocialGraphEvent> = {
  category: 'follow',
  initial: INITIAL_RELATIONSHIP,
  evolve,
  decide: () => noEvents,
};

/** Returns the id of the old stream for one account following another. */
export const deriveLegacyFollowId = (followerId: AccountId, followeeId: AccountId): string =>
  `${followerId}_${followeeId}`;
