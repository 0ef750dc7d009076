import { findSubjectOwner } from '../../application/moderation.ts';
import * as contract from '../../contract/reports.ts';
import { reportDecider } from '../../domain/moderation/decide.ts';
import { findCaseSubject, listReportCases } from '../../projections/moderation/reports/query.ts';
import { notFound } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of reports and of staff's decisions on them. */
export function reportRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, ids } = system;

  const decide =
    (type: 'ResolveReports' | 'DismissReports', message: string) =>
    async (request: RouteRequest<typeof contract.resolveReports | typeof contract.dismissReports>) => {
      const { caller, params, body, command, execute } = request;
      const subjectId = await findCaseSubject(pool, params.id);
      if (!subjectId) throw notFound(contract.reportNotFound);
      const context = command(ids.next(), { staff: true, reason: body.reason });
      const wish = { type, caseId: params.id, staffId: caller.id } as const;
      await execute(reportDecider, subjectId, wish, context);
      return { message };
    };

  return [
    route(contract.report, ({ caller, body, command, execute, runIdempotently }) =>
      runIdempotently(async (reportId) => {
        const { kind: subjectKind, id: subjectId, category, text } = body;
        const ownerId = await findSubjectOwner(system, caller, subjectKind, subjectId);
        if (!ownerId) throw notFound(contract.subjectNotFound);
        const subject = { subjectKind, subjectId, ownerId };
        const wish = {
          type: 'ReportSubject',
          reportId,
          reporterId: caller.id,
          ...subject,
          category,
          text,
        } as const;
        await execute(reportDecider, subjectId, wish, command(reportId));
        return { message: 'Thank you. Staff will look at it.' };
      }),
    ),

    route(contract.reports, async (request) => {
      const page = await listReportCases(pool, request.query.status, toPaging(request.query));
      return respondWithPage(page, request);
    }),

    route(contract.resolveReports, decide('ResolveReports', 'The reports have been resolved.')),
    route(contract.dismissReports, decide('DismissReports', 'The reports have been dismissed.')),
  ];
}
