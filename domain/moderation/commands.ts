import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, Resolution, SubjectKind } from './rules.ts';

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

/** Decides on all reports of an open case together. */
interface DecideReports {
  readonly caseId: Uuid;
  readonly staffId: AccountId;
}

/** Sent by staff after they have done what the resolution says. */
export interface ResolveReports extends DecideReports {
  readonly type: 'ResolveReports';
  readonly resolution: Resolution;
}

/** Sent by staff. */
export interface DismissReports extends DecideReports {
  readonly type: 'DismissReports';
}

export type ReportCommand = ReportSubject | ResolveReports | DismissReports;
