import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { Uuid } from '../kernel/ids.ts';
import { emptyMap, type PersistentMap, withEntry } from '../kernel/persistent-map.ts';
import type { ReportEvent, SubjectReported } from './events.ts';

/** A subject's undecided reports. */
export interface OpenCase extends Pick<SubjectReported['data'], 'subjectKind' | 'subjectId' | 'ownerId'> {
  readonly id: Uuid;
  readonly reports: number;
  /** Accounts that reported the subject. There may be thousands. */
  readonly reporters: PersistentMap<true>;
}

/** The open case of a subject, or null. */
export type ReportState = OpenCase | null;

export const INITIAL_REPORTS: ReportState = null;

/**
 * Applies an event to the reports of a subject. A decision closes the case; the next report opens another one.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolve(state: ReportState, event: ReportEvent): ReportState {
  switch (event.type) {
    case 'SubjectReported': {
      const { caseId, subjectKind, subjectId, ownerId, reporterId } = event.data;
      const { reports, reporters } = state ?? { reports: 0, reporters: emptyMap };
      return {
        id: caseId,
        subjectKind,
        subjectId,
        ownerId,
        reports: reports + 1,
        reporters: withEntry(reporters, reporterId, true),
      };
    }
    case 'ReportsResolved':
    case 'ReportsDismissed':
      return null;
    default:
      return rejectUnknownEvent(event);
  }
}
