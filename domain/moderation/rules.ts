import { defineProblem, type Problem } from '../kernel/problem.ts';
import { createTextRule } from '../kernel/text-rule.ts';

/** Maximum length of a reason given by staff, in code points. */
export const REASON_LIMIT = 500;

export const reasonEmpty = defineProblem('REASON_EMPTY', 'The reason cannot be empty.');
export const reasonTooLong = defineProblem(
  'REASON_TOO_LONG',
  'The reason cannot exceed {limit} characters.',
  { limit: REASON_LIMIT },
);

/** Checks an optional reason that has been cleaned. */
export const checkReason = createTextRule(reasonTooLong, { multiline: true });

/** Checks a required reason that has been cleaned. */
export const checkRequiredReason = createTextRule(reasonTooLong, { empty: reasonEmpty, multiline: true });

/** Kinds of subjects that can be reported. */
export const SUBJECT_KINDS = ['post', 'profile', 'crowdfunding', 'animal'] as const;
/** Kind of a subject that can be reported. */
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const REPORT_CATEGORIES = ['SPAM', 'ABUSE', 'FRAUD', 'CRUELTY', 'OTHER'] as const;
/** Reason for a report, chosen by the reporter. */
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** Action that staff took on reported content or its owner. `NONE` means that the case records no action. */
export const RESOLUTIONS = ['NONE', 'WARN', 'TAKE_DOWN', 'DELETE', 'SUSPEND', 'BAN'] as const;
/** Action that staff took on a case. */
export type Resolution = (typeof RESOLUTIONS)[number];

const SUBJECT_RESOLUTIONS: Readonly<Record<SubjectKind, readonly Resolution[]>> = {
  post: ['TAKE_DOWN', 'DELETE'],
  animal: ['TAKE_DOWN'],
  profile: ['TAKE_DOWN'],
  crowdfunding: [],
};

/** Lists the possible actions on a reported subject, from mild to severe. */
export const listResolutions = (kind: SubjectKind): readonly Resolution[] =>
  RESOLUTIONS.filter(
    (resolution) =>
      SUBJECT_RESOLUTIONS[kind].includes(resolution) ||
      (resolution !== 'TAKE_DOWN' && resolution !== 'DELETE'),
  );

/** Maximum length of a report's text, in code points. */
export const REPORT_TEXT_LIMIT = 500;

export const reportEmpty = defineProblem('REPORT_EMPTY', 'Please describe what is wrong.');
export const reportTooLong = defineProblem(
  'REPORT_TOO_LONG',
  'The report cannot exceed {limit} characters.',
  { limit: REPORT_TEXT_LIMIT },
);
export const cannotReportOwn = defineProblem('CANNOT_REPORT_OWN', 'You cannot report your own content.');
export const alreadyReported = defineProblem(
  'ALREADY_REPORTED',
  'You have already reported this. Staff will look at it.',
);
export const reportNotOpen = defineProblem('REPORT_NOT_OPEN', 'These reports have already been decided.');
export const resolutionNotPossible = defineProblem(
  'RESOLUTION_NOT_POSSIBLE',
  'This action is not available for the reported content.',
);
export const ownReports = defineProblem(
  'OWN_REPORTS',
  'You cannot decide on reports about your own content.',
);

/** Checks the cleaned text of a report. */
export const checkReportText = createTextRule(reportTooLong, { multiline: true });

/** Checks the cleaned text of a report. It is required in category OTHER. */
export const checkReport = (category: ReportCategory, text: string): Problem | null =>
  category === 'OTHER' && text === '' ? reportEmpty : checkReportText(text);
