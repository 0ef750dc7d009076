import type { Crowdfunding } from '../../../contract/crowdfunding.ts';
import type { TextKey } from '../i18n/index.ts';
import { crowdfundingsApi } from './crowdfunding.ts';
import { entitiesReceived, getReadPosition } from './entities.ts';
import { moderationApi } from './moderation.ts';
import { postAdded } from './posts.ts';
import { updateBalance } from './wallet.ts';

const invalidatesTags = (_: unknown, error: unknown, { id }: Pick<Crowdfunding, 'id'>) =>
  error ? [] : [{ type: 'Donations' as const, id }, 'Crowdfundings' as const, 'Wallet' as const];

const createDecisionOptions = (networkFailure: TextKey, isQuiet = false) => ({
  invalidatesTags,
  extraOptions: { networkFailure, isQuiet },
});

export const {
  useDonateMutation,
  useCancelCrowdfundingMutation,
  useCloseCrowdfundingMutation,
  useCreateCrowdfundingMutation,
  usePostUpdateMutation,
} = crowdfundingsApi.enhanceEndpoints({
  endpoints: {
    donate: {
      invalidatesTags: (response, _, { crowdfundingId: id }) => (response ? [{ type: 'Donations', id }] : []),
      extraOptions: { networkFailure: 'crowdfunding:failures.donate' },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const response = await queryFulfilled.catch(() => null);
        if (!response) return;
        const { walletCoins, crowdfunding } = response.data;
        const position = getReadPosition(response.meta) ?? 0;
        dispatch(entitiesReceived({ entity: 'crowdfunding', entities: [crowdfunding], position }));
        dispatch(updateBalance(walletCoins));
      },
    },
    postUpdate: {
      extraOptions: { networkFailure: 'crowdfunding:updates.notPosted' },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const response = await queryFulfilled.catch(() => null);
        if (!response) return;
        const position = getReadPosition(response.meta) ?? Number.POSITIVE_INFINITY;
        dispatch(postAdded({ id: response.data.id, position }));
      },
    },
    cancelCrowdfunding: createDecisionOptions('crowdfunding:failures.cancel'),
    closeCrowdfunding: createDecisionOptions('crowdfunding:failures.close'),
    createCrowdfunding: {
      invalidatesTags: (response) => (response ? ['Crowdfundings'] : []),
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
