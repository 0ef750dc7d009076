import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { AnswerOf } from '../../../api/contract/call.ts';
import type { donate } from '../../../api/contract/crowdfunding.ts';
import { kindraApi } from './base.ts';
import { type Campaign, changeCampaign } from './crowdfunding.ts';
import { showBalance } from './wallet.ts';

type Donated = AnswerOf<typeof donate>;
type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

/** What creating a campaign takes; the same key for the same content makes sending it again harmless. */
export interface NewCampaign extends Pick<Campaign, 'title' | 'description' | 'goalAmount' | 'durationDays'> {
  /** A data URL of a JPEG. */
  readonly imageBase64: string;
  readonly key: string;
}

/** What staff decide about a campaign, and why. */
export interface Review {
  readonly id: string;
  readonly reason?: string;
}

const ofCampaign = (id: string) => [
  { type: 'Crowdfunding' as const, id },
  { type: 'Donations' as const, id },
];

interface Write {
  readonly dispatch: (action: Thunk) => void;
  readonly queryFulfilled: Promise<{ readonly data: Campaign }>;
}

/** Brings what a write answers into the view at once; what else it has changed is loaded anew behind it. */
async function merge(_: unknown, { dispatch, queryFulfilled }: Write): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(changeCampaign(answer.data.id, (campaign) => Object.assign(campaign, answer.data)));
}

const campaignWrites = kindraApi.injectEndpoints({
  endpoints: (build) => {
    const changed = (_: unknown, error: unknown, id: string) =>
      error ? [] : [...ofCampaign(id), 'Crowdfundings' as const, 'Wallet' as const];
    const reviewed = (_: unknown, error: unknown, { id }: Review) => changed(_, error, id);
    const review = (verb: 'approve' | 'decline' | 'cancel') => ({
      query: ({ id, reason }: Review) => ({
        url: `/api/dashboard/${verb}/crowdfunding/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: reason ? { reason } : {},
      }),
      onQueryStarted: merge,
      invalidatesTags: reviewed,
    });
    return {
      donate: build.mutation<Donated, { readonly id: string; readonly amount: number; readonly key: string }>(
        {
          query: ({ id, amount, key }) => ({
            url: `/api/transaction/donate/${encodeURIComponent(id)}?amount=${amount}`,
            method: 'POST',
            idempotencyKey: key,
          }),
          invalidatesTags: (answer, _, { id }) => (answer ? [{ type: 'Donations', id }] : []),
          extraOptions: { networkFailure: 'Error making the donation.' },
          async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
            const answer = await queryFulfilled.catch(() => null);
            if (!answer) return;
            const { walletCoins, crowdfunding } = answer.data;
            dispatch(changeCampaign(id, (campaign) => Object.assign(campaign, crowdfunding)));
            dispatch(showBalance(walletCoins));
          },
        },
      ),

      cancelCrowdfunding: build.mutation<Campaign, string>({
        query: (id) => ({ url: `/api/crowdfunding/cancel/${encodeURIComponent(id)}`, method: 'PUT' }),
        onQueryStarted: merge,
        invalidatesTags: changed,
        extraOptions: { networkFailure: 'Error cancelling the crowdfunding.' },
      }),

      closeCrowdfunding: build.mutation<Campaign, string>({
        query: (id) => ({ url: `/api/crowdfunding/close/${encodeURIComponent(id)}`, method: 'PUT' }),
        onQueryStarted: merge,
        invalidatesTags: changed,
        extraOptions: { networkFailure: 'Error closing the crowdfunding.' },
      }),

      approveCrowdfunding: build.mutation<Campaign, Review>({
        ...review('approve'),
        extraOptions: { networkFailure: 'Error approving the crowdfunding.', quiet: true },
      }),

      declineCrowdfunding: build.mutation<Campaign, Review>({
        ...review('decline'),
        extraOptions: { networkFailure: 'Error declining the crowdfunding.', quiet: true },
      }),

      /** By staff; a reason is required. */
      cancelCrowdfundingAsStaff: build.mutation<Campaign, Review>({
        ...review('cancel'),
        extraOptions: { networkFailure: 'Error cancelling the crowdfunding.', quiet: true },
      }),

      createCrowdfunding: build.mutation<Campaign, NewCampaign>({
        query: ({ key, ...body }) => ({
          url: '/api/crowdfunding',
          method: 'POST',
          body,
          idempotencyKey: key,
        }),
        invalidatesTags: (answer) => (answer ? ['Crowdfundings'] : []),
        extraOptions: { networkFailure: 'Error saving crowdfunding.' },
      }),
    };
  },
});

export const {
  useDonateMutation,
  useCancelCrowdfundingMutation,
  useCancelCrowdfundingAsStaffMutation,
  useCloseCrowdfundingMutation,
  useApproveCrowdfundingMutation,
  useDeclineCrowdfundingMutation,
  useCreateCrowdfundingMutation,
} = campaignWrites;
