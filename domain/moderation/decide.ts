import { accept, type Decider, type Decision, forbid, refuse } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import { getEntry } from '../kernel/persistent-map.ts';
import type { ReportCommand } from './commands.ts';
import type { ReportEvent } from './events.ts';
import {
  alreadyReported,
  cannotReportOwn,
  checkReport,
  listResolutions,
  ownReports,
  reportNotOpen,
  resolutionNotPossible,
} from './rules.ts';
import { evolve, INITIAL_REPORTS, type ReportState } from './state.ts';

function reportSubject(
  command: OfType<ReportCommand, 'ReportSubject'>,
  open: ReportState,
): Decision<ReportEvent> {
  const { reportId, reporterId, subjectKind, subjectId, ownerId, category, text } = command;
  if (reporterId === ownerId) return refuse(cannotReportOwn);
  const problem = checkReport(category, text);
  if (problem) return refuse(problem);
  if (open && getEntry(open.reporters, reporterId)) return refuse(alreadyReported);
  const report = { reportId, reporterId, subjectKind, subjectId, ownerId, category, text };
  return accept({ type: 'SubjectReported', data: { caseId: open?.id ?? reportId, ...report } });
}

function decideReports(
  command: OfType<ReportCommand, 'ResolveReports' | 'DismissReports'>,
  open: ReportState,
): Decision<ReportEvent> {
  const { caseId, staffId } = command;
  if (open?.id !== caseId) return refuse(reportNotOpen);
  const { subjectKind, subjectId, ownerId, reports } = open;
  if (ownerId === staffId) return forbid(ownReports);
  const data = { caseId, subjectKind, subjectId, reports };
  if (command.type === 'DismissReports') return accept({ type: 'ReportsDismissed', data });
  const { resolution } = command;
  if (!listResolutions(subjectKind).includes(resolution)) return refuse(resolutionNotPossible);
  return accept({ type: 'ReportsResolved', data: { ...data, resolution } });
}

/** Decider for reports about a subject: one open report per account, all of them decided together. */
export const reportDecider: Decider<ReportState, ReportCommand, ReportEvent> = {
  category: 'report',
  initial: INITIAL_REPORTS,
  evolve,
  decide: (command, open) =>
    command.type === 'ReportSubject' ? reportSubject(command, open) : decideReports(command, open),
};
