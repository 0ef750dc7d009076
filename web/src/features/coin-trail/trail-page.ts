import type { CoinTrail } from '../../../../contract/coin-trail.ts';
import { crowdfundingEndpoints } from '../../../../contract/endpoints/crowdfunding.ts';
import { TRAIL_PAGE_SIZE } from '../../../../contract/rules/coin-trail.ts';
import { kindraApi } from '../../api/base.ts';
import { createRequest } from '../../api/endpoints.ts';

export type { CoinTrail };
/** One coin movement of a campaign. */
export type TrailItem = CoinTrail['items'][number];

interface TrailPageArguments {
  readonly id: string;
  /** Page number. Page 1 is the oldest. */
  readonly page: number;
}

/** Queries for one page of a coin trail. Each page is cached separately. */
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
