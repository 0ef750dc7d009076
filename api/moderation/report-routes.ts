import { findSubjectOwner } from '../../application/moderation.ts';
import * as contract from '../../contract/reports.ts';
import { reportDecider } from '../../domain/moderation/decide.ts';
import { findCaseSubject, listReportCases } from '../../projections/moderation/reports/query.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { type AnyRoute, defineRoute, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Creates the routes of reports and of staff's decisions on them. */
export function createReportRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, ids } = system;

  const createDecisionHandler =
    (type: 'ResolveReports' | 'DismissReports', message: string) =>
    async (request: RouteRequest<typeof contract.resolveReports | typeof contract.dismissReports>) => {
      const { caller, params, body, command, execute } = request;
      const subjectId = await findCaseSubject(pool, params.id);
      if (!subjectId) throw createNotFoundFailure(contract.reportNotFound);
      const context = command(ids.next(), { staff: true, reason: body.reason });
      const decideCommand = { type, caseId: params.id, staffId: caller.id } as const;
      await execute(reportDecider, subjectId, decideCommand, context);
      return { message };
    };

  return [
    defineRoute(contract.report, ({ caller, body, command, execute, runIdempotently }) =>
      runIdempotently(async (reportId) => {
        const { kind: subjectKind, id: subjectId, category, text } = body;
        const ownerId = await findSubjectOwner(system, caller, subjectKind, subjectId);
        if (!ownerId) throw createNotFoundFailure(contract.subjectNotFound);
        const subject = { subjectKind, subjectId, ownerId };
        const reportCommand = {
          type: 'ReportSubject',
          reportId,
          reporterId: caller.id,
          ...subject,
          category,
          text,
        } as const;
        await execute(reportDecider, subjectId, reportCommand, command(reportId));
        return { message: 'Thank you. Staff will look at it.' };
      }),
    ),

    defineRoute(contract.reports, async (request) => {
      const page = await listReportCases(pool, request.query.status, toPaging(request.query));
      return respondWithPage(page, request);
    }),

    defineRoute(
      contract.resolveReports,
      createDecisionHandler('ResolveReports', 'The reports have been resolved.'),
    ),
    defineRoute(
      contract.dismissReports,
      createDecisionHandler('DismissReports', 'The reports have been dismissed.'),
    ),
  ];
}
