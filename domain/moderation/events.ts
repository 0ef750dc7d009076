import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { ReportCategory, SubjectKind } from './rules.ts';

/**
 * Somebody reports something. Reports of one subject that are open at the same time are one case, whose id is that of
 * its first report.
 */
export type SubjectReported = DomainEvent<
  'SubjectReported',
  {
    readonly caseId: Uuid;
    readonly reportId: Uuid;
    readonly reporterId: AccountId;
    readonly subjectKind: SubjectKind;
    readonly subjectId: Uuid;
    /** Whose it is. */
    readonly ownerId: AccountId;
    readonly category: ReportCategory;
    readonly text: string;
  }
>;

type DecidedData = {
  readonly caseId: Uuid;
  readonly subjectKind: SubjectKind;
  readonly subjectId: Uuid;
  /** How many reports were open. */
  readonly reports: number;
};
/** Staff did something about it. */
export type ReportsResolved = DomainEvent<'ReportsResolved', DecidedData>;
/** Staff found nothing in it. */
export type ReportsDismissed = DomainEvent<'ReportsDismissed', DecidedData>;

export type ReportEvent = SubjectReported | ReportsResolved | ReportsDismissed;

export const reportEvents: EventDefinitions<ReportEvent> = {
  SubjectReported: { version: 1, personal: { fields: ['text'], owner: 'reporterId' } },
  ReportsResolved: { version: 1 },
  ReportsDismissed: { version: 1 },
};
