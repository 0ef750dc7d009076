/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  crowdfundingIncomplete,
  crowdfundingProblem,
  DESCRIPTION_LIMIT,
  DURATION_DEFAULT,
  DURATION_MAXIMUM,
  DURATION_MINIMUM,
  expiryOf,
  GOAL_DEFAULT,
  GOAL_MAXIMUM,
  GOAL_MINIMUM,
  GOAL_SLIDER_MAXIMUM,
  TITLE_LIMIT,
} from '../../domain/crowdfunding/rules.ts';
