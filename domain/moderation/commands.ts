import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, SubjectKind } from './rules.ts';

/** The API has checked that the subject exists and is visible to the reporter. */
export interface ReportSubject {
  readonly type: 'ReportSubject';
  readonly reportId: Uuid;
  readonly reporterId: AccountId;
  readonly subjectKind: SubjectKind;
  readonly subjectId: Uuid;
  readonly ownerId: AccountId;
  readonly category: ReportCategory;
  readonly text: string;
}

/** Sent by staff. Decides on all reports of an open case together. */
export interface DecideReports {
  readonly type: 'ResolveReports' | 'DismissReports';
  readonly caseId: Uuid;
  readonly staffId: AccountId;
}

export type ReportCommand = ReportSubject | DecideReports;
