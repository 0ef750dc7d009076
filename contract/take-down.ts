import { z } from 'zod';
import { profileNotFound } from '../domain/accounts/rules.ts';
import { adoptionNotFound } from '../domain/adoption/rules.ts';
import { postNotFound } from '../domain/posts/rules.ts';
import { accountParams } from './accounts.ts';
import { defineCall } from './call.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import { confirmation, idParameter } from './fields.ts';
import { reasonText, staff } from './moderation.ts';

const post = { params: z.object({ id: idParameter(postNotFound) }), notFoundCode: postNotFound.code };
const animal = {
  params: z.object({ id: idParameter(adoptionNotFound) }),
  notFoundCode: adoptionNotFound.code,
};

const profile = { params: accountParams, notFoundCode: profileNotFound.code };

const commonFields = {
  audience: staff,
  condition: 'not for their own content',
  body: z.object({ reason: reasonText }),
  response: confirmation,
} as const;

export const takeDownPost = defineCall({
  ...commonFields,
  ...moderationEndpoints.takeDownPost,
  summary:
    'Takes a post or comment down, which hides it from everybody but its author and staff; resolves its open reports',
  params: post.params,
  errors: [post.notFoundCode, 'ALREADY_TAKEN_DOWN', 'OWN_CONTENT'],
});

export const restorePost = defineCall({
  ...commonFields,
  ...moderationEndpoints.restorePost,
  summary: 'Restores a post or comment that was taken down',
  params: post.params,
  errors: [post.notFoundCode, 'NOT_TAKEN_DOWN', 'OWN_CONTENT'],
});

export const takeDownAnimal = defineCall({
  ...commonFields,
  ...moderationEndpoints.takeDownAnimal,
  summary:
    'Takes an animal down, which hides it from everybody but its owner and staff; resolves its open reports',
  params: animal.params,
  errors: [animal.notFoundCode, 'ALREADY_TAKEN_DOWN', 'OWN_CONTENT'],
});

export const restoreAnimal = defineCall({
  ...commonFields,
  ...moderationEndpoints.restoreAnimal,
  summary: 'Restores an animal that was taken down',
  params: animal.params,
  errors: [animal.notFoundCode, 'NOT_TAKEN_DOWN', 'OWN_CONTENT'],
});

export const takeDownProfile = defineCall({
  ...commonFields,
  ...moderationEndpoints.takeDownProfile,
  summary:
    'Hides the picture, bio and website of a profile from everybody but its owner and staff; resolves its open reports',
  params: profile.params,
  errors: [profile.notFoundCode, 'ALREADY_TAKEN_DOWN', 'OWN_CONTENT'],
});

export const restoreProfile = defineCall({
  ...commonFields,
  ...moderationEndpoints.restoreProfile,
  summary: 'Restores the picture, bio and website of a profile that were taken down',
  params: profile.params,
  errors: [profile.notFoundCode, 'NOT_TAKEN_DOWN', 'OWN_CONTENT'],
});
