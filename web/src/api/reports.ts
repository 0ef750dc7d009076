import type { BodyOf } from '../../../api/contract/call.ts';
import type { ReportCase, report } from '../../../api/contract/reports.ts';
import { kindraApi } from './base.ts';
import { type Page, pagedBy, toPage } from './paging.ts';

export type { ReportCase };
export type CaseStatus = ReportCase['status'];
/** What somebody reports, and why. */
export type ReportForm = BodyOf<typeof report>;
export type SubjectKind = ReportForm['kind'];
export type ReportCategory = ReportForm['category'];

/** What staff decide about a case, and why. */
export interface CaseDecision {
  readonly id: string;
  readonly verdict: 'resolve' | 'dismiss';
  readonly reason: string | undefined;
}

type Done = { readonly message: string };

const reportApi = kindraApi.enhanceEndpoints({ addTagTypes: ['Reports'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The form that asks for it shows what went wrong. */
    report: build.mutation<Done, { readonly form: ReportForm; readonly key: string }>({
      query: ({ form, key }) => ({
        url: '/api/report',
        method: 'POST',
        body: form,
        idempotencyKey: key,
      }),
      extraOptions: { quiet: true },
    }),

    /** Cases of a status, the one that changed last first. */
    reportCases: build.infiniteQuery<Page<ReportCase>, CaseStatus, string>({
      infiniteQueryOptions: pagedBy<ReportCase>(''),
      query: ({ queryArg, pageParam }) => pageParam || `/api/dashboard/reports?status=${queryArg}`,
      transformResponse: (cases: ReportCase[], meta) => toPage(cases, meta),
      providesTags: ['Reports'],
      extraOptions: { quiet: true },
    }),

    decideReports: build.mutation<Done, CaseDecision>({
      query: ({ id, verdict, reason }) => ({
        url: `/api/dashboard/reports/${encodeURIComponent(id)}/${verdict}`,
        method: 'PUT',
        body: { reason },
      }),
      invalidatesTags: (answer) => (answer ? ['Reports'] : []),
      extraOptions: { quiet: true },
    }),
  }),
});

/** Asks for the cases on the screen anew. */
export const reportsLookedUp = () => reportApi.util.invalidateTags(['Reports']);

export const { useReportMutation, useReportCasesInfiniteQuery, useDecideReportsMutation } = reportApi;
