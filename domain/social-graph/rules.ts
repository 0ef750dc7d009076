import { problem } from '../kernel/problem.ts';

export const cannotInteract = problem('CANNOT_INTERACT', 'You cannot interact with this profile.');
export const cannotFollowOneself = problem('CANNOT_FOLLOW_ONESELF', 'You cannot follow yourself.');
export const cannotBlockOneself = problem('CANNOT_BLOCK_ONESELF', 'You cannot block yourself.');
export const cannotMuteOneself = problem('CANNOT_MUTE_ONESELF', 'You cannot mute yourself.');

/** The number of hidden profiles is limited, because feeds filter by all of them. */
export const tooManyHidden = problem(
  'TOO_MANY_HIDDEN',
  'You cannot block or mute more than {limit} profiles.',
  { limit: 1000 },
);
