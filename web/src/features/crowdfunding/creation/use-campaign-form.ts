import {
  crowdfundingProblem,
  DURATION_DEFAULT,
  GOAL_DEFAULT,
  MANDATORY,
} from '../../../../../api/contract/rules.ts';
import { useCreateCrowdfundingMutation } from '../../../api/crowdfunding-writes.ts';
import { useCreation } from '../../../shared/creation/use-creation.ts';

const PLACE = 'campaign';
const EMPTY = {
  title: '',
  description: '',
  goalAmount: GOAL_DEFAULT as number,
  durationDays: DURATION_DEFAULT as number,
};

/** State of the form; sending leads to the campaign that was made. */
export function useCampaignForm() {
  const [create, { isLoading }] = useCreateCrowdfundingMutation({ fixedCacheKey: PLACE });
  return useCreation({
    place: PLACE,
    empty: EMPTY,
    problemOf: crowdfundingProblem,
    mandatory: MANDATORY,
    create: (form, imageBase64, key) => create({ ...form, imageBase64, key }),
    sending: isLoading,
    done: 'Crowdfunding successfully created.',
    leadsTo: ({ id }) => `/crowdfundings/${id}`,
  });
}

/** What the form of a new campaign holds. */
export type CampaignDraft = ReturnType<typeof useCampaignForm>['draft'];
