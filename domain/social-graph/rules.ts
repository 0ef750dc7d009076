import { defineProblem } from '../kernel/problem.ts';

export const cannotInteract = defineProblem('CANNOT_INTERACT', 'You cannot interact with this profile.');
export const cannotFollowOneself = defineProblem('CANNOT_FOLLOW_ONESELF', 'You cannot follow yourself.');
export const cannotBlockOneself = defineProblem('CANNOT_BLOCK_ONESELF', 'You cannot block yourself.');
export const cannotMuteOneself = defineProblem('CANNOT_MUTE_ONESELF', 'You cannot mute yourself.');

/** The number of hidden profiles is limited because feeds filter by all of them. */
export const tooManyHidden = defineProblem(
  'TOO_MANY_HIDDEN',
  'You cannot block or mute more than {limit} profiles.',
  { limit: 1000 },
);
