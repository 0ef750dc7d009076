import { z } from 'zod';
import { accountParams } from './accounts.ts';
import { call } from './call.ts';
import { id, LIST_PAGE_SIZE, pageQuery } from './fields.ts';
import { hiding, profileSummary } from './shapes.ts';

const answer = z.object({ idProfile: id, ...hiding }).meta({ id: 'Hiding' });
/** Whether one blocks and mutes a profile now. */
export type Hiding = z.output<typeof answer>;

export const blockProfile = call({
  name: 'blockProfile',
  context: 'social-graph',
  summary:
    'Blocks a profile: neither follows the other any more, and neither follows, likes, comments on or writes to the other, nor meets the other’s posts',
  method: 'PUT',
  path: '/api/profile/{id}/block',
  who: 'user',
  params: accountParams,
  answer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_BLOCK_ONESELF', 'TOO_MANY_HIDDEN'],
});

export const unblockProfile = call({
  name: 'unblockProfile',
  context: 'social-graph',
  summary: 'Ends a block; who followed whom does not come back',
  method: 'DELETE',
  path: '/api/profile/{id}/block',
  who: 'user',
  params: accountParams,
  answer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_BLOCK_ONESELF'],
});

export const muteProfile = call({
  name: 'muteProfile',
  context: 'social-graph',
  summary: 'Mutes a profile: its posts and comments show on its own page alone; it does not learn of it',
  method: 'PUT',
  path: '/api/profile/{id}/mute',
  who: 'user',
  params: accountParams,
  answer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_MUTE_ONESELF', 'TOO_MANY_HIDDEN'],
});

export const unmuteProfile = call({
  name: 'unmuteProfile',
  context: 'social-graph',
  summary: 'Shows a profile’s posts and comments again',
  method: 'DELETE',
  path: '/api/profile/{id}/mute',
  who: 'user',
  params: accountParams,
  answer,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_MUTE_ONESELF'],
});

/** A profile that one blocks or mutes. */
export const hiddenProfile = z.object({ ...profileSummary.shape, ...hiding }).meta({ id: 'HiddenProfile' });
export type HiddenProfile = z.output<typeof hiddenProfile>;

export const hiddenProfiles = call({
  name: 'hiddenProfiles',
  context: 'social-graph',
  summary: 'Whom one blocks or mutes, the last one first',
  method: 'GET',
  path: '/api/settings/hidden-profiles',
  who: 'user',
  query: pageQuery,
  answer: z.array(hiddenProfile),
  pageSize: LIST_PAGE_SIZE,
});
