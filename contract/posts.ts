import { z } from 'zod';
import { checkPostText, EDIT_HOURS, EDITS_LIMIT, postNotFound } from '../domain/posts/rules.ts';
import { profileKey } from './accounts.ts';
import { defineCall } from './call.ts';
import { postsEndpoints } from './endpoints/posts.ts';
import { checkedText, confirmation, count, id, idParameter, instant, pageQuery } from './fields.ts';
import { likedPostMissing, loginRequired } from './problems.ts';
import { post } from './shapes.ts';

const posts = z.array(post);
const postParams = z.object({ id: idParameter(postNotFound) });

/** Maximum number of replies in a response if the request specifies no page. */
export const REPLIES_LIMIT = 200;

export const createPublication = defineCall({
  ...postsEndpoints.createPublication,
  summary: 'Publishes a post, or a comment when it has a parent',
  audience: 'user',
  loginProblem: loginRequired,
  body: z.object({
    text: checkedText(checkPostText),
    idParent: idParameter(postNotFound).nullish(),
  }),
  response: post,
  errors: ['POST_NOT_FOUND'],
});

export const forYouPublications = defineCall({
  ...postsEndpoints.forYouPublications,
  summary: 'Returns the For you feed',
  audience: 'optional',
  query: pageQuery,
  hasETag: true,
  response: posts,
});

export const followingPublications = defineCall({
  ...postsEndpoints.followingPublications,
  summary: 'Lists the posts of followed profiles, newest first; none for a visitor',
  audience: 'optional',
  query: pageQuery,
  hasETag: true,
  response: posts,
});

export const profilePublications = defineCall({
  ...postsEndpoints.profilePublications,
  summary: 'Lists the posts of a profile, newest first, without comments',
  audience: 'optional',
  params: z.object({ profile: profileKey }),
  query: pageQuery,
  hasETag: true,
  response: posts,
  errors: ['PROFILE_NOT_FOUND'],
});

export const likePublication = defineCall({
  ...postsEndpoints.likePublication,
  summary: 'Likes a post, or removes the like',
  audience: 'user',
  loginProblem: loginRequired,
  body: z.object({ idPublication: idParameter(postNotFound, likedPostMissing) }),
  response: z.object({ idPublication: id, liked: z.boolean(), likes: count }).meta({ id: 'Like' }),
  errors: ['POST_NOT_FOUND'],
});

export const getPost = defineCall({
  ...postsEndpoints.getPost,
  summary: 'Returns a post',
  audience: 'optional',
  params: postParams,
  hasETag: true,
  response: post,
  errors: ['POST_NOT_FOUND'],
});

export const getReplies = defineCall({
  ...postsEndpoints.getReplies,
  summary: `Lists the comments of a post, oldest first; without a page, up to ${REPLIES_LIMIT} of them, and a link to the others`,
  audience: 'optional',
  params: postParams,
  query: pageQuery,
  hasETag: true,
  response: posts,
  errors: ['POST_NOT_FOUND'],
});

export const editPublication = defineCall({
  ...postsEndpoints.editPublication,
  summary: `Replaces the text of a post, up to ${EDIT_HOURS} hours after its publication and at most ${EDITS_LIMIT} times`,
  audience: 'user',
  condition: 'its creator',
  params: postParams,
  body: z.object({ text: checkedText(checkPostText) }),
  response: post,
  errors: [
    'POST_NOT_FOUND',
    'POST_NOT_YOURS',
    'POST_EDIT_TOO_LATE',
    'POST_EDITED_TOO_OFTEN',
    'POST_TAKEN_DOWN',
  ],
});

/** A version of a post's text, and when it became visible. */
export const postVersion = z.object({ text: z.string(), dateTime: instant }).meta({ id: 'PostVersion' });

export const getPostHistory = defineCall({
  ...postsEndpoints.getPostHistory,
  summary: 'Lists the texts of a post, newest first',
  audience: 'optional',
  params: postParams,
  response: z.array(postVersion),
  errors: ['POST_NOT_FOUND'],
});

export const deletePublication = defineCall({
  ...postsEndpoints.deletePublication,
  summary: 'Deletes a post; its comments remain',
  audience: 'user',
  condition: 'its creator, or an ADMIN',
  params: postParams,
  response: confirmation,
  errors: ['POST_NOT_FOUND', 'FORBIDDEN'],
});
