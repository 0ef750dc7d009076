/** Longest reason of staff, in code points. */
export const REASON_LIMIT = 500;

/** What is wrong with a reason of staff, or null. */
export const reasonProblem = (text: string): string | null =>
  [...text].length > REASON_LIMIT ? `The reason cannot exceed ${REASON_LIMIT} characters.` : null;

/** What is wrong with a reason that must be given, or null. */
export const givenReasonProblem = (text: string): string | null =>
  text === '' ? 'The reason cannot be empty.' : reasonProblem(text);
