/** Domain rules for the web client, which does not load the contract's schemas. */
export {
  checkCrowdfundingForm,
  crowdfundingIncomplete,
  DEFAULT_DURATION_DAYS,
  DEFAULT_GOAL,
  DESCRIPTION_LIMIT,
  getExpiryDate,
  MAX_DURATION_DAYS,
  MAX_GOAL,
  MAX_SLIDER_GOAL,
  MIN_DURATION_DAYS,
  MIN_GOAL,
  TITLE_LIMIT,
} from '../../domain/crowdfunding/rules.ts';
