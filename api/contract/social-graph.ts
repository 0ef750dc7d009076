import { z } from 'zod';
import { missingProfile } from '../../domain/accounts/rules.ts';
import { profileKey } from './accounts.ts';
import { call, LOG_IN_FIRST } from './call.ts';
import { count, id, idOf, LIST_PAGE_SIZE, pageQuery } from './fields.ts';
import { profileRow } from './shapes.ts';

const rows = z.array(profileRow);
const profileParams = z.object({ nickname: profileKey });

/** Most suggestions of an answer. */
export const SUGGESTIONS = 5;

export const getFollowers = call({
  name: 'getFollowers',
  context: 'social-graph',
  summary: 'Who follows a profile, newest first',
  method: 'GET',
  path: '/api/profile/{nickname}/followers',
  who: 'optional',
  params: profileParams,
  query: pageQuery,
  answer: rows,
  pageSize: LIST_PAGE_SIZE,
  errors: ['PROFILE_NOT_FOUND'],
});

export const getFollowing = call({
  name: 'getFollowing',
  context: 'social-graph',
  summary: 'Whom a profile follows, newest first',
  method: 'GET',
  path: '/api/profile/{nickname}/following',
  who: 'optional',
  params: profileParams,
  query: pageQuery,
  answer: rows,
  pageSize: LIST_PAGE_SIZE,
  errors: ['PROFILE_NOT_FOUND'],
});

export const followProfile = call({
  name: 'followProfile',
  context: 'social-graph',
  summary: 'Follows a profile, or stops following it',
  method: 'POST',
  path: '/api/followProfile',
  who: 'user',
  logIn: LOG_IN_FIRST,
  body: z.object({ idProfileToFollow: idOf(missingProfile, 'The profile to follow is missing.') }),
  answer: z.object({ idProfile: id, isItFollowed: z.boolean(), followers: count }).meta({ id: 'Follow' }),
  idempotent: true,
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_FOLLOW_ONESELF'],
});

export const suggestedProfiles = call({
  name: 'suggestedProfiles',
  context: 'social-graph',
  summary: `At most ${SUGGESTIONS} people to follow`,
  method: 'GET',
  path: '/api/suggested/profiles',
  who: 'optional',
  answer: rows,
});

export const suggestedOrganizations = call({
  name: 'suggestedOrganizations',
  context: 'social-graph',
  summary: `At most ${SUGGESTIONS} organizations to follow`,
  method: 'GET',
  path: '/api/suggested/org-profiles',
  who: 'optional',
  answer: rows,
});
