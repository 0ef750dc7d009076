import { resolveCase } from '../../application/case-resolution.ts';
import { findSubjectOwner } from '../../application/moderation.ts';
import { withDatabaseLock } from '../../common/database-lock.ts';
import * as contract from '../../contract/reports.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { reportDecider } from '../../domain/moderation/decide.ts';
import { findCaseSubject, listReportCases } from '../../projections/moderation/reports/query.ts';
import { createForbiddenFailure, createNotFoundFailure, toRejectionFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Creates the routes for reports and for staff decisions on them. */
export function createReportRoutes(system: ApiSystem): readonly Route[] {
  const { pool } = system;

  async function findSubjectId(caseId: Uuid): Promise<Uuid> {
    const subjectId = await findCaseSubject(pool, caseId);
    if (!subjectId) throw createNotFoundFailure(contract.reportNotFound);
    return subjectId;
  }

  /** One at a time, because a decision first acts on the subject and then resolves the case. */
  const decideAlone = <Result>(caseId: Uuid, decide: () => Promise<Result>): Promise<Result> =>
    withDatabaseLock(pool, `case ${caseId}`, decide);

  return [
    defineRoute(contract.report, ({ caller, body, createContext, execute, runIdempotently }) =>
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
        await execute(reportDecider, subjectId, reportCommand, createContext({ commandId: reportId }));
        return { message: 'Thank you. Staff will look at it.' };
      }),
    ),

    defineRoute(contract.reports, async (request) => {
      const page = await listReportCases(pool, request.query.status, toPaging(request.query));
      return respondWithPage(page, request);
    }),

    defineRoute(
      contract.resolveReports,
      async ({ caller, params, body, createContext, waitUntilVisible }) => {
        const { reason, resolution, days } = body;
        if (resolution === 'DELETE' && caller.role !== 'ADMIN') throw createForbiddenFailure();
        const context = createContext({ reason });
        const subjectId = await findSubjectId(params.id);
        const decision = { caseId: params.id, subjectId, staffId: caller.id, resolution, days };
        const { result, appends } = await decideAlone(params.id, () =>
          resolveCase(system, decision, context),
        );
        await waitUntilVisible(...appends);
        if (!result.accepted) throw toRejectionFailure(result.rejection);
        return { message: 'The reports have been resolved.' };
      },
    ),

    defineRoute(contract.dismissReports, async ({ caller, params, body, createContext, confirm }) => {
      const subjectId = await findSubjectId(params.id);
      const context = createContext({ reason: body.reason });
      const dismissCommand = { type: 'DismissReports', caseId: params.id, staffId: caller.id } as const;
      await confirm(
        await decideAlone(params.id, () =>
          system.handler.handle(reportDecider, subjectId, dismissCommand, context),
        ),
      );
      return { message: 'The reports have been dismissed.' };
    }),
  ];
}
