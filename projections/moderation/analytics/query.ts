import type { Analytics } from '../../../contract/moderation.ts';
import type { Instant } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;

interface FiguresRecord {
  readonly day: string;
  readonly users: string;
  readonly posts: string;
  readonly donations: string;
  readonly organizations: string;
}

const countPerDay = (aggregate: string, table: string, timeColumn: string): string => `
  SELECT (${timeColumn} AT TIME ZONE 'UTC')::date AS day, ${aggregate} AS value
  FROM read.${table} WHERE ${timeColumn} >= $1 AND ${timeColumn} < $2 GROUP BY 1`;

/**
 * Each figure is counted from its own index, for all days at once. An organization that became staff still
 * counts as one.
 */
const SELECT_FIGURES = `
  SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(users.value, 0) AS users,
    coalesce(posts.value, 0) AS posts, coalesce(donations.value, 0) AS donations,
    (SELECT count(*) FROM read.profiles WHERE category IS NOT NULL AND state = 'ACTIVE')
      + (SELECT count(*) FROM read.profiles WHERE category IS NOT NULL AND suspended_until <= now()) AS organizations
  FROM generate_series($3::date, $4::date, interval '1 day') AS days (day)
    LEFT JOIN (${countPerDay('count(*)', 'profiles', 'registered_at')}) users ON users.day = days.day
    LEFT JOIN (${countPerDay('count(*)', 'posts', 'published_at')}) posts ON posts.day = days.day
    LEFT JOIN (${countPerDay('sum(amount)', 'donations', 'made_at')}) donations ON donations.day = days.day
  ORDER BY days.day`;

const toDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

const sumFigure = (series: Analytics['series'], figure: 'newUsers' | 'newPosts' | 'donations'): number =>
  series.reduce((total, day) => total + day[figure], 0);

/** Returns the figures of the last seven UTC days, including the day of `now`. */
export async function getAnalytics(db: Queryable, now: Instant): Promise<Analytics> {
  const today = Date.parse(now.slice(0, 10));
  const [first, end] = [today - (DAYS - 1) * DAY_MS, today + DAY_MS];
  const [from, to] = [toDay(first), toDay(today)];
  const { rows } = await db.query<FiguresRecord>({
    name: 'analytics',
    text: SELECT_FIGURES,
    values: [new Date(first).toISOString(), new Date(end).toISOString(), from, to],
  });
  const series = rows.map(({ day, users, posts, donations }) => ({
    date: day,
    newUsers: Number(users),
    newPosts: Number(posts),
    donations: Number(donations),
  }));
  return {
    newUsers: sumFigure(series, 'newUsers'),
    newPosts: sumFigure(series, 'newPosts'),
    donations: sumFigure(series, 'donations'),
    totalOrgs: Number(rows[0]?.organizations ?? 0),
    from,
    to,
    series,
  };
}
