import { z } from 'zod';
import { profileNotFound } from '../domain/accounts/rules.ts';
import { profileKey } from './accounts.ts';
import { defineCall } from './call.ts';
import { socialGraphEndpoints } from './endpoints/social-graph.ts';
import { count, id, idParameter, pageQuery } from './fields.ts';
import { followedProfileMissing, loginRequired } from './problems.ts';
import { profileRow } from './shapes.ts';

const profileRows = z.array(profileRow);
const profileParams = z.object({ nickname: profileKey });

/** Maximum number of suggested profiles per response. */
export const SUGGESTION_LIMIT = 5;

export const getFollowers = defineCall({
  ...socialGraphEndpoints.getFollowers,
  summary: 'Lists the followers of a profile, newest first',
  audience: 'optional',
  params: profileParams,
  query: pageQuery,
  hasETag: true,
  response: profileRows,
  errors: ['PROFILE_NOT_FOUND'],
});

export const getFollowing = defineCall({
  ...socialGraphEndpoints.getFollowing,
  summary: 'Lists the profiles that a profile follows, newest first',
  audience: 'optional',
  params: profileParams,
  query: pageQuery,
  hasETag: true,
  response: profileRows,
  errors: ['PROFILE_NOT_FOUND'],
});

export const followProfile = defineCall({
  ...socialGraphEndpoints.followProfile,
  summary: 'Follows or unfollows a profile',
  audience: 'user',
  loginProblem: loginRequired,
  body: z.object({ idProfileToFollow: idParameter(profileNotFound, followedProfileMissing) }),
  response: z.object({ idProfile: id, isItFollowed: z.boolean(), followers: count }).meta({ id: 'Follow' }),
  errors: ['PROFILE_NOT_FOUND', 'CANNOT_FOLLOW_ONESELF'],
});

export const suggestedProfiles = defineCall({
  ...socialGraphEndpoints.suggestedProfiles,
  summary: `Suggests up to ${SUGGESTION_LIMIT} people to follow`,
  audience: 'optional',
  response: profileRows,
});

export const suggestedOrganizations = defineCall({
  ...socialGraphEndpoints.suggestedOrganizations,
  summary: `Suggests up to ${SUGGESTION_LIMIT} organizations to follow`,
  audience: 'optional',
  response: profileRows,
});
