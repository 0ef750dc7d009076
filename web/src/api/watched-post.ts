import type { ApiFailure } from './failure.ts';
import { postMutations } from './post-writes.ts';

/** Refetches a post if a change was refused because the post no longer exists. */
const refetchIfMissing = (id: string | null | undefined, error: unknown) =>
  id && (error as ApiFailure | undefined)?.status === 404 ? [{ type: 'Post' as const, id }] : [];

/** Post query for the page of a post, which follows the post's likes and comments. */
export const { useGetPostQuery } = postMutations.enhanceEndpoints({
  addTagTypes: ['Post'],
  endpoints: {
    getPost: { providesTags: (_, __, { id }) => [{ type: 'Post', id }] },
    toggleLike: { invalidatesTags: (_, error, { id }) => refetchIfMissing(id, error) },
    createPublication: { invalidatesTags: (_, error, { idParent }) => refetchIfMissing(idParent, error) },
  },
});
