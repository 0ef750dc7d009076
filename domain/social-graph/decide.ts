import { accept, type Decider, type Decision, notFound, nothingToDo, refuse } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import { missingProfile } from '../kernel/problems.ts';
import type { BondCommand, ChangeBlock, ChangeMute, ToggleFollow } from './commands.ts';
import type { SocialGraphEvent } from './events.ts';
import {
  cannotBlockOneself,
  cannotFollowOneself,
  cannotInteract as cannotInteractProblem,
  cannotMuteOneself,
} from './rules.ts';
import { type BondState, evolve, strangers } from './state.ts';

type SocialGraphDecision = Decision<SocialGraphEvent>;

/** Rejection of an interaction between two accounts of which one blocks the other. */
export const cannotInteract = refuse(cannotInteractProblem);

type Follows = (followerId: AccountId) => boolean;

function toggleFollow(
  { followerId, followeeId, outOfSight }: ToggleFollow,
  { blockers }: BondState,
  follows: Follows,
): SocialGraphDecision {
  if (followerId === followeeId) return refuse(cannotFollowOneself);
  const following = follows(followerId);
  if (outOfSight && !following) return notFound(missingProfile);
  if (blockers.length > 0) return cannotInteract;
  return accept({
    type: following ? 'ProfileUnfollowed' : 'ProfileFollowed',
    data: { followerId, followeeId },
  });
}

/** Ends the follows in both directions before the block, so that no event leaves a follow next to a block. */
const partings = (one: AccountId, other: AccountId, follows: Follows): readonly SocialGraphEvent[] =>
  [
    { followerId: one, followeeId: other },
    { followerId: other, followeeId: one },
  ]
    .filter(({ followerId }) => follows(followerId))
    .map((data) => ({ type: 'ProfileUnfollowed', data }));

function changeBlock(
  { type, blockerId, blockedId }: ChangeBlock,
  { blockers }: BondState,
  follows: Follows,
): SocialGraphDecision {
  if (blockerId === blockedId) return refuse(cannotBlockOneself);
  const wanted = type === 'BlockAccount';
  if (blockers.includes(blockerId) === wanted) return nothingToDo;
  const data = { blockerId, blockedId };
  return wanted
    ? accept(...partings(blockerId, blockedId, follows), { type: 'AccountBlocked', data })
    : accept({ type: 'AccountUnblocked', data });
}

function changeMute({ type, muterId, mutedId }: ChangeMute, { muters }: BondState): SocialGraphDecision {
  if (muterId === mutedId) return refuse(cannotMuteOneself);
  const wanted = type === 'MuteAccount';
  if (muters.includes(muterId) === wanted) return nothingToDo;
  return accept({ type: wanted ? 'AccountMuted' : 'AccountUnmuted', data: { muterId, mutedId } });
}

function decide(command: BondCommand, state: BondState): SocialGraphDecision {
  const follows: Follows = (id) => state.following[id] ?? command.followedBefore.includes(id);
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

/**
 * Decider of the relationship of two accounts. Both directions share a stream, so that a block and the
 * follows it ends are decided together.
 */
export const bondDecider: Decider<BondState, BondCommand, SocialGraphEvent> = {
  category: 'bond',
  initial: strangers,
  evolve,
  decide,
};

/** Id of the stream of two accounts, independent of their order. */
export const bondId = (one: AccountId, other: AccountId): string =>
  one < other ? `${one}_${other}` : `${other}_${one}`;

/** Decider of the old streams with one direction of following each. They are only read. */
export const earlierFollowDecider: Decider<BondState, never, SocialGraphEvent> = {
  category: 'follow',
  initial: strangers,
  evolve,
  decide: () => nothingToDo,
};

/** Id of the old stream of one account following another. */
export const earlierFollowId = (followerId: AccountId, followeeId: AccountId): string =>
  `${followerId}_${followeeId}`;
