import { createAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { Post } from '../../../contract/shapes.ts';

/** Reference to a post. Lists hold references; the post is stored once by its id. */
export type PostRef = Pick<Post, 'id'>;

/** A response contained posts, read at a position of the log. */
export const postsReceived = createAction<{ readonly posts: readonly Post[]; readonly position: number }>(
  'posts/read',
);

/** Log position at which a response was read; undefined when the header is missing. */
export function getReadPosition(meta: FetchBaseQueryMeta | undefined): number | undefined {
  const position = meta?.response?.headers.get('X-Read-Position');
  return position ? Number(position) : undefined;
}

/** Replaces the entities of a response with references. */
export const toRefs = (answer: unknown): PostRef | readonly PostRef[] =>
  Array.isArray(answer) ? (answer as readonly Post[]).map(({ id }) => ({ id })) : { id: (answer as Post).id };
