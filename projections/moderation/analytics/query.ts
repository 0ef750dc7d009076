import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Instant } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** What happened on one day of UTC. */
export interface DayFigures {
  /** As in `2026-11-21`. */
  readonly date: string;
  /** Accounts of every role. */
  readonly newUsers: number;
  /** Posts, of which comments are some. */
  readonly newPosts: number;
  /** Coins given to campaigns. */
  readonly donations: Coins;
}

/** What happened in seven days, the last of them today. */
export interface Figures extends Omit<DayFigures, 'date'> {
  /** Approved organizations that are neither deactivated, banned nor erased now. */
  readonly totalOrgs: number;
  readonly from: string;
  readonly to: string;
  readonly series: readonly DayFigures[];
}

const DAYS = 7;
const DAY_MS = 86_400_000;

interface FiguresRecord {
  readonly day: string;
  readonly users: string;
  readonly posts: string;
  readonly donations: string;
  readonly organizations: string;
}

const counted = (what: string, table: string, at: string): string => `
  SELECT (${at} AT TIME ZONE 'UTC')::date AS day, ${what} AS value
  FROM read.${table} WHERE ${at} >= $1 AND ${at} < $2 GROUP BY 1`;

/** Each kind of figures is counted from its own index, for all days at once. An organization that became staff is one still. */
const FIGURES = `
  SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(users.value, 0) AS users,
    coalesce(posts.value, 0) AS posts, coalesce(donations.value, 0) AS donations,
    (SELECT count(*) FROM read.profiles WHERE category IS NOT NULL AND state = 'ACTIVE') AS organizations
  FROM generate_series($3::date, $4::date, interval '1 day') AS days (day)
    LEFT JOIN (${counted('count(*)', 'profiles', 'registered_at')}) users ON users.day = days.day
    LEFT JOIN (${counted('count(*)', 'posts', 'published_at')}) posts ON posts.day = days.day
    LEFT JOIN (${counted('sum(amount)', 'donations', 'made_at')}) donations ON donations.day = days.day
  ORDER BY days.day`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const sum = (series: readonly DayFigures[], figure: 'newUsers' | 'newPosts' | 'donations'): number =>
  series.reduce((total, day) => total + day[figure], 0);

/** Figures of the seven days of UTC that end with the day of an instant. */
export async function figuresOf(db: Queryable, now: Instant): Promise<Figures> {
  const today = Date.parse(now.slice(0, 10));
  const [first, end] = [today - (DAYS - 1) * DAY_MS, today + DAY_MS];
  const [from, to] = [dayOf(first), dayOf(today)];
  const { rows } = await db.query<FiguresRecord>({
    name: 'analytics',
    text: FIGURES,
    values: [new Date(first).toISOString(), new Date(end).toISOString(), from, to],
  });
  const series = rows.map(({ day, users, posts, donations }) => ({
    date: day,
    newUsers: Number(users),
    newPosts: Number(posts),
    donations: Number(donations),
  }));
  return {
    newUsers: sum(series, 'newUsers'),
    newPosts: sum(series, 'newPosts'),
    donations: sum(series, 'donations'),
    totalOrgs: Number(rows[0]?.organizations ?? 0),
    from,
    to,
    series,
  };
}
