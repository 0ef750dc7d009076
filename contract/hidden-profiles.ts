import { z } from 'zod';
import { accountParams } from './accounts.ts';
import { defineCall } from './call.ts';
import { socialGraphEndpoints } from './endpoints/social-graph.ts';
import { id, pageQuery } from './fields.ts';
import { blockAndMuteFields, profileSummary } from './shapes.ts';

const blockAndMuteState = z.object({ idProfile: id, ...blockAndMuteFields }).meta({ id: 'Hiding' });
/** The caller's block and mute state for a profile. */
export type BlockAndMuteState = z.output<typeof blockAndMuteState>;

const commonFields = { audience: 'user', params: accountParams, response: blockAndMuteState } as const;

export const blockProfile = defineCall({
  ...commonFields,
  ...socialGraphEndpoints.blockProfile,
  summary:
    'Blocks a profile: removes the follows between both, hides each other’s posts, and rejects follows, likes, comments and messages between them',
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_BLOCK_ONESELF', 'TOO_MANY_HIDDEN'],
});

export const unblockProfile = defineCall({
  ...commonFields,
  ...socialGraphEndpoints.unblockProfile,
  summary: 'Unblocks a profile; removed follows are not restored',
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_BLOCK_ONESELF'],
});

export const muteProfile = defineCall({
  ...commonFields,
  ...socialGraphEndpoints.muteProfile,
  summary: 'Mutes a profile: its posts and comments are only shown on its own page; it is not notified',
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_MUTE_ONESELF', 'TOO_MANY_HIDDEN'],
});

export const unmuteProfile = defineCall({
  ...commonFields,
  ...socialGraphEndpoints.unmuteProfile,
  summary: 'Unmutes a profile',
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_MUTE_ONESELF'],
});

/** A profile that the caller blocks or mutes. */
export const hiddenProfile = z
  .object({ ...profileSummary.shape, ...blockAndMuteFields })
  .meta({ id: 'HiddenProfile' });
/** A profile in the caller's list of blocked and muted profiles. */
export type HiddenProfile = z.output<typeof hiddenProfile>;

export const hiddenProfiles = defineCall({
  ...socialGraphEndpoints.hiddenProfiles,
  summary: 'Lists the profiles that the caller blocks or mutes, the latest first',
  audience: 'user',
  query: pageQuery,
  response: z.array(hiddenProfile),
});
