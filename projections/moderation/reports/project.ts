import type { AccountErased } from '../../../domain/accounts/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { ReportEvent, ReportsDismissed, ReportsResolved } from '../../../domain/moderation/events.ts';
import { blank, defineProjection, increment, insert, type RowChange, set } from '../../engine/definition.ts';

const REPORTS = 'reports';
const CASES = 'report_cases';

const NO_REPORTS = { spam: 0, abuse: 0, fraud: 0, cruelty: 0, other: 0 };

const createDecisionHandler =
  (status: 'RESOLVED' | 'DISMISSED') =>
  ({ data, metadata, position }: RecordedEvent<ReportsResolved | ReportsDismissed>): readonly RowChange[] => [
    set(
      CASES,
      { id: data.caseId },
      {
        status,
        last_position: position,
        decided_by: metadata.actor.kind === 'staff' ? metadata.actor.id : null,
        decided_at: metadata.occurredAt,
        reason: metadata.reason ?? null,
        resolution: ('resolution' in data && data.resolution) || null,
      },
    ),
  ];

/** Reports, grouped by case, and staff decisions. */
export const reportsProjection = defineProjection<ReportEvent | AccountErased>({
  name: 'reports',
  version: 1,
  tables: [
    {
      name: REPORTS,
      key: ['id'],
      columns: {
        id: 'uuid',
        case_id: 'uuid',
        position: 'bigint',
        reporter_id: 'uuid',
        category: 'text',
        text: 'text',
        reported_at: 'timestamptz',
      },
    },
    {
      name: CASES,
      key: ['id'],
      columns: {
        id: 'uuid',
        subject_kind: 'text',
        subject_id: 'uuid',
        owner_id: 'uuid',
        status: 'text',
        last_position: 'bigint',
        spam: 'integer',
        abuse: 'integer',
        fraud: 'integer',
        cruelty: 'integer',
        other: 'integer',
        decided_by: 'uuid',
        decided_at: 'timestamptz',
        reason: 'text',
        resolution: 'text',
      },
      counters: Object.keys(NO_REPORTS),
    },
  ],
  on: {
    SubjectReported: ({ data, metadata, position }) => {
      const { caseId, reportId, reporterId, subjectKind, subjectId, ownerId, category, text } = data;
      const categoryCount = { [category.toLowerCase()]: 1 };
      const key = { id: caseId };
      return [
        insert(REPORTS, {
          id: reportId,
          case_id: caseId,
          position,
          reporter_id: reporterId,
          category,
          text,
          reported_at: metadata.occurredAt,
        }),
        ...(caseId === reportId
          ? [
              insert(CASES, {
                ...key,
                subject_kind: subjectKind,
                subject_id: subjectId,
                owner_id: ownerId,
                status: 'OPEN',
                last_position: position,
                ...NO_REPORTS,
                ...categoryCount,
                decided_by: null,
                decided_at: null,
                reason: null,
                resolution: null,
              }),
            ]
          : [set(CASES, key, { last_position: position }), increment(CASES, key, categoryCount)]),
      ];
    },
    AccountErased: ({ data }) => [blank(REPORTS, { reporter_id: data.accountId }, { text: '' })],
    ReportsResolved: createDecisionHandler('RESOLVED'),
    ReportsDismissed: createDecisionHandler('DISMISSED'),
  },
});
