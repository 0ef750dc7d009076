import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, Resolution, SubjectKind } from './rules.ts';

/** Fields of a decision about all reports in an open case. */
type CaseFields = { readonly caseId: Uuid; readonly staffId: AccountId };

/** Fields of the report commands. */
interface ReportCommandFields {
  /** Reports a subject. The API has checked that it exists and that the reporter can see it. */
  readonly ReportSubject: {
    readonly reportId: Uuid;
    readonly reporterId: AccountId;
    readonly subjectKind: SubjectKind;
    readonly subjectId: Uuid;
    readonly ownerId: AccountId;
    readonly category: ReportCategory;
    readonly text: string;
  };
  /** Sent by staff after they have carried out the resolution. */
  readonly ResolveReports: CaseFields & { readonly resolution: Resolution };
  /** Sent by staff. */
  readonly DismissReports: CaseFields;
}

/** A command to the report stream of a subject. */
export type ReportCommand = CommandsOf<ReportCommandFields>;
