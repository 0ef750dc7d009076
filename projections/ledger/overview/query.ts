import type { AuditOverview } from '../../../contract/audit.ts';
import { DAY_MS } from '../../../domain/kernel/durations.ts';
import type { Instant } from '../../../domain/kernel/ids.ts';
import { OVERVIEW_WEEKS } from '../../../domain/ledger/rules.ts';
import type { Queryable } from '../../queryable.ts';

type OverviewRecord = Pick<AuditOverview, 'weeks'> &
  Readonly<Record<'position' | 'in_wallets' | 'in_escrow' | 'waiting' | 'at_provider', string>>;

const WEEK_MS = 7 * DAY_MS;

/** Returns the start of the UTC week that contains an instant (Monday, 00:00), in Unix milliseconds. */
function getMonday(now: Instant): number {
  const today = Date.parse(now.slice(0, 10));
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return today - daysSinceMonday * DAY_MS;
}

/** A single statement, so that all figures refer to the same position. */
const SELECT_OVERVIEW = `
  WITH totals AS (
    SELECT account, sum(credit) - sum(debit) AS balance FROM read.journal_postings GROUP BY account
  ), moved AS (
    SELECT (date_trunc('week', entry.occurred_at AT TIME ZONE 'UTC'))::date AS week, entry.type,
      sum(posting.debit) AS coins
    FROM read.journal_entries entry JOIN read.journal_postings posting ON posting.position = entry.position
    WHERE entry.type IN ('PURCHASE', 'DONATION') AND entry.occurred_at >= $1
    GROUP BY 1, 2
  )
  SELECT
    coalesce((SELECT position FROM engine.checkpoints WHERE projection = 'journal'), 0) AS position,
    coalesce(sum(balance) FILTER (WHERE account LIKE 'wallet:%'), 0) AS in_wallets,
    coalesce(sum(balance) FILTER (WHERE account LIKE 'escrow:%'), 0) AS in_escrow,
    coalesce(sum(balance) FILTER (WHERE campaign.status = 'CANCELLED'), 0) AS waiting,
    coalesce(-sum(balance) FILTER (WHERE account = 'stripe:clearing'), 0) AS at_provider,
    (SELECT json_agg(json_build_object('week', to_char(weeks.week, 'YYYY-MM-DD'),
        'bought', coalesce(bought.coins, 0), 'donated', coalesce(donated.coins, 0)) ORDER BY weeks.week)
      FROM generate_series($2::date, $3::date, interval '7 days') AS weeks (week)
        LEFT JOIN moved bought ON bought.week = weeks.week AND bought.type = 'PURCHASE'
        LEFT JOIN moved donated ON donated.week = weeks.week AND donated.type = 'DONATION') AS weeks
  FROM totals LEFT JOIN read.crowdfundings campaign ON totals.account = 'escrow:' || campaign.id`;

/** Returns the coins in wallets, in escrows and at the provider, and those bought and donated per week. */
export async function getOverview(db: Queryable, now: Instant): Promise<AuditOverview> {
  const monday = getMonday(now);
  const first = monday - (OVERVIEW_WEEKS - 1) * WEEK_MS;
  const [from, to] = [new Date(first).toISOString(), new Date(monday).toISOString()];
  const { rows } = await db.query<OverviewRecord>({
    name: 'audit-overview',
    text: SELECT_OVERVIEW,
    values: [from, from.slice(0, 10), to.slice(0, 10)],
  });
  const [row] = rows as [OverviewRecord];
  const [inWallets, inEscrow] = [Number(row.in_wallets), Number(row.in_escrow)];
  return {
    position: Number(row.position),
    inWallets,
    inEscrow,
    inCirculation: inWallets + inEscrow,
    waitingForRefund: Number(row.waiting),
    atProvider: Number(row.at_provider),
    weeks: row.weeks,
  };
}
