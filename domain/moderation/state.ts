import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { Uuid } from '../kernel/ids.ts';
import { emptyMap, type LayeredMap, withEntry } from '../kernel/layered-map.ts';
import type { ReportEvent, SubjectReported } from './events.ts';

/** The reports of a subject that nobody has decided on. */
export interface OpenCase extends Pick<SubjectReported['data'], 'subjectKind' | 'subjectId' | 'ownerId'> {
  readonly id: Uuid;
  /** How many reports it has. */
  readonly reports: number;
  /** Who made them: of one subject there may be thousands. */
  readonly reporters: LayeredMap<true>;
}

/** The open case of a subject, or none. */
export type ReportState = OpenCase | null;

export const noReports: ReportState = null;

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
