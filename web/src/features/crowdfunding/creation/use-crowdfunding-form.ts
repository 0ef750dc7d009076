import {
  checkCrowdfundingForm,
  crowdfundingIncomplete,
  DEFAULT_DURATION_DAYS,
  DEFAULT_GOAL,
} from '../../../../../contract/rules/crowdfunding.ts';
import { useCreateCrowdfundingMutation } from '../../../api/crowdfunding-writes.ts';
import { useCreation } from '../../../shared/creation/use-creation.ts';

const DRAFT_KEY = 'campaign';
const EMPTY_FORM = {
  title: '',
  description: '',
  goalAmount: DEFAULT_GOAL as number,
  durationDays: DEFAULT_DURATION_DAYS as number,
};

/** Manages the form state. On success, redirects to the new campaign. */
export function useCrowdfundingForm() {
  const [create, { isLoading }] = useCreateCrowdfundingMutation({ fixedCacheKey: DRAFT_KEY });
  return useCreation({
    draftKey: DRAFT_KEY,
    empty: EMPTY_FORM,
    validate: checkCrowdfundingForm,
    incompleteProblem: crowdfundingIncomplete,
    create: (form, picture, idempotencyKey) => create({ ...form, ...picture, idempotencyKey }),
    isSending: isLoading,
    successText: 'crowdfunding:done.create',
    getResultPath: ({ id }) => `/crowdfundings/${id}`,
  });
}
