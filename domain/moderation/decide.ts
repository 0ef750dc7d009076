import { accept, type Decider, type Decision, forbid, refuse } from '../kernel/decider.ts';
import { entryOf } from '../kernel/layered-map.ts';
import type { DecideReports, ReportCommand, ReportSubject } from './commands.ts';
import type { ReportEvent } from './events.ts';
import { reportProblem } from './rules.ts';
import { evolve, noReports, type ReportState } from './state.ts';

function report({ type: _, ...report }: ReportSubject, open: ReportState): Decision<ReportEvent> {
  const { reportId, reporterId, ownerId, category, text } = report;
  if (reporterId === ownerId) return refuse('CANNOT_REPORT_OWN', 'You cannot report what is yours.');
  const problem = reportProblem(category, text);
  if (problem) return refuse('INVALID_REPORT', problem);
  if (open && entryOf(open.reporters, reporterId))
    return refuse('ALREADY_REPORTED', 'You have already reported this. Staff will look at it.');
  return accept({ type: 'SubjectReported', data: { caseId: open?.id ?? reportId, ...report } });
}

function decideOn({ type, caseId, staffId }: DecideReports, open: ReportState): Decision<ReportEvent> {
  if (open?.id !== caseId) return refuse('REPORT_NOT_OPEN', 'These reports have been decided on already.');
  const { subjectKind, subjectId, ownerId, reports } = open;
  if (ownerId === staffId) return forbid('OWN_REPORTS', 'Nobody decides on reports of what is theirs.');
  const data = { caseId, subjectKind, subjectId, reports };
  return accept({ type: type === 'ResolveReports' ? 'ReportsResolved' : 'ReportsDismissed', data });
}

/** The rules of what is reported of one subject: once by each at a time, decided on together. */
export const reportDecider: Decider<ReportState, ReportCommand, ReportEvent> = {
  category: 'report',
  initial: noReports,
  evolve,
  decide: (command, open) =>
    command.type === 'ReportSubject' ? report(command, open) : decideOn(command, open),
};
