import type { DomainEvent, Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { ReportEvent } from '../../../domain/moderation/events.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';
import { toToken, toTokenSql } from './recount.ts';

/** State of a moderation case, computed from the log. `ids` is the sum of its report ids; see `toToken`. */
type CountedCase = {
  readonly subject: string;
  status: 'OPEN' | 'RESOLVED' | 'DISMISSED';
  lastPosition: Position;
  spam: number;
  abuse: number;
  fraud: number;
  cruelty: number;
  other: number;
  reports: number;
  ids: bigint;
};

const CASES = `
  SELECT reported.id, subject_kind || ' ' || subject_id AS subject, status, last_position AS "lastPosition",
    spam, abuse, fraud, cruelty, other, coalesce(made.rows, 0) AS reports, coalesce(made.token, 0)::text AS ids
  FROM read.report_cases reported LEFT JOIN (
    SELECT case_id, count(*) AS rows, sum(${toTokenSql('id')}) AS token FROM read.reports GROUP BY case_id
  ) made ON made.case_id = reported.id`;

const NO_REPORTS = { spam: 0, abuse: 0, fraud: 0, cruelty: 0, other: 0, reports: 0, ids: 0n };

/** Creates a check that recomputes the reports of each case and staff decisions. */
export function createReportsCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('reports');
  const cases = new Map<string, CountedCase>();

  function countReport(
    { data }: Extract<ReportEvent, { type: 'SubjectReported' }>,
    position: Position,
  ): void {
    const { caseId, reportId, subjectKind, subjectId, category } = data;
    const existingCase = cases.get(caseId);
    const countedCase = existingCase ?? {
      ...NO_REPORTS,
      subject: `${subjectKind} ${subjectId}`,
      status: 'OPEN',
      lastPosition: position,
    };
    if (!existingCase) cases.set(caseId, countedCase);
    countedCase[category.toLowerCase() as 'spam'] += 1;
    countedCase.reports += 1;
    countedCase.ids += toToken(reportId);
    countedCase.lastPosition = position;
  }

  function countEvent(recordedEvent: RecordedEvent): void {
    const { position } = recordedEvent;
    if (position > until) return;
    const event = recordedEvent as DomainEvent as ReportEvent;
    if (event.type === 'SubjectReported') {
      countReport(event, position);
      return;
    }
    const decidedCase = cases.get(event.data.caseId);
    if (!decidedCase) return;
    decidedCase.status = event.type === 'ReportsResolved' ? 'RESOLVED' : 'DISMISSED';
    decidedCase.lastPosition = position;
  }

  return {
    until,
    types: ['SubjectReported', 'ReportsResolved', 'ReportsDismissed'],
    selects: [CASES],
    processEvent: countEvent,
    compare: (readRows) => compareRows(readRows, 'reports', 'report-case', CASES, cases),
    countChecked: () => ({ reportCases: cases.size }),
  };
}
