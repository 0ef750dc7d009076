import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, SubjectKind } from './rules.ts';

/** Whether the subject is there and can be seen is the API's business. */
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

/** By staff: all reports of an open case at once, for there is something in them or there is not. */
export interface DecideReports {
  readonly type: 'ResolveReports' | 'DismissReports';
  readonly caseId: Uuid;
  readonly staffId: AccountId;
}

export type ReportCommand = ReportSubject | DecideReports;
