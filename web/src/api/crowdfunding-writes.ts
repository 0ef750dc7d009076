import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { TextKey } from '../i18n/index.ts';
import type { kindraApi } from './base.ts';
import { type Campaign, campaignReads, changeCampaign } from './crowdfunding.ts';
import { moderationApi } from './moderation.ts';
import { showBalance } from './wallet.ts';

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

const ofCampaign = (id: string) => [
  { type: 'Crowdfunding' as const, id },
  { type: 'Donations' as const, id },
];

interface Write {
  readonly dispatch: (action: Thunk) => void;
  readonly queryFulfilled: Promise<{ readonly data: Campaign }>;
}

/** Shows the result of a write immediately, before the invalidated queries are fetched again. */
async function merge(_: unknown, { dispatch, queryFulfilled }: Write): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(changeCampaign(answer.data.id, (campaign) => Object.assign(campaign, answer.data)));
}

/** Invalidates what a decision about a campaign changes. */
const invalidatesTags = (_: unknown, error: unknown, { id }: Pick<Campaign, 'id'>) =>
  error ? [] : [...ofCampaign(id), 'Crowdfundings' as const, 'Wallet' as const];

const decision = (networkFailure: TextKey, quiet = false) => ({
  onQueryStarted: merge,
  invalidatesTags,
  extraOptions: { networkFailure, quiet },
});

export const {
  useDonateMutation,
  useCancelCrowdfundingMutation,
  useCloseCrowdfundingMutation,
  useCreateCrowdfundingMutation,
} = campaignReads.enhanceEndpoints({
  endpoints: {
    donate: {
      invalidatesTags: (answer, _, { crowdfundingId: id }) => (answer ? [{ type: 'Donations', id }] : []),
      extraOptions: { networkFailure: 'crowdfunding:failures.donate' },
      async onQueryStarted({ crowdfundingId }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        const { walletCoins, crowdfunding } = answer.data;
        dispatch(changeCampaign(crowdfundingId, (campaign) => Object.assign(campaign, crowdfunding)));
        dispatch(showBalance(walletCoins));
      },
    },
    cancelCrowdfunding: decision('crowdfunding:failures.cancel'),
    closeCrowdfunding: decision('crowdfunding:failures.close'),
    createCrowdfunding: {
      invalidatesTags: (answer) => (answer ? ['Crowdfundings'] : []),
      extraOptions: { networkFailure: 'crowdfunding:failures.create' },
    },
  },
});

export const {
  useApproveCrowdfundingMutation,
  useDeclineCrowdfundingMutation,
  useCancelCrowdfundingAsStaffMutation,
} = moderationApi.enhanceEndpoints({
  endpoints: {
    approveCrowdfunding: decision('crowdfunding:failures.approve', true),
    declineCrowdfunding: decision('crowdfunding:failures.decline', true),
    cancelCrowdfundingAsStaff: decision('crowdfunding:failures.cancel', true),
  },
});
