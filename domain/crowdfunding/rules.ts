import { type Coins, isCoins } from '../kernel/coins.ts';
import type { Instant } from '../kernel/ids.ts';
import { type Problem, problem } from '../kernel/problem.ts';
import { forbiddenCharacters } from '../kernel/problems.ts';
import { countCodePoints, hasForbiddenCharacters } from '../kernel/text.ts';

export const missingCrowdfunding = problem('CROWDFUNDING_NOT_FOUND', 'The crowdfunding does not exist.');
export const onlyCreatorCancels = problem(
  'ONLY_CREATOR_CANCELS',
  'Only its creator can cancel a crowdfunding.',
);
export const onlyCreatorCloses = problem('ONLY_CREATOR_CLOSES', 'Only its creator can close a crowdfunding.');
export const ownCrowdfundingReview = problem(
  'OWN_CROWDFUNDING_REVIEW',
  'Another member of staff must decide on your crowdfunding.',
);
export const crowdfundingNotPending = problem(
  'CROWDFUNDING_NOT_PENDING',
  'The crowdfunding is no longer pending.',
);
export const crowdfundingNotActive = problem(
  'CROWDFUNDING_NOT_ACTIVE',
  'Only an active crowdfunding can be closed.',
);
export const crowdfundingEnded = problem(
  'CROWDFUNDING_ENDED',
  'Only a pending or active crowdfunding can be cancelled.',
);
export const crowdfundingNotExpired = problem(
  'CROWDFUNDING_NOT_EXPIRED',
  'The crowdfunding has not expired yet.',
);

/** Minimum, maximum and default goal of a campaign, in kindracoins. */
export const GOAL_MINIMUM: Coins = 10_000;
export const GOAL_MAXIMUM: Coins = 100_000_000;
export const GOAL_DEFAULT: Coins = 250_000;

/** Maximum goal of the form's slider, in kindracoins. */
export const GOAL_SLIDER_MAXIMUM: Coins = 1_000_000;

/** Minimum, maximum and default duration, in days. */
export const DURATION_MINIMUM = 7;
export const DURATION_MAXIMUM = 365;
export const DURATION_DEFAULT = 30;

/** Maximum title length, in characters. */
export const TITLE_LIMIT = 100;

/** Maximum description length, in characters. */
export const DESCRIPTION_LIMIT = 1500;

/** Days from the end date to the refund of a campaign that is neither closed nor cancelled. */
export const EXPIRY_DAYS = 90;

export const crowdfundingIncomplete = problem(
  'CROWDFUNDING_INCOMPLETE',
  'All fields for creating a crowdfunding application are mandatory.',
);
export const titleTooLong = problem('TITLE_TOO_LONG', 'The title cannot exceed {limit} characters.', {
  limit: TITLE_LIMIT,
});
export const crowdfundingDescriptionTooLong = problem(
  'CROWDFUNDING_DESCRIPTION_TOO_LONG',
  'The description cannot exceed {limit} characters.',
  { limit: DESCRIPTION_LIMIT },
);
export const goalOutOfRange = problem(
  'GOAL_OUT_OF_RANGE',
  'The goal amount must be between {least} and {most} kindracoins.',
  { least: GOAL_MINIMUM, most: GOAL_MAXIMUM },
);
export const durationOutOfRange = problem(
  'DURATION_OUT_OF_RANGE',
  'The duration must be between {least} and {most} days.',
  { least: DURATION_MINIMUM, most: DURATION_MAXIMUM },
);

/** Form for creating a campaign. Texts are normalized by `cleanText`. */
export interface CrowdfundingForm {
  readonly title: string;
  readonly description: string;
  readonly goalAmount: number;
  readonly durationDays: number;
}

const between = (number: number, least: number, most: number): boolean =>
  isCoins(number) && number >= least && number <= most;

/** Checks a cleaned title. */
export function titleProblem(title: string): Problem | null {
  if (title === '') return crowdfundingIncomplete;
  if (countCodePoints(title) > TITLE_LIMIT) return titleTooLong;
  return hasForbiddenCharacters(title) ? forbiddenCharacters : null;
}

/** Checks a cleaned description. */
export function descriptionProblem(description: string): Problem | null {
  if (description === '') return crowdfundingIncomplete;
  if (countCodePoints(description) > DESCRIPTION_LIMIT) return crowdfundingDescriptionTooLong;
  return hasForbiddenCharacters(description, { multiline: true }) ? forbiddenCharacters : null;
}

/** Checks a goal in kindracoins. */
export const goalProblem = (goalAmount: number): Problem | null =>
  between(goalAmount, GOAL_MINIMUM, GOAL_MAXIMUM) ? null : goalOutOfRange;

/** Checks a duration in days. */
export const durationProblem = (durationDays: number): Problem | null =>
  between(durationDays, DURATION_MINIMUM, DURATION_MAXIMUM) ? null : durationOutOfRange;

/** Checks the form of a campaign. */
export function crowdfundingProblem(form: CrowdfundingForm): Problem | null {
  const { title, description, goalAmount, durationDays } = form;
  if (title === '' || description === '') return crowdfundingIncomplete;
  return (
    titleProblem(title) ??
    descriptionProblem(description) ??
    goalProblem(goalAmount) ??
    durationProblem(durationDays)
  );
}

const DAY = 86_400_000;

/** Adds days of 24 hours to an instant. */
export const daysAfter = (instant: Instant, days: number): Instant =>
  new Date(Date.parse(instant) + days * DAY).toISOString();

/** Days before the automatic refund at which the creator is notified. The first notice is at the end date. */
const EXPIRY_NOTICE_DAYS: readonly number[] = [EXPIRY_DAYS, 60, 30, 7];

const noticeDate = (refundDate: Instant, daysLeft: number): Instant => daysAfter(refundDate, -daysLeft);

/** Returns the last due notice, in days before the refund, or null before the first one. */
export const dueNotice = (refundDate: Instant, at: Instant): number | null =>
  EXPIRY_NOTICE_DAYS.findLast((daysLeft) => noticeDate(refundDate, daysLeft) <= at) ?? null;

/** Returns when the next notice is due, or null after the last one. */
export function nextNoticeDate(refundDate: Instant, daysLeft: number): Instant | null {
  const next = EXPIRY_NOTICE_DAYS.find((days) => days < daysLeft);
  return next === undefined ? null : noticeDate(refundDate, next);
}

/** Returns when a campaign that is neither closed nor cancelled is refunded. */
export const expiryOf = (endDate: Instant): Instant => daysAfter(endDate, EXPIRY_DAYS);
