import { moderationEndpoints } from '../../../../contract/endpoints/moderation.ts';
import type { ReportCase } from '../../../../contract/reports.ts';
import type { SuspensionDays } from '../../../../contract/rules/accounts.ts';
import type { Resolution } from '../../../../contract/rules/moderation.ts';
import { createRequest } from '../../api/endpoints.ts';
import { moderationApi } from '../../api/moderation.ts';

/** Status of a case. */
export type CaseStatus = ReportCase['status'];

interface CaseDecision {
  readonly id: string;
  readonly verdict: 'resolve' | 'dismiss';
  readonly reason: string;
  readonly resolution?: Resolution;
  /** Duration of a suspension, in days. */
  readonly days?: SuspensionDays;
}

const ENDPOINTS = {
  resolve: moderationEndpoints.resolveReports,
  dismiss: moderationEndpoints.dismissReports,
};

export const { useDecideReportsMutation } = moderationApi.injectEndpoints({
  endpoints: (build) => ({
    decideReports: build.mutation<{ readonly message: string }, CaseDecision>({
      query: ({ verdict, ...args }) => createRequest(ENDPOINTS[verdict], args),
      invalidatesTags: (response) => (response ? ['Reports'] : []),
      extraOptions: { isQuiet: true },
    }),
  }),
});

/** Invalidates the report cases. */
export const refreshReports = () => moderationApi.util.invalidateTags(['Reports']);
