/** The entries of an account's list: what is shown as one. */
interface Bounds {
  /** Expressions of SQL: whose, before and behind which position, and how many at most. */
  readonly account: string;
  readonly before: string;
  readonly after: string;
  readonly limit: string;
}

/** Whether somebody whom the account wants to see, and may, stands behind a row, or nobody at all. */
const actorShows = (row: string): string => `(${row}.actor_id IS NULL OR (
  EXISTS (SELECT FROM read.profiles actor WHERE actor.id = ${row}.actor_id AND actor.state = 'ACTIVE')
  AND NOT EXISTS (SELECT FROM read.blocks WHERE blocker_id = ${row}.account_id AND blocked_id = ${row}.actor_id)
  AND NOT EXISTS (SELECT FROM read.blocks WHERE blocker_id = ${row}.actor_id AND blocked_id = ${row}.account_id)
  AND NOT EXISTS (SELECT FROM read.mutes WHERE muter_id = ${row}.account_id AND muted_id = ${row}.actor_id)))`;

/** SQL condition that a row is not about a comment that staff have taken down. */
const sourceShows = (row: string): string => `(${row}.kind <> 'COMMENT' OR NOT EXISTS (
  SELECT FROM read.posts comment WHERE comment.id = ${row}.source_id AND comment.taken_down_at IS NOT NULL))`;

/** SQL condition that a row is shown, by who is behind it and by what it is about. */
export const rowShows = (row: string): string => `${actorShows(row)} AND ${sourceShows(row)}`;

/** Posts and animals that were deleted take with them what was told of them. */
const SUBJECT_STANDS = `CASE
    WHEN grouped.kind IN ('LIKE', 'COMMENT') THEN EXISTS (SELECT FROM read.posts WHERE id = grouped.subject_id)
    WHEN grouped.kind = 'ADOPTION_CONTACT' THEN EXISTS (SELECT FROM read.animals WHERE id = grouped.subject_id)
    ELSE true
  END`;

/** As an array, which is read once, so that much that is muted is passed over quickly. */
const notMuted = (kind: string, account: string): string =>
  `${kind} <> ALL (ARRAY(SELECT mute.kind FROM read.notification_mutes mute WHERE mute.account_id = ${account}))`;

/**
 * The newest entries, by what happened last in them. Those about campaigns are found by who has to do with the campaign;
 * they have no rows of their own, and `event_id` instead.
 */
export const entries = ({ account, before, after, limit }: Bounds): string => `
  SELECT * FROM (
    (SELECT grouped.kind, grouped.subject_id, grouped.day, grouped.last_position AS position,
       NULL::uuid AS event_id, NULL::timestamptz AS occurred_at, NULL::text AS reason
     FROM read.notification_groups grouped
     WHERE grouped.account_id = ${account} AND grouped.last_position < ${before} AND grouped.last_position > ${after}
       AND ${notMuted('grouped.kind', account)} AND ${SUBJECT_STANDS}
       AND EXISTS (
         SELECT FROM read.notifications told
         WHERE told.account_id = grouped.account_id AND told.kind = grouped.kind
           AND told.subject_id = grouped.subject_id AND told.day = grouped.day
           AND told.position > ${after} AND ${rowShows('told')})
     ORDER BY grouped.last_position DESC LIMIT ${limit})
    UNION ALL
    (SELECT news.kind, news.crowdfunding_id, NULL, news.position, news.event_id, news.occurred_at, news.reason
     FROM read.campaign_audience mine
     JOIN read.campaign_news news
       ON news.crowdfunding_id = mine.crowdfunding_id AND news.audience IN (mine.role, 'ALL')
     WHERE mine.account_id = ${account} AND news.position < ${before} AND news.position > ${after}
       AND news.actor_id <> ${account}::text AND ${notMuted('news.kind', account)}
     ORDER BY news.position DESC LIMIT ${limit})
  ) entry
  ORDER BY position DESC LIMIT ${limit}`;
