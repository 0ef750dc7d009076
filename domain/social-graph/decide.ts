import { accept, type Decider, type Decision, notFound, nothingToDo, refuse } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { BondCommand, ChangeBlock, ChangeMute, ToggleFollow } from './commands.ts';
import type { SocialGraphEvent } from './events.ts';
import { type BondState, evolve, strangers } from './state.ts';

type SocialGraphDecision = Decision<SocialGraphEvent>;

/** The answer to whoever turns to somebody across a block, whichever of them blocks the other. */
export const cannotInteract = refuse('CANNOT_INTERACT', 'You cannot interact with this profile.');

const profileNotFound = notFound('PROFILE_NOT_FOUND', 'The profile does not exist.');

type Follows = (followerId: AccountId) => boolean;

function toggleFollow(
  { followerId, followeeId, outOfSight }: ToggleFollow,
  { blockers }: BondState,
  follows: Follows,
): SocialGraphDecision {
  if (followerId === followeeId) return refuse('CANNOT_FOLLOW_ONESELF', 'You cannot follow yourself.');
  const following = follows(followerId);
  if (outOfSight && !following) return profileNotFound;
  if (blockers.length > 0) return cannotInteract;
  return accept({
    type: following ? 'ProfileUnfollowed' : 'ProfileFollowed',
    data: { followerId, followeeId },
  });
}

/** The end of the following of both, ahead of the block: at no event does anybody follow across it. */
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
  if (blockerId === blockedId) return refuse('CANNOT_BLOCK_ONESELF', 'You cannot block yourself.');
  const wanted = type === 'BlockAccount';
  if (blockers.includes(blockerId) === wanted) return nothingToDo;
  const data = { blockerId, blockedId };
  return wanted
    ? accept(...partings(blockerId, blockedId, follows), { type: 'AccountBlocked', data })
    : accept({ type: 'AccountUnblocked', data });
}

function changeMute({ type, muterId, mutedId }: ChangeMute, { muters }: BondState): SocialGraphDecision {
  if (muterId === mutedId) return refuse('CANNOT_MUTE_ONESELF', 'You cannot mute yourself.');
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
 * The rules of what two accounts are to each other. Both directions share a stream, so that a block and the following
 * that it ends are decided as one.
 */
export const bondDecider: Decider<BondState, BondCommand, SocialGraphEvent> = {
  category: 'bond',
  initial: strangers,
  evolve,
  decide,
};

/** Id of the stream of two accounts, whoever is named first. */
export const bondId = (one: AccountId, other: AccountId): string =>
  one < other ? `${one}_${other}` : `${other}_${one}`;

/** The streams in which each direction of following stood by itself; nothing is appended to them any more. */
export const earlierFollowDecider: Decider<BondState, never, SocialGraphEvent> = {
  category: 'follow',
  initial: strangers,
  evolve,
  decide: () => nothingToDo,
};

/** Id of the stream in which the following of one account by another once stood. */
export const earlierFollowId = (followerId: AccountId, followeeId: AccountId): string =>
  `${followerId}_${followeeId}`;
