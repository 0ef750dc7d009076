import { type Coins, isCoins } from '../kernel/coins.ts';
import { addDays, type Instant } from '../kernel/ids.ts';
import { defineProblem, type Problem } from '../kernel/problem.ts';
import { createTextRule } from '../kernel/text-rule.ts';

export const crowdfundingNotFound = defineProblem(
  'CROWDFUNDING_NOT_FOUND',
  'The crowdfunding does not exist.',
);
export const onlyCreatorCancels = defineProblem(
  'ONLY_CREATOR_CANCELS',
  'Only its creator can cancel a crowdfunding.',
);
export const onlyCreatorCloses = defineProblem(
  'ONLY_CREATOR_CLOSES',
  'Only its creator can close a crowdfunding.',
);
export const onlyCreatorPostsUpdates = defineProblem(
  'ONLY_CREATOR_POSTS_UPDATES',
  'Only its creator can post updates of a crowdfunding.',
);
export const crowdfundingNotStarted = defineProblem(
  'CROWDFUNDING_NOT_STARTED',
  'Updates can be posted once the crowdfunding is approved.',
);
export const ownCrowdfunding = defineProblem(
  'OWN_CROWDFUNDING',
  'Another member of staff must decide on your crowdfunding.',
);
export const crowdfundingNotPending = defineProblem(
  'CROWDFUNDING_NOT_PENDING',
  'The crowdfunding is no longer pending.',
);
export const crowdfundingNotActive = defineProblem(
  'CROWDFUNDING_NOT_ACTIVE',
  'Only an active crowdfunding can be closed.',
);
export const crowdfundingEnded = defineProblem(
  'CROWDFUNDING_ENDED',
  'Only a pending or active crowdfunding can be cancelled.',
);
export const crowdfundingNotExpired = defineProblem(
  'CROWDFUNDING_NOT_EXPIRED',
  'The crowdfunding has not expired yet.',
);

/** Minimum, maximum and default goal of a campaign, in kindracoins. */
export const MIN_GOAL: Coins = 10_000;
export const MAX_GOAL: Coins = 100_000_000;
export const DEFAULT_GOAL: Coins = 250_000;

/** Maximum goal that can be selected with the form's slider, in kindracoins. */
export const MAX_SLIDER_GOAL: Coins = 1_000_000;

/** Minimum, maximum and default duration, in days. */
export const MIN_DURATION_DAYS = 7;
export const MAX_DURATION_DAYS = 365;
export const DEFAULT_DURATION_DAYS = 30;

/** Maximum title length, in characters. */
export const TITLE_LIMIT = 100;

/** Maximum description length, in characters. */
export const DESCRIPTION_LIMIT = 1500;

/** Days between the end date and the automatic refund of a campaign that is neither closed nor cancelled. */
const DAYS_UNTIL_EXPIRY = 90;

export const crowdfundingIncomplete = defineProblem(
  'CROWDFUNDING_INCOMPLETE',
  'All fields for creating a crowdfunding application are mandatory.',
);
export const titleTooLong = defineProblem('TITLE_TOO_LONG', 'The title cannot exceed {limit} characters.', {
  limit: TITLE_LIMIT,
});
export const crowdfundingDescriptionTooLong = defineProblem(
  'CROWDFUNDING_DESCRIPTION_TOO_LONG',
  'The description cannot exceed {limit} characters.',
  { limit: DESCRIPTION_LIMIT },
);
export const goalOutOfRange = defineProblem(
  'GOAL_OUT_OF_RANGE',
  'The goal amount must be between {least} and {most} kindracoins.',
  { least: MIN_GOAL, most: MAX_GOAL },
);
export const durationOutOfRange = defineProblem(
  'DURATION_OUT_OF_RANGE',
  'The duration must be between {least} and {most} days.',
  { least: MIN_DURATION_DAYS, most: MAX_DURATION_DAYS },
);

/** Input of the form for creating a campaign. Texts are normalized by `cleanText`. */
export interface CrowdfundingForm {
  readonly title: string;
  readonly description: string;
  readonly goalAmount: number;
  readonly durationDays: number;
}

const isBetween = (number: number, least: number, most: number): boolean =>
  isCoins(number) && number >= least && number <= most;

/** Checks a cleaned title. */
export const checkTitle = createTextRule(titleTooLong, { empty: crowdfundingIncomplete });

/** Checks a cleaned description. */
export const checkDescription = createTextRule(crowdfundingDescriptionTooLong, {
  empty: crowdfundingIncomplete,
  multiline: true,
});

/** Checks a goal in kindracoins. */
export const checkGoal = (goalAmount: number): Problem | null =>
  isBetween(goalAmount, MIN_GOAL, MAX_GOAL) ? null : goalOutOfRange;

/** Checks a duration in days. */
export const checkDuration = (durationDays: number): Problem | null =>
  isBetween(durationDays, MIN_DURATION_DAYS, MAX_DURATION_DAYS) ? null : durationOutOfRange;

/** Checks the form for creating a campaign. */
export function checkCrowdfundingForm(form: CrowdfundingForm): Problem | null {
  const { title, description, goalAmount, durationDays } = form;
  if (title === '' || description === '') return crowdfundingIncomplete;
  return (
    checkTitle(title) ?? checkDescription(description) ?? checkGoal(goalAmount) ?? checkDuration(durationDays)
  );
}

/** When the expiry is announced, in days before the automatic refund. The first announcement is at the end date. */
const EXPIRY_ANNOUNCEMENT_DAYS: readonly number[] = [DAYS_UNTIL_EXPIRY, 60, 30, 7];

const getAnnouncementDate = (refundDate: Instant, daysLeft: number): Instant =>
  addDays(refundDate, -daysLeft);

/** Returns the latest expiry announcement that is due, in days before the refund, or null if none is due yet. */
export const findDueExpiryAnnouncement = (refundDate: Instant, at: Instant): number | null =>
  EXPIRY_ANNOUNCEMENT_DAYS.findLast((daysLeft) => getAnnouncementDate(refundDate, daysLeft) <= at) ?? null;

/** Returns when the expiry is next announced, or null after the last announcement. */
export function findNextExpiryAnnouncementDate(refundDate: Instant, daysLeft: number): Instant | null {
  const next = EXPIRY_ANNOUNCEMENT_DAYS.find((days) => days < daysLeft);
  return next === undefined ? null : getAnnouncementDate(refundDate, next);
}

/** Returns the time at which donations are refunded automatically, unless the campaign is closed or cancelled earlier. */
export const getExpiryDate = (endDate: Instant): Instant => addDays(endDate, DAYS_UNTIL_EXPIRY);
