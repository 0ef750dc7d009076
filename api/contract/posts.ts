import { z } from 'zod';
import { missingPost, postTextProblem } from '../../domain/posts/rules.ts';
import { profileKey } from './accounts.ts';
import { call, LOG_IN_FIRST } from './call.ts';
import { count, done, id, idOf, POSTS_PAGE_SIZE, pageQuery, ruledText } from './fields.ts';
import { post } from './shapes.ts';

const posts = z.array(post);
const postParams = z.object({ id: idOf(missingPost) });

/** Most replies in an answer that was asked for without a page. */
export const REPLIES_LIMIT = 200;

export const createPublication = call({
  name: 'createPublication',
  context: 'posts',
  summary: 'Publishes a post, or a comment when it has a parent',
  method: 'POST',
  path: '/api/publication',
  who: 'user',
  logIn: LOG_IN_FIRST,
  body: z.object({
    text: ruledText('The post', postTextProblem),
    idParent: idOf(missingPost).nullish(),
  }),
  answer: post,
  idempotent: true,
  errors: ['POST_NOT_FOUND'],
});

export const forYouPublications = call({
  name: 'forYouPublications',
  context: 'posts',
  summary: 'The For you feed',
  method: 'GET',
  path: '/api/publications',
  who: 'optional',
  query: pageQuery,
  answer: posts,
  pageSize: POSTS_PAGE_SIZE,
});

export const followingPublications = call({
  name: 'followingPublications',
  context: 'posts',
  summary: 'Posts of those whom one follows, newest first; none for a visitor',
  method: 'GET',
  path: '/api/following/publications',
  who: 'optional',
  query: pageQuery,
  answer: posts,
  pageSize: POSTS_PAGE_SIZE,
});

export const profilePublications = call({
  name: 'profilePublications',
  context: 'posts',
  summary: 'Posts of a profile, by its nickname or id, newest first, without comments',
  method: 'GET',
  path: '/api/profilePublications/{profile}',
  who: 'optional',
  params: z.object({ profile: profileKey }),
  query: pageQuery,
  answer: posts,
  pageSize: POSTS_PAGE_SIZE,
  errors: ['PROFILE_NOT_FOUND'],
});

export const likePublication = call({
  name: 'likePublication',
  context: 'posts',
  summary: 'Likes a post, or takes the like back',
  method: 'POST',
  path: '/api/likePublication',
  who: 'user',
  logIn: LOG_IN_FIRST,
  body: z.object({ idPublication: idOf(missingPost, 'The post to like is missing.') }),
  answer: z.object({ idPublication: id, liked: z.boolean(), likes: count }).meta({ id: 'Like' }),
  idempotent: true,
  errors: ['POST_NOT_FOUND'],
});

export const getPost = call({
  name: 'getPost',
  context: 'posts',
  summary: 'A post',
  method: 'GET',
  path: '/api/post/{id}',
  who: 'optional',
  params: postParams,
  answer: post,
  errors: ['POST_NOT_FOUND'],
});

export const getReplies = call({
  name: 'getReplies',
  context: 'posts',
  summary: `Comments of a post, oldest first; without a page, all of them up to ${REPLIES_LIMIT}, from where the link leads on`,
  method: 'GET',
  path: '/api/replies/{id}',
  who: 'optional',
  params: postParams,
  query: pageQuery,
  answer: posts,
  pageSize: POSTS_PAGE_SIZE,
  errors: ['POST_NOT_FOUND'],
});

export const deletePublication = call({
  name: 'deletePublication',
  context: 'posts',
  summary: 'Deletes a post; its comments stay',
  method: 'DELETE',
  path: '/api/publication/{id}',
  who: 'user',
  condition: 'its creator, or an ADMIN',
  params: postParams,
  answer: done,
  errors: ['POST_NOT_FOUND', 'FORBIDDEN'],
});
