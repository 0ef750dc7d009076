import type { Uuid } from '../../domain/kernel/ids.ts';
import type { ReportCommand } from '../../domain/moderation/commands.ts';
import { reportDecider } from '../../domain/moderation/decide.ts';
import { reportCases, subjectOfCase } from '../../projections/moderation/reports/query.ts';
import * as contract from '../contract/reports.ts';
import { missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type ReadModel, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { ownerOfSubject } from './report-subjects.ts';

/** Routes of what people report, and of what staff decide about it. */
export function reportRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids } = system;

  async function carriedOut(
    subjectId: Uuid,
    wish: ReportCommand,
    context: ReturnType<RouteRequest['command']>,
    visible: RouteRequest['visible'],
    ...readModels: readonly ReadModel[]
  ): Promise<void> {
    const handled = await handler.handle(reportDecider, subjectId, wish, context);
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, ...readModels);
  }

  const decide =
    (type: 'ResolveReports' | 'DismissReports', message: string) =>
    async (request: RouteRequest<typeof contract.resolveReports | typeof contract.dismissReports>) => {
      const { caller, params, body, command, visible } = request;
      const subjectId = await subjectOfCase(pool, params.id);
      if (!subjectId) throw missing(contract.missingReport);
      const context = command(ids.next(), { staff: true, reason: body.reason });
      const wish = { type, caseId: params.id, staffId: caller.id } as const;
      await carriedOut(subjectId, wish, context, visible, 'reports', 'actions');
      return { message };
    };

  return [
    route(contract.report, ({ caller, body, command, visible, once }) =>
      once(async (reportId) => {
        const { kind: subjectKind, id: subjectId, category, text } = body;
        const ownerId = await ownerOfSubject(system, caller, subjectKind, subjectId);
        if (!ownerId) throw missing(contract.missingSubject);
        const subject = { subjectKind, subjectId, ownerId };
        const wish = {
          type: 'ReportSubject',
          reportId,
          reporterId: caller.id,
          ...subject,
          category,
          text,
        } as const;
        await carriedOut(subjectId, wish, command(reportId), visible, 'reports');
        return { message: 'Thank you. Staff will look at it.' };
      }),
    ),

    route(contract.reports, async (request) => {
      const page = await reportCases(pool, request.query.status, pagingOf(request.query));
      return itemsOf(page, request).map((found) => ({ ...found, reports: [...found.reports] }));
    }),

    route(contract.resolveReports, decide('ResolveReports', 'The reports have been resolved.')),
    route(contract.dismissReports, decide('DismissReports', 'The reports have been dismissed.')),
  ];
}
