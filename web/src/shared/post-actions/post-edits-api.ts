import { postsApi } from '../../api/post-reads.ts';

/** Endpoints for editing posts. The dialog shows their errors. */
export const { useEditPublicationMutation, useGetPostHistoryQuery } = postsApi.enhanceEndpoints({
  endpoints: {
    editPublication: { extraOptions: { isQuiet: true } },
    // A history is short and rarely opened, so it is not cached.
    getPostHistory: { extraOptions: { isQuiet: true }, keepUnusedDataFor: 0 },
  },
});
