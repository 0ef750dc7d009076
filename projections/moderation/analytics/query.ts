import type { Analytics } from '../../../contract/moderation.ts';
import { DAY_MS } from '../../../domain/kernel/durations.ts';
import type { Instant } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

const PERIOD_DAYS = 7;

interface FiguresRecord
  extends Readonly<Record<'day' | 'users' | 'posts' | 'donations' | 'refunds' | 'organizations', string>> {
  readonly open_reports: number;
  readonly waiting_adjustments: number;
}

const countPerDay = (aggregate: string, table: string, timeColumn: string): string => `
  SELECT (${timeColumn} AT TIME ZONE 'UTC')::date AS day, ${aggregate} AS value
  FROM read.${table} WHERE ${timeColumn} >= $1 AND ${timeColumn} < $2 GROUP BY 1`;

/**
 * SQL for the figures. Each figure is counted in its own index, for all days at once. Organizations that
 * became staff still count as organizations.
 */
const SELECT_FIGURES = `
  SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(users.value, 0) AS users,
    coalesce(posts.value, 0) AS posts, coalesce(donations.value, 0) AS donations,
    coalesce(refunds.value, 0) AS refunds,
    (SELECT count(*)::integer FROM read.report_cases WHERE status = 'OPEN') AS open_reports,
    (SELECT count(*)::integer FROM read.adjustments WHERE status = 'OPEN') AS waiting_adjustments,
    (SELECT count(*) FROM read.profiles WHERE category IS NOT NULL AND state = 'ACTIVE')
      + (SELECT count(*) FROM read.profiles WHERE category IS NOT NULL AND suspended_until <= now()) AS organizations
  FROM generate_series($3::date, $4::date, interval '1 day') AS days (day)
    LEFT JOIN (${countPerDay('count(*)', 'profiles', 'registered_at')}) users ON users.day = days.day
    LEFT JOIN (${countPerDay('count(*)', 'posts', 'published_at')}) posts ON posts.day = days.day
    LEFT JOIN (${countPerDay('sum(amount)', 'donations', 'made_at')}) donations ON donations.day = days.day
    LEFT JOIN (
      SELECT (entry.occurred_at AT TIME ZONE 'UTC')::date AS day, sum(posting.debit) AS value
      FROM read.journal_entries entry JOIN read.journal_postings posting ON posting.position = entry.position
      WHERE entry.type = 'REFUND' AND entry.occurred_at >= $1 AND entry.occurred_at < $2 GROUP BY 1
    ) refunds ON refunds.day = days.day
  ORDER BY days.day`;

const toDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

const FIGURES = ['newUsers', 'newPosts', 'donations', 'refunds'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

function sumDays(days: readonly Figures[]): Analytics['previous'] {
  const sum = (figure: keyof Figures) => days.reduce((total, day) => total + day[figure], 0);
  const [donations, refunds] = [sum('donations'), sum('refunds')];
  return {
    newUsers: sum('newUsers'),
    newPosts: sum('newPosts'),
    donations,
    refunds,
    netDonations: donations - refunds,
  };
}

/**
 * Returns the figures for the last seven UTC days, including the day of `now`, the figures for the seven days before
 * that, and the number of items that wait for staff.
 */
export async function getAnalytics(db: Queryable, now: Instant): Promise<Analytics> {
  const today = Date.parse(now.slice(0, 10));
  const [first, end] = [today - (2 * PERIOD_DAYS - 1) * DAY_MS, today + DAY_MS];
  const { rows } = await db.query<FiguresRecord>({
    name: 'analytics',
    text: SELECT_FIGURES,
    values: [new Date(first).toISOString(), new Date(end).toISOString(), toDay(first), toDay(today)],
  });
  const days = rows.map(({ day, users, posts, donations, refunds }) => ({
    date: day,
    newUsers: Number(users),
    newPosts: Number(posts),
    donations: Number(donations),
    refunds: Number(refunds),
  }));
  const week = days.slice(PERIOD_DAYS);
  return {
    ...sumDays(week),
    totalOrgs: Number(rows[0]?.organizations ?? 0),
    previous: sumDays(days.slice(0, PERIOD_DAYS)),
    openReports: rows[0]?.open_reports ?? 0,
    waitingAdjustments: rows[0]?.waiting_adjustments ?? 0,
    from: toDay(today - (PERIOD_DAYS - 1) * DAY_MS),
    to: toDay(today),
    series: week.map(({ refunds: _, ...day }) => day),
  };
}
