import {
  crowdfundingIncomplete,
  crowdfundingProblem,
  DURATION_DEFAULT,
  GOAL_DEFAULT,
} from '../../../../../contract/rules/crowdfunding.ts';
import { useCreateCrowdfundingMutation } from '../../../api/crowdfunding-writes.ts';
import { useCreation } from '../../../shared/creation/use-creation.ts';

const PLACE = 'campaign';
const EMPTY = {
  title: '',
  description: '',
  goalAmount: GOAL_DEFAULT as number,
  durationDays: DURATION_DEFAULT as number,
};

/** State of the form; success redirects to the new campaign. */
export function useCampaignForm() {
  const [create, { isLoading }] = useCreateCrowdfundingMutation({ fixedCacheKey: PLACE });
  return useCreation({
    place: PLACE,
    empty: EMPTY,
    problemOf: crowdfundingProblem,
    incomplete: crowdfundingIncomplete,
    create: (form, imageBase64, idempotencyKey) => create({ ...form, imageBase64, idempotencyKey }),
    sending: isLoading,
    done: 'crowdfunding:done.create',
    leadsTo: ({ id }) => `/crowdfundings/${id}`,
  });
}

/** Values of the form. */
export type CampaignDraft = ReturnType<typeof useCampaignForm>['draft'];
