import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { SettlementProgress } from '../../../api/contract/coin-trail.ts';
import type { Crowdfunding, Donation } from '../../../api/contract/crowdfunding.ts';
import { alsoAfter } from './also-after.ts';
import { kindraApi } from './base.ts';
import { KEEP_LIST_S, type Page, type Pages, pagedBy, toPage } from './paging.ts';
import { asDataUrl } from './picture.ts';

/** A campaign as the API tells of it. */
export type Campaign = Crowdfunding;
export type { Donation };

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

/** Address of a campaign's picture. */
const pictureAddress = (id: string): string => `/api/crowdfunding/${encodeURIComponent(id)}/image`;

const campaignReads = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** The active campaigns, the one that started last first. */
    crowdfundings: build.infiniteQuery<Page<Campaign>, void, string>({
      infiniteQueryOptions: pagedBy<Campaign>('/api/crowdfunding/all'),
      query: ({ pageParam }) => pageParam,
      transformResponse: (campaigns: Campaign[], meta) => toPage(campaigns, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['Crowdfundings'],
      extraOptions: { networkFailure: 'Error getting crowdfundings.' },
    }),

    /** Campaigns of a profile, by its nickname, newest first. */
    profileCrowdfundings: build.infiniteQuery<Page<Campaign>, string, string>({
      infiniteQueryOptions: pagedBy<Campaign>(''),
      query: ({ queryArg, pageParam }) =>
        pageParam || `/api/crowdfunding/profile/${encodeURIComponent(queryArg)}`,
      transformResponse: (campaigns: Campaign[], meta) => toPage(campaigns, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['Crowdfundings'],
      extraOptions: { networkFailure: 'Error getting crowdfundings.' },
    }),

    crowdfunding: build.query<Campaign, string>({
      query: (id) => `/api/crowdfunding/${encodeURIComponent(id)}/data`,
      providesTags: (_, __, id) => [{ type: 'Crowdfunding', id }],
      extraOptions: { networkFailure: 'Error getting crowdfunding.' },
    }),

    /** A picture that not everybody may see, as a data URL: an `<img>` could not send the token. */
    crowdfundingPicture: build.query<string, string>({
      query: (id) => asDataUrl(pictureAddress(id)),
      extraOptions: { quiet: true },
    }),

    /** How far the coins of an ended campaign are on their way. */
    settlement: build.query<SettlementProgress, string>({
      query: (id) => `/api/crowdfunding/${encodeURIComponent(id)}/settlement`,
      providesTags: (_, __, id) => [{ type: 'Donations', id }],
      extraOptions: { quiet: true },
    }),

    /** The last donations to a campaign, newest first. */
    donations: build.query<Donation[], string>({
      query: (id) => `/api/transaction/donations/${encodeURIComponent(id)}`,
      providesTags: (_, __, id) => [{ type: 'Donations', id }],
      extraOptions: { networkFailure: 'Error getting donations.', quiet: true },
    }),
  }),
});

const { getRunningQueryThunk, updateQueryData, selectCachedArgsForQuery } = campaignReads.util;

/** Changes a campaign wherever it is cached, so that all screens show the same. */
export const changeCampaign =
  (id: string, change: (campaign: Campaign) => void): Thunk =>
  (dispatch, getState) => {
    const changeIn = ({ pages }: Pages<Campaign>) => {
      for (const { items } of pages) for (const campaign of items) if (campaign.id === id) change(campaign);
    };
    alsoAfter(dispatch(getRunningQueryThunk('crowdfunding', id)), () =>
      dispatch(updateQueryData('crowdfunding', id, change)),
    );
    alsoAfter(dispatch(getRunningQueryThunk('crowdfundings', undefined)), () =>
      dispatch(updateQueryData('crowdfundings', undefined, changeIn)),
    );
    for (const arg of selectCachedArgsForQuery(getState(), 'profileCrowdfundings'))
      alsoAfter(dispatch(getRunningQueryThunk('profileCrowdfundings', arg)), () =>
        dispatch(updateQueryData('profileCrowdfundings', arg, changeIn)),
      );
  };

/** Shows what others did to a campaign; what is given or given back may change the reader's wallet too. */
export const campaignNoticed =
  (change: Pick<Campaign, 'id' | 'status' | 'currentAmount' | 'numDonations'>): Thunk =>
  (dispatch, getState) => {
    const { id, status } = change;
    const before = campaignReads.endpoints.crowdfunding.select(id)(getState()).data;
    dispatch(changeCampaign(id, (campaign) => Object.assign(campaign, change)));
    if (!before) return;
    dispatch(kindraApi.util.invalidateTags([{ type: 'Donations', id }]));
    if (before.status === status && status === 'ACTIVE') return;
    dispatch(kindraApi.util.invalidateTags([{ type: 'Crowdfunding', id }, 'Wallet']));
  };

/** Loads the campaigns on the screen anew, after others may have changed them unnoticed. */
export const refreshCampaigns = (): Thunk => (dispatch) => {
  dispatch(kindraApi.util.invalidateTags(['Crowdfunding', 'Crowdfundings', 'Donations']));
};

export const {
  useCrowdfundingsInfiniteQuery,
  useProfileCrowdfundingsInfiniteQuery,
  useCrowdfundingQuery,
  useDonationsQuery,
  useSettlementQuery,
} = campaignReads;

const { useCrowdfundingPictureQuery } = campaignReads;

/** Where the picture of a campaign is, or null while it is on its way. One that staff never let begin is not for all. */
export function usePicture({ id, startDate }: Pick<Campaign, 'id' | 'startDate'>): string | null {
  const hidden = startDate === null;
  const { data } = useCrowdfundingPictureQuery(id, { skip: !hidden });
  return hidden ? (data ?? null) : pictureAddress(id);
}
