import { z } from 'zod';
import { accountParams } from './accounts.ts';
import { call } from './call.ts';
import { socialGraphEndpoints } from './endpoints/social-graph.ts';
import { id, pageQuery } from './fields.ts';
import { hidingFields, profileSummary } from './shapes.ts';

const hidingAnswer = z.object({ idProfile: id, ...hidingFields }).meta({ id: 'Hiding' });
/** Whether the caller blocks and mutes a profile. */
export type Hiding = z.output<typeof hidingAnswer>;

export const blockProfile = call({
  ...socialGraphEndpoints.blockProfile,
  summary:
    'Blocks a profile: neither follows the other any more, and neither follows, likes, comments on or writes to the other, nor meets the other’s posts',
  audience: 'user',
  params: accountParams,
  answer: hidingAnswer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_BLOCK_ONESELF', 'TOO_MANY_HIDDEN'],
});

export const unblockProfile = call({
  ...socialGraphEndpoints.unblockProfile,
  summary: 'Ends a block; who followed whom does not come back',
  audience: 'user',
  params: accountParams,
  answer: hidingAnswer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_BLOCK_ONESELF'],
});

export const muteProfile = call({
  ...socialGraphEndpoints.muteProfile,
  summary: 'Mutes a profile: its posts and comments show on its own page alone; it does not learn of it',
  audience: 'user',
  params: accountParams,
  answer: hidingAnswer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_MUTE_ONESELF', 'TOO_MANY_HIDDEN'],
});

export const unmuteProfile = call({
  ...socialGraphEndpoints.unmuteProfile,
  summary: 'Shows a profile’s posts and comments again',
  audience: 'user',
  params: accountParams,
  answer: hidingAnswer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_MUTE_ONESELF'],
});

/** A profile that the caller blocks or mutes. */
export const hiddenProfile = z
  .object({ ...profileSummary.shape, ...hidingFields })
  .meta({ id: 'HiddenProfile' });
export type HiddenProfile = z.output<typeof hiddenProfile>;

export const hiddenProfiles = call({
  ...socialGraphEndpoints.hiddenProfiles,
  summary: 'Whom one blocks or mutes, the last one first',
  audience: 'user',
  query: pageQuery,
  answer: z.array(hiddenProfile),
});
