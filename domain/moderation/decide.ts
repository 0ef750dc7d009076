import { accept, type Decider, type Decision, forbid, refuse } from '../kernel/decider.ts';
import { getEntry } from '../kernel/persistent-map.ts';
import type { DecideReports, ReportCommand, ReportSubject } from './commands.ts';
import type { ReportEvent } from './events.ts';
import { alreadyReported, cannotReportOwn, ownReports, reportNotOpen, reportProblem } from './rules.ts';
import { evolve, noReports, type ReportState } from './state.ts';

function report({ type: _, ...report }: ReportSubject, open: ReportState): Decision<ReportEvent> {
  const { reportId, reporterId, ownerId, category, text } = report;
  if (reporterId === ownerId) return refuse(cannotReportOwn);
  const problem = reportProblem(category, text);
  if (problem) return refuse(problem);
  if (open && getEntry(open.reporters, reporterId)) return refuse(alreadyReported);
  return accept({ type: 'SubjectReported', data: { caseId: open?.id ?? reportId, ...report } });
}

function decideOn({ type, caseId, staffId }: DecideReports, open: ReportState): Decision<ReportEvent> {
  if (open?.id !== caseId) return refuse(reportNotOpen);
  const { subjectKind, subjectId, ownerId, reports } = open;
  if (ownerId === staffId) return forbid(ownReports);
  const data = { caseId, subjectKind, subjectId, reports };
  return accept({ type: type === 'ResolveReports' ? 'ReportsResolved' : 'ReportsDismissed', data });
}

/** Decider of the reports of a subject: at most one open report per account, all decided together. */
export const reportDecider: Decider<ReportState, ReportCommand, ReportEvent> = {
  category: 'report',
  initial: noReports,
  evolve,
  decide: (command, open) =>
    command.type === 'ReportSubject' ? report(command, open) : decideOn(command, open),
};
