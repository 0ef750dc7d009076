import { kindraApi } from './base.ts';
import { refreshPost } from './post-cache.ts';

/** Content that staff can take down. A comment is a post. */
export type ContentKind = 'post' | 'animal';

/** What staff decide about content, and why. */
export interface ContentDecision {
  readonly kind: ContentKind;
  readonly id: string;
  readonly reason: string | undefined;
}

type Done = { readonly message: string };

const takeDownApi = kindraApi.enhanceEndpoints({ addTagTypes: ['Animals', 'Reports'] }).injectEndpoints({
  endpoints: (build) => {
    const decision = (verb: 'take-down' | 'restore') =>
      build.mutation<Done, ContentDecision>({
        query: ({ kind, id, reason }) => ({
          url: `/api/dashboard/${verb}/${kind}/${encodeURIComponent(id)}`,
          method: 'PUT',
          body: { reason },
        }),
        invalidatesTags: (answer, _, { kind }) =>
          answer ? [...(kind === 'animal' ? (['Animals'] as const) : []), 'Reports'] : [],
        extraOptions: { quiet: true },
        async onQueryStarted({ kind, id }, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.catch(() => null);
          if (answer && kind === 'post') void dispatch(refreshPost(id));
        },
      });
    return { takeDown: decision('take-down'), restore: decision('restore') };
  },
});

export const { useTakeDownMutation, useRestoreMutation } = takeDownApi;
