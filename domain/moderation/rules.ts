import { codePoints, FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from '../kernel/text.ts';

/** Longest reason of staff, in code points. */
export const REASON_LIMIT = 500;

/** The sentence of the first check that a reason's cleaned text fails, or null. */
export function reasonProblem(text: string): string | null {
  if (codePoints(text) > REASON_LIMIT) return `The reason cannot exceed ${REASON_LIMIT} characters.`;
  return hasForbiddenCharacters(text, { multiline: true }) ? FORBIDDEN_CHARACTERS : null;
}

/** What is wrong with a reason that must be given, or null. */
export const givenReasonProblem = (text: string): string | null =>
  text === '' ? 'The reason cannot be empty.' : reasonProblem(text);

/** What can be reported. */
export const SUBJECT_KINDS = ['post', 'profile', 'crowdfunding', 'animal'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What may be wrong with it. */
export const REPORT_CATEGORIES = ['SPAM', 'ABUSE', 'FRAUD', 'CRUELTY', 'OTHER'] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** Longest text of a report, in code points. */
export const REPORT_TEXT_LIMIT = 500;

/** The sentence of the first check that a report's cleaned text fails, or null. */
export function reportTextProblem(text: string): string | null {
  if (codePoints(text) > REPORT_TEXT_LIMIT)
    return `The report cannot exceed ${REPORT_TEXT_LIMIT} characters.`;
  return hasForbiddenCharacters(text, { multiline: true }) ? FORBIDDEN_CHARACTERS : null;
}

/** The same for the text of a category: OTHER says nothing without words. */
export const reportProblem = (category: ReportCategory, text: string): string | null =>
  category === 'OTHER' && text === '' ? 'Please say what is wrong.' : reportTextProblem(text);
