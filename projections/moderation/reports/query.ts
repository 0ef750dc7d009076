import type { ReportCase } from '../../../contract/reports.ts';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import type { ReportCategory, SubjectKind } from '../../../domain/moderation/rules.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import { type Queryable, queryValue } from '../../queryable.ts';

interface ReportRecord extends Pick<ReportCase['reports'][number], 'id' | 'category' | 'text'> {
  readonly reporter_id: AccountId;
  readonly nickname: string | null;
  /** ISO 8601 time, as PostgreSQL formats it in JSON. */
  readonly reported_at: string;
}

interface CaseRecord
  extends Pick<ReportCase, 'id' | 'status'>,
    Pick<NonNullable<ReportCase['decision']>, 'reason' | 'resolution'>,
    Readonly<Record<Lowercase<ReportCategory>, number>> {
  readonly subject_kind: SubjectKind;
  readonly subject_id: Uuid;
  readonly subject_name: string | null;
  readonly is_taken_down: boolean;
  readonly bio: string | null;
  readonly website: string | null;
  readonly owner_id: AccountId;
  readonly owner_name: string | null;
  readonly last_position: string;
  readonly reports: readonly ReportRecord[];
  readonly decided_by: AccountId | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
}

const PAGE_SIZE = 20;
const MAX_SHOWN_REPORTS = 5;

const NEWEST_FIRST = orderByNewest('reports', 'last_position');

const SELECT_PAGE = `
  SELECT listed.*, owner.nickname AS owner_name, decider.nickname AS decided_by_name, newest.reports,
    coalesce(post.text, profile.nickname, campaign.title, animal.name) AS subject_name,
    profile.bio, profile.website,
    coalesce(post.taken_down_at, animal.taken_down_at, profile.taken_down_at) IS NOT NULL AS is_taken_down
  FROM read.report_cases listed
  LEFT JOIN read.profiles owner ON owner.id = listed.owner_id
  LEFT JOIN read.profiles decider ON decider.id = listed.decided_by
  LEFT JOIN read.posts post ON listed.subject_kind = 'post' AND post.id = listed.subject_id
  LEFT JOIN read.profiles profile ON listed.subject_kind = 'profile' AND profile.id = listed.subject_id
  LEFT JOIN read.crowdfundings campaign
    ON listed.subject_kind = 'crowdfunding' AND campaign.id = listed.subject_id
  LEFT JOIN read.animals animal ON listed.subject_kind = 'animal' AND animal.id = listed.subject_id
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(report ORDER BY report.position DESC), '[]') AS reports FROM (
      SELECT report.*, reporter.nickname FROM read.reports report
      LEFT JOIN read.profiles reporter ON reporter.id = report.reporter_id
      WHERE report.case_id = listed.id ORDER BY report.position DESC LIMIT ${MAX_SHOWN_REPORTS}
    ) report
  ) newest
  WHERE listed.status = $1 AND listed.last_position < $2
  ORDER BY listed.last_position DESC LIMIT ${PAGE_SIZE + 1} OFFSET $3`;

const toReport = (row: ReportRecord): ReportCase['reports'][number] => ({
  id: row.id,
  reporter: { id: row.reporter_id, nickname: row.nickname },
  category: row.category,
  text: row.text,
  dateTime: new Date(row.reported_at).toISOString(),
});

function toCase(row: CaseRecord): ReportCase {
  const { spam, abuse, fraud, cruelty, other } = row;
  return {
    id: row.id,
    status: row.status,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      name: row.subject_name,
      ...(row.bio && { bio: row.bio }),
      ...(row.website && { website: row.website }),
      isTakenDown: row.is_taken_down,
      owner: { id: row.owner_id, nickname: row.owner_name },
    },
    counts: { SPAM: spam, ABUSE: abuse, FRAUD: fraud, CRUELTY: cruelty, OTHER: other },
    total: spam + abuse + fraud + cruelty + other,
    reports: row.reports.map(toReport),
    decision: row.decided_at && {
      by: row.decided_by === null ? null : { id: row.decided_by, nickname: row.decided_by_name },
      reason: row.reason,
      resolution: row.resolution,
      dateTime: row.decided_at.toISOString(),
    },
  };
}

/** Lists the cases with a given status, most recently changed first. Only for staff. */
export async function listReportCases(
  db: Queryable,
  status: ReportCase['status'],
  paging: Paging,
): Promise<Page<ReportCase>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<CaseRecord>({
    name: 'report-cases',
    text: SELECT_PAGE,
    values: [status, ...key, skip],
  });
  return buildPage(NEWEST_FIRST, PAGE_SIZE, rows, toCase);
}

/** Returns the id of a case's subject, or undefined when the case does not exist. */
export const findCaseSubject = (db: Queryable, id: Uuid): Promise<Uuid | undefined> =>
  queryValue(db, {
    name: 'subject-of-case',
    text: 'SELECT subject_id FROM read.report_cases WHERE id = $1',
    values: [id],
  });
