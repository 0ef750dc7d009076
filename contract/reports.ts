import { z } from 'zod';
import {
  checkReport,
  checkReportText,
  REPORT_CATEGORIES,
  RESOLUTIONS,
  SUBJECT_KINDS,
} from '../domain/moderation/rules.ts';
import { defineCall } from './call.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import { checkedText, confirmation, count, failWith, id, idParameter, instant, pageQuery } from './fields.ts';
import { reasonText, staff, suspensionDays } from './moderation.ts';
import {
  invalidSuspensionDays,
  loginRequired,
  reportNotFound,
  subjectMissing,
  subjectNotFound,
  unknownReportCategory,
  unknownReportStatus,
  unknownResolution,
  unknownSubjectKind,
} from './problems.ts';

export { reportNotFound, subjectNotFound };

const category = z.enum(REPORT_CATEGORIES, failWith(unknownReportCategory));

export const report = defineCall({
  ...moderationEndpoints.report,
  summary: 'Reports a post, a profile, a crowdfunding or an animal to staff',
  audience: 'user',
  loginProblem: loginRequired,
  body: z
    .object({
      kind: z.enum(SUBJECT_KINDS, failWith(unknownSubjectKind)),
      id: idParameter(subjectNotFound, subjectMissing),
      category,
      text: checkedText(checkReportText).default(''),
    })
    .superRefine((form, context) => {
      const problem = checkReport(form.category, form.text);
      if (problem) context.addIssue({ code: 'custom', path: ['text'], message: problem.code });
    }),
  response: confirmation,
  errors: ['REPORT_SUBJECT_NOT_FOUND', 'CANNOT_REPORT_OWN', 'ALREADY_REPORTED'],
});

/** Statuses of a report case. */
export const CASE_STATUSES = ['OPEN', 'RESOLVED', 'DISMISSED'] as const;

const person = z.object({ id, nickname: z.string().nullable() });

/** Reports about one subject that were open at the same time. Names are the current ones, or null if there are none. */
export const reportCase = z
  .object({
    id,
    status: z.enum(CASE_STATUSES),
    subject: z.object({
      kind: z.enum(SUBJECT_KINDS),
      id,
      name: z.string().nullable().meta({
        description:
          'The text of a post, a nickname, a title or an animal’s name; null when it no longer exists.',
      }),
      bio: z.string().optional().meta({ description: 'The bio of a profile.' }),
      website: z.string().optional().meta({ description: 'The website of a profile.' }),
      isTakenDown: z.boolean(),
      owner: person,
    }),
    counts: z.record(z.enum(REPORT_CATEGORIES), count),
    total: count,
    reports: z
      .array(
        z.object({
          id,
          reporter: person,
          category: z.enum(REPORT_CATEGORIES),
          text: z.string(),
          dateTime: instant,
        }),
      )
      .meta({ description: 'The latest reports, newest first.' }),
    decision: z
      .object({
        by: person.nullable(),
        reason: z.string().nullable(),
        resolution: z
          .enum(RESOLUTIONS)
          .nullable()
          .meta({ description: 'What was done; null if that was not recorded.' }),
        dateTime: instant,
      })
      .nullable(),
  })
  .meta({ id: 'ReportCase' });
/** A case in a response. */
export type ReportCase = z.output<typeof reportCase>;

export const reports = defineCall({
  ...moderationEndpoints.reports,
  summary: 'Lists report cases, one per subject, the last changed first',
  audience: staff,
  query: pageQuery.extend({
    status: z.enum(CASE_STATUSES, failWith(unknownReportStatus)).default('OPEN'),
  }),
  response: z.array(reportCase),
});

const decisionFields = {
  audience: staff,
  params: z.object({ id: idParameter(reportNotFound) }),
  body: z.object({ reason: reasonText }),
  response: confirmation,
  condition: 'not about their own content',
  errors: ['REPORT_NOT_FOUND', 'REPORT_NOT_OPEN', 'OWN_REPORTS'],
} as const;

export const resolveReports = defineCall({
  ...decisionFields,
  ...moderationEndpoints.resolveReports,
  summary:
    'Resolves an open case, after doing what `resolution` says: warns, suspends or bans the owner, or takes down or deletes the content',
  body: decisionFields.body
    .extend({
      resolution: z.enum(RESOLUTIONS, failWith(unknownResolution)).default('NONE'),
      days: suspensionDays.optional().meta({ description: 'Days of a suspension; required for one.' }),
    })
    .refine(
      ({ resolution, days }) => (resolution === 'SUSPEND') === (days !== undefined),
      failWith(invalidSuspensionDays),
    ),
  condition: 'not about their own content; only an ADMIN deletes',
  errors: [
    ...decisionFields.errors,
    'RESOLUTION_NOT_POSSIBLE',
    'STAFF_CANNOT_BE_BANNED',
    'CANNOT_SUSPEND',
    'FORBIDDEN',
  ],
});

export const dismissReports = defineCall({
  ...decisionFields,
  ...moderationEndpoints.dismissReports,
  summary: 'Dismisses an open case',
});
