import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, Resolution, SubjectKind } from './rules.ts';

/** An account reported a subject. Its open reports form a case, whose id is the id of the first one. */
export type SubjectReported = DomainEvent<
  'SubjectReported',
  {
    readonly caseId: Uuid;
    readonly reportId: Uuid;
    readonly reporterId: AccountId;
    readonly subjectKind: SubjectKind;
    readonly subjectId: Uuid;
    /** Owner of the subject. */
    readonly ownerId: AccountId;
    readonly category: ReportCategory;
    readonly text: string;
  }
>;

type DecisionData = {
  readonly caseId: Uuid;
  readonly subjectKind: SubjectKind;
  readonly subjectId: Uuid;
  /** Number of open reports. */
  readonly reports: number;
};
/** Staff acted on the reports. Old events contain no resolution. */
export type ReportsResolved = DomainEvent<
  'ReportsResolved',
  DecisionData & { readonly resolution?: Resolution }
>;
/** Staff considered the reports unfounded. */
export type ReportsDismissed = DomainEvent<'ReportsDismissed', DecisionData>;

/** An event of the report stream of a subject. */
export type ReportEvent = SubjectReported | ReportsResolved | ReportsDismissed;

export const reportEvents: EventDefinitions<ReportEvent> = {
  SubjectReported: { version: 1, personal: { fields: ['text'], owner: 'reporterId' } },
  ReportsResolved: { version: 1 },
  ReportsDismissed: { version: 1 },
};
