import type { CoinTrail } from '../../../../contract/coin-trail.ts';
import { crowdfundingEndpoints } from '../../../../contract/endpoints/crowdfunding.ts';
import { TRAIL_PAGE_SIZE } from '../../../../contract/rules/coin-trail.ts';
import { kindraApi } from '../../api/base.ts';
import { createRequest } from '../../api/endpoints.ts';

export type { CoinTrail };
/** One movement of a campaign's coins. */
export type TrailItem = CoinTrail['items'][number];

interface TrailPageArguments {
  /** Campaign id. */
  readonly id: string;
  /** From 1, oldest first. */
  readonly page: number;
}

/** One page of a coin trail; each page is cached separately. */
export const { useTrailPageQuery, useLazyTrailPageQuery } = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    trailPage: build.query<CoinTrail, TrailPageArguments>({
      query: ({ id, page }) =>
        createRequest(crowdfundingEndpoints.getCoinTrail, {
          id,
          after: String((page - 1) * TRAIL_PAGE_SIZE),
        }),
      extraOptions: { networkFailure: 'coin-trail:failure', isQuiet: true },
    }),
  }),
});
