import { moderationEndpoints } from '../../../../contract/endpoints/moderation.ts';
import { createRequest } from '../../api/endpoints.ts';
import { moderationApi } from '../../api/moderation.ts';
import { refreshPost } from '../../api/post-changes.ts';
import { refreshProfile } from '../../api/profiles.ts';

const { takeDownPost, takeDownAnimal, takeDownProfile, restorePost, restoreAnimal, restoreProfile } =
  moderationEndpoints;
const ENDPOINTS = {
  takeDown: { post: takeDownPost, animal: takeDownAnimal, profile: takeDownProfile },
  restore: { post: restorePost, animal: restoreAnimal, profile: restoreProfile },
};

/** Content that staff can take down. A comment counts as a post. Taking down a profile hides its bio and website. */
export type ContentKind = keyof typeof ENDPOINTS.takeDown;

/** A staff decision about content, with its reason. */
export interface ContentDecision {
  readonly verb: keyof typeof ENDPOINTS;
  readonly kind: ContentKind;
  readonly id: string;
  readonly reason: string;
}

export const { useDecideContentMutation } = moderationApi.injectEndpoints({
  endpoints: (build) => ({
    decideContent: build.mutation<{ readonly message: string }, ContentDecision>({
      query: ({ verb, kind, ...args }) => createRequest(ENDPOINTS[verb][kind], args),
      invalidatesTags: (response, _, { kind }) =>
        response ? [...(kind === 'animal' ? (['Animals'] as const) : []), 'Reports'] : [],
      extraOptions: { isQuiet: true },
      async onQueryStarted({ kind, id }, { dispatch, queryFulfilled }) {
        const response = await queryFulfilled.catch(() => null);
        if (response && kind === 'post') void dispatch(refreshPost(id));
        if (response && kind === 'profile') dispatch(refreshProfile(id));
      },
    }),
  }),
});
