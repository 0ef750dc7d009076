import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, Resolution, SubjectKind } from './rules.ts';

/** Reports a subject. The API has checked that it exists and that the reporter can see it. */
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

/** Decides all reports in an open case together. */
interface DecideReports {
  readonly caseId: Uuid;
  readonly staffId: AccountId;
}

/** Sent by staff after they have carried out the resolution. */
export interface ResolveReports extends DecideReports {
  readonly type: 'ResolveReports';
  readonly resolution: Resolution;
}

/** Sent by staff. */
export interface DismissReports extends DecideReports {
  readonly type: 'DismissReports';
}

/** A command to the report stream of a subject. */
export type ReportCommand = ReportSubject | ResolveReports | DismissReports;
