import { defineEndpoints } from './endpoint.ts';

export const postsEndpoints = defineEndpoints('posts', {
  createPublication: { method: 'POST', path: '/api/publication', idempotent: true, entity: 'post' },
  forYouPublications: { method: 'GET', path: '/api/publications', paged: true, entity: 'post' },
  followingPublications: { method: 'GET', path: '/api/following/publications', paged: true, entity: 'post' },
  profilePublications: {
    method: 'GET',
    path: '/api/profilePublications/{profile}',
    paged: true,
    entity: 'post',
  },
  likePublication: { method: 'POST', path: '/api/likePublication', idempotent: true },
  getPost: { method: 'GET', path: '/api/post/{id}', entity: 'post' },
  getReplies: { method: 'GET', path: '/api/replies/{id}', paged: true, entity: 'post' },
  editPublication: { method: 'PUT', path: '/api/publication/{id}', entity: 'post' },
  getPostHistory: { method: 'GET', path: '/api/publication/{id}/history' },
  getUpdatePicture: { method: 'GET', path: '/api/publication/{id}/image' },
  deletePublication: { method: 'DELETE', path: '/api/publication/{id}' },
});
