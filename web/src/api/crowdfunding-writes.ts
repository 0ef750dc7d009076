import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { TextKey } from '../i18n/index.ts';
import type { kindraApi } from './base.ts';
import { type Crowdfunding, crowdfundingsApi, updateCrowdfunding } from './crowdfunding.ts';
import { moderationApi } from './moderation.ts';
import { updateBalance } from './wallet.ts';

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

const getCrowdfundingTags = (id: string) => [
  { type: 'Crowdfunding' as const, id },
  { type: 'Donations' as const, id },
];

interface WriteLifecycle {
  readonly dispatch: (action: Thunk) => void;
  readonly queryFulfilled: Promise<{ readonly data: Crowdfunding }>;
}

/** Shows the result of a write immediately, before the invalidated queries are fetched again. */
async function mergeResult(_: unknown, { dispatch, queryFulfilled }: WriteLifecycle): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(updateCrowdfunding(answer.data.id, (cached) => Object.assign(cached, answer.data)));
}

/** Invalidates what a decision about a campaign changes. */
const invalidatesTags = (_: unknown, error: unknown, { id }: Pick<Crowdfunding, 'id'>) =>
  error ? [] : [...getCrowdfundingTags(id), 'Crowdfundings' as const, 'Wallet' as const];

const createDecisionOptions = (networkFailure: TextKey, isQuiet = false) => ({
  onQueryStarted: mergeResult,
  invalidatesTags,
  extraOptions: { networkFailure, isQuiet },
});

export const {
  useDonateMutation,
  useCancelCrowdfundingMutation,
  useCloseCrowdfundingMutation,
  useCreateCrowdfundingMutation,
} = crowdfundingsApi.enhanceEndpoints({
  endpoints: {
    donate: {
      invalidatesTags: (answer, _, { crowdfundingId: id }) => (answer ? [{ type: 'Donations', id }] : []),
      extraOptions: { networkFailure: 'crowdfunding:failures.donate' },
      async onQueryStarted({ crowdfundingId }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        const { walletCoins, crowdfunding } = answer.data;
        dispatch(updateCrowdfunding(crowdfundingId, (cached) => Object.assign(cached, crowdfunding)));
        dispatch(updateBalance(walletCoins));
      },
    },
    cancelCrowdfunding: createDecisionOptions('crowdfunding:failures.cancel'),
    closeCrowdfunding: createDecisionOptions('crowdfunding:failures.close'),
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
    approveCrowdfunding: createDecisionOptions('crowdfunding:failures.approve', true),
    declineCrowdfunding: createDecisionOptions('crowdfunding:failures.decline', true),
    cancelCrowdfundingAsStaff: createDecisionOptions('crowdfunding:failures.cancel', true),
  },
});
