import { type Coins, isCoins } from '../kernel/coins.ts';
import type { Instant } from '../kernel/ids.ts';
import { codePoints, FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from '../kernel/text.ts';

/** What is said of a campaign that is not there. */
export const missingCrowdfunding = {
  code: 'CROWDFUNDING_NOT_FOUND',
  message: 'The crowdfunding does not exist.',
} as const;

/** Least and most kindracoins that a campaign may ask for, and what the form holds at first. */
export const GOAL_MINIMUM: Coins = 10_000;
export const GOAL_MAXIMUM: Coins = 100_000_000;
export const GOAL_DEFAULT: Coins = 250_000;

/** The goal up to which the form's slider goes. */
export const GOAL_SLIDER_MAXIMUM: Coins = 1_000_000;

/** Shortest and longest duration in days, and what the form holds at first. */
export const DURATION_MINIMUM = 7;
export const DURATION_MAXIMUM = 365;
export const DURATION_DEFAULT = 30;

/** Most characters of a title. */
export const TITLE_LIMIT = 100;

/** Most characters of a description. */
export const DESCRIPTION_LIMIT = 1500;

/** How many days after its end date a campaign that was neither closed nor cancelled is refunded. */
export const EXPIRY_DAYS = 90;

/** The sentence for a form with an empty field. */
export const MANDATORY = 'All fields for creating a crowdfunding application are mandatory.';

/** What somebody who creates a campaign fills in; texts are cleaned. */
export interface CrowdfundingForm {
  readonly title: string;
  readonly description: string;
  readonly goalAmount: number;
  readonly durationDays: number;
}

const between = (number: number, least: number, most: number): boolean =>
  isCoins(number) && number >= least && number <= most;

/** The sentence of the first check that a title fails, or null. */
export function titleProblem(title: string): string | null {
  if (title === '') return MANDATORY;
  if (codePoints(title) > TITLE_LIMIT) return `The title cannot exceed ${TITLE_LIMIT} characters.`;
  return hasForbiddenCharacters(title) ? FORBIDDEN_CHARACTERS : null;
}

/** The sentence of the first check that a description fails, or null. */
export function descriptionProblem(description: string): string | null {
  if (description === '') return MANDATORY;
  if (codePoints(description) > DESCRIPTION_LIMIT)
    return `The description cannot exceed ${DESCRIPTION_LIMIT} characters.`;
  return hasForbiddenCharacters(description, { multiline: true }) ? FORBIDDEN_CHARACTERS : null;
}

/** The sentence for a goal that is out of range, or null. */
export const goalProblem = (goalAmount: number): string | null =>
  between(goalAmount, GOAL_MINIMUM, GOAL_MAXIMUM)
    ? null
    : `The goal amount must be between ${GOAL_MINIMUM} and ${GOAL_MAXIMUM} kindracoins.`;

/** The sentence for a duration that is out of range, or null. */
export const durationProblem = (durationDays: number): string | null =>
  between(durationDays, DURATION_MINIMUM, DURATION_MAXIMUM)
    ? null
    : `The duration must be between ${DURATION_MINIMUM} and ${DURATION_MAXIMUM} days.`;

/** The sentence of the first check that a campaign's form fails, or null. */
export function crowdfundingProblem(form: CrowdfundingForm): string | null {
  const { title, description, goalAmount, durationDays } = form;
  if (title === '' || description === '') return MANDATORY;
  return (
    titleProblem(title) ??
    descriptionProblem(description) ??
    goalProblem(goalAmount) ??
    durationProblem(durationDays)
  );
}

const DAY = 86_400_000;

/** The instant so many days, of 24 hours each, after another. */
export const daysAfter = (instant: Instant, days: number): Instant =>
  new Date(Date.parse(instant) + days * DAY).toISOString();

/** How many days before the automatic refund its creator is notified; the first notice is at the end date. */
const EXPIRY_NOTICE_DAYS: readonly number[] = [EXPIRY_DAYS, 60, 30, 7];

/** When the notice so many days before the automatic refund is due. */
const noticeDate = (refundDate: Instant, daysLeft: number): Instant => daysAfter(refundDate, -daysLeft);

/** The last notice that is due at an instant, in days before the refund; null before the first one. */
export const dueNotice = (refundDate: Instant, at: Instant): number | null =>
  EXPIRY_NOTICE_DAYS.findLast((daysLeft) => noticeDate(refundDate, daysLeft) <= at) ?? null;

/** When the notice after this one is due; null after the last one. */
export function nextNoticeDate(refundDate: Instant, daysLeft: number): Instant | null {
  const next = EXPIRY_NOTICE_DAYS.find((days) => days < daysLeft);
  return next === undefined ? null : noticeDate(refundDate, next);
}

/** When a campaign that nobody closes or cancels is refunded. */
export const expiryOf = (endDate: Instant): Instant => daysAfter(endDate, EXPIRY_DAYS);
