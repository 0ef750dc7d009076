import { z } from 'zod';
import { defineCall } from './call.ts';
import { failWithNotFound, jpeg, oneOf } from './fields.ts';
import { pictureNotFound } from './problems.ts';

/** Kinds of pages that a shared link can point to. All other pages have the kind `site`. */
export const SHARE_KINDS = ['post', 'profile', 'crowdfunding', 'animal', 'site'] as const;
/** Kind of page that a shared link points to. */
export type ShareKind = (typeof SHARE_KINDS)[number];

const createPatternSchema = (pattern: RegExp) =>
  z.string().refine((text) => pattern.test(text), failWithNotFound(pictureNotFound));

export const getSharePicture = defineCall({
  name: 'getSharePicture',
  context: 'sharing',
  method: 'GET',
  path: '/api/share/{kind}/{id}/{version}',
  summary: 'Returns the preview picture of a shared link, 1200 × 630 pixels',
  audience: 'all',
  params: z.object({
    kind: oneOf(SHARE_KINDS, pictureNotFound),
    id: createPatternSchema(/^[\w-]{1,40}$/),
    version: createPatternSchema(/^[0-9a-f]{1,64}$/).meta({
      description: 'Hash of the contents. An outdated one redirects to the current picture.',
    }),
  }),
  response: jpeg,
  responseType: 'image/jpeg',
  errors: ['PICTURE_NOT_FOUND'],
});
