import { z } from 'zod';
import { checkPostText, missingPost } from '../domain/posts/rules.ts';
import { profileKey } from './accounts.ts';
import { call } from './call.ts';
import { postsEndpoints } from './endpoints/posts.ts';
import { checkedText, confirmation, count, id, idParameter, pageQuery } from './fields.ts';
import { likedPostMissing, loginRequired } from './problems.ts';
import { post } from './shapes.ts';

const posts = z.array(post);
const postParams = z.object({ id: idParameter(missingPost) });

/** Maximum number of replies in a response to a request without a page. */
export const REPLIES_LIMIT = 200;

export const createPublication = call({
  ...postsEndpoints.createPublication,
  summary: 'Publishes a post, or a comment when it has a parent',
  audience: 'user',
  logIn: loginRequired,
  body: z.object({
    text: checkedText(checkPostText),
    idParent: idParameter(missingPost).nullish(),
  }),
  answer: post,
  errors: ['POST_NOT_FOUND'],
});

export const forYouPublications = call({
  ...postsEndpoints.forYouPublications,
  summary: 'The For you feed',
  audience: 'optional',
  query: pageQuery,
  answer: posts,
});

export const followingPublications = call({
  ...postsEndpoints.followingPublications,
  summary: 'Posts of those whom one follows, newest first; none for a visitor',
  audience: 'optional',
  query: pageQuery,
  answer: posts,
});

export const profilePublications = call({
  ...postsEndpoints.profilePublications,
  summary: 'Posts of a profile, by its nickname or id, newest first, without comments',
  audience: 'optional',
  params: z.object({ profile: profileKey }),
  query: pageQuery,
  answer: posts,
  errors: ['PROFILE_NOT_FOUND'],
});

export const likePublication = call({
  ...postsEndpoints.likePublication,
  summary: 'Likes a post, or takes the like back',
  audience: 'user',
  logIn: loginRequired,
  body: z.object({ idPublication: idParameter(missingPost, likedPostMissing) }),
  answer: z.object({ idPublication: id, liked: z.boolean(), likes: count }).meta({ id: 'Like' }),
  errors: ['POST_NOT_FOUND'],
});

export const getPost = call({
  ...postsEndpoints.getPost,
  summary: 'A post',
  audience: 'optional',
  params: postParams,
  answer: post,
  errors: ['POST_NOT_FOUND'],
});

export const getReplies = call({
  ...postsEndpoints.getReplies,
  summary: `Comments of a post, oldest first; without a page, all of them up to ${REPLIES_LIMIT}, from where the link leads on`,
  audience: 'optional',
  params: postParams,
  query: pageQuery,
  answer: posts,
  errors: ['POST_NOT_FOUND'],
});

export const deletePublication = call({
  ...postsEndpoints.deletePublication,
  summary: 'Deletes a post; its comments stay',
  audience: 'user',
  condition: 'its creator, or an ADMIN',
  params: postParams,
  answer: confirmation,
  errors: ['POST_NOT_FOUND', 'FORBIDDEN'],
});
