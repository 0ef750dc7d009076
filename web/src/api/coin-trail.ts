import type { CoinTrail } from '../../../api/contract/coin-trail.ts';
import { TRAIL_PAGE_SIZE } from '../../../api/contract/rules.ts';
import { kindraApi } from './base.ts';

export type { CoinTrail };
/** What happened once to the coins of a campaign. */
export type TrailItem = CoinTrail['items'][number];

interface TrailPlace {
  /** Id of the campaign. */
  readonly id: string;
  /** From 1, the oldest first. */
  readonly page: number;
}

const coinTrailReads = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** A page of what happened to a campaign's coins. */
    coinTrail: build.query<CoinTrail, TrailPlace>({
      query: ({ id, page }) =>
        `/api/crowdfunding/${encodeURIComponent(id)}/coins?after=${(page - 1) * TRAIL_PAGE_SIZE}`,
      extraOptions: { networkFailure: 'Error getting the coins of the crowdfunding.', quiet: true },
    }),
  }),
});

export const { useCoinTrailQuery, useLazyCoinTrailQuery } = coinTrailReads;
