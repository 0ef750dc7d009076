import { z } from 'zod';
import {
  REPORT_CATEGORIES,
  reportProblem,
  reportTextProblem,
  SUBJECT_KINDS,
} from '../../domain/moderation/rules.ts';
import { call, LOG_IN_FIRST } from './call.ts';
import { count, done, id, idOf, instant, LIST_PAGE_SIZE, pageQuery, ruledText } from './fields.ts';
import { givenReason, staff } from './moderation.ts';

export const missingSubject = {
  code: 'REPORT_SUBJECT_NOT_FOUND',
  message: 'What you report does not exist.',
};
export const missingReport = { code: 'REPORT_NOT_FOUND', message: 'The report does not exist.' };

const category = z.enum(REPORT_CATEGORIES, { error: 'The category must be one of those offered.' });

export const report = call({
  name: 'report',
  context: 'moderation',
  summary: 'Reports a post, a profile, a crowdfunding or an animal to staff',
  method: 'POST',
  path: '/api/report',
  who: 'user',
  logIn: LOG_IN_FIRST,
  body: z
    .object({
      kind: z.enum(SUBJECT_KINDS, {
        error: 'Only posts, profiles, crowdfundings and animals can be reported.',
      }),
      id: idOf(missingSubject, 'What to report is missing.'),
      category,
      text: ruledText('The report', reportTextProblem).default(''),
    })
    .superRefine((form, context) => {
      const problem = reportProblem(form.category, form.text);
      if (problem) context.addIssue({ code: 'custom', path: ['text'], message: problem });
    }),
  answer: done,
  idempotent: true,
  errors: ['REPORT_SUBJECT_NOT_FOUND', 'CANNOT_REPORT_OWN', 'ALREADY_REPORTED'],
});

export const CASE_STATUSES = ['OPEN', 'RESOLVED', 'DISMISSED'] as const;

const person = z.object({ id, nickname: z.string().nullable() });

/** Reports of one subject that were open at the same time. Names are those of today, null where there is none. */
export const reportCase = z
  .object({
    id,
    status: z.enum(CASE_STATUSES),
    subject: z.object({
      kind: z.enum(SUBJECT_KINDS),
      id,
      name: z.string().nullable().meta({
        description: 'The text of a post, a nickname, a title or an animal’s name; null when it is gone.',
      }),
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
      .meta({ description: 'The newest of them, newest first.' }),
    decision: z
      .object({ by: person.nullable(), reason: z.string().nullable(), dateTime: instant })
      .nullable(),
  })
  .meta({ id: 'ReportCase' });
export type ReportCase = z.output<typeof reportCase>;

export const reports = call({
  name: 'reports',
  context: 'moderation',
  summary: 'What is reported, one case for all reports of a subject, the last changed first',
  method: 'GET',
  path: '/api/dashboard/reports',
  who: staff,
  query: pageQuery.extend({
    status: z
      .enum(CASE_STATUSES, { error: 'The status must be OPEN, RESOLVED or DISMISSED.' })
      .default('OPEN'),
  }),
  answer: z.array(reportCase),
  pageSize: LIST_PAGE_SIZE,
});

const decision = {
  context: 'moderation',
  method: 'PUT',
  who: staff,
  params: z.object({ id: idOf(missingReport) }),
  body: z.object({ reason: givenReason }),
  answer: done,
  condition: 'not about what is one’s own',
  errors: ['REPORT_NOT_FOUND', 'REPORT_NOT_OPEN', 'OWN_REPORTS'],
} as const;

export const resolveReports = call({
  ...decision,
  name: 'resolveReports',
  summary: 'Closes an open case: something was done about it',
  path: '/api/dashboard/reports/{id}/resolve',
});

export const dismissReports = call({
  ...decision,
  name: 'dismissReports',
  summary: 'Closes an open case: there was nothing in it',
  path: '/api/dashboard/reports/{id}/dismiss',
});
