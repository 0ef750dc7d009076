import { isActive } from '../../../common/account-state-sql.ts';
import { toSqlList } from '../../../common/sql-list.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationTraits,
  notificationKinds,
} from '../../../domain/effects/kinds.ts';
import { MAX_INTEGER } from '../../paging.ts';

/** Range of an account's notification entries, as SQL expressions. Positions are exclusive. */
interface EntryBounds {
  readonly account: string;
  readonly before: string;
  readonly after: string;
  readonly limit: string;
}

/**
 * Returns an SQL condition: if there is an actor, the actor is active and does not block the account, and the account
 * neither blocks nor mutes the actor.
 */
const isActorVisible = (actor: string, account: string): string => `(${actor} IS NULL OR (
  EXISTS (SELECT FROM read.profiles actor WHERE actor.id = ${actor} AND ${isActive('actor')})
  AND NOT EXISTS (SELECT FROM read.blocks WHERE blocker_id = ${account} AND blocked_id = ${actor})
  AND NOT EXISTS (SELECT FROM read.blocks WHERE blocker_id = ${actor} AND blocked_id = ${account})
  AND NOT EXISTS (SELECT FROM read.mutes WHERE muter_id = ${account} AND muted_id = ${actor})))`;

const listKindsWhere = (predicate: (traits: NotificationTraits) => boolean): string =>
  toSqlList(NOTIFICATION_KINDS.filter((kind) => predicate(notificationKinds[kind])));

const QUOTING_KINDS = listKindsWhere(({ quotesSource }) => quotesSource === true);

/** Returns an SQL condition: staff have not taken down the comment that a row quotes. */
const isSourceVisible = (row: string): string => `(${row}.kind NOT IN (${QUOTING_KINDS}) OR NOT EXISTS (
  SELECT FROM read.posts comment WHERE comment.id = ${row}.source_id AND comment.taken_down_at IS NOT NULL))`;

/** Returns an SQL condition: the actor and the source of a row are visible. */
export const isRowVisible = (row: string): string =>
  `${isActorVisible(`${row}.actor_id`, `${row}.account_id`)} AND ${isSourceVisible(row)}`;

const listKindsRemovedWith = (subject: NotificationTraits['subject']): string =>
  listKindsWhere((traits) => traits.isRemovedWithSubject === true && traits.subject === subject);

/**
 * SQL condition for kinds that disappear with their subject: the subject still exists. Animals that staff have taken
 * down count as existing only for their owners.
 */
const SUBJECT_EXISTS = `CASE
    WHEN grouped.kind IN (${listKindsRemovedWith('post')}) THEN EXISTS (SELECT FROM read.posts WHERE id = grouped.subject_id)
    WHEN grouped.kind IN (${listKindsRemovedWith('animal')}) THEN EXISTS (
      SELECT FROM read.animals animal WHERE animal.id = grouped.subject_id
        AND (animal.taken_down_at IS NULL OR animal.owner_id = grouped.account_id))
    ELSE true
  END`;

/** Muted kinds are loaded once into an array, so that many muted entries can be skipped quickly. */
const isNotMuted = (kind: string, account: string): string =>
  `${kind} <> ALL (ARRAY(SELECT mute.kind FROM read.notification_mutes mute WHERE mute.account_id = ${account}))`;

/** Position of an account's oldest follow, or `MAX_INTEGER` if the account follows nobody. */
const selectFirstFollow = (account: string): string =>
  `SELECT coalesce(min(follow.since), ${MAX_INTEGER}) FROM read.follows follow WHERE follow.follower_id = ${account}`;

/**
 * Returns SQL for an account's newest entries, sorted by their last event. An entry with crowdfunding news has an
 * `event_id` instead of rows. The account gets news if it is in the audience or already followed the creator at the
 * time of the news. The cost for followers depends on the number of campaigns with news since the last read, not
 * on the number of follows. News for followers is hidden if the creator is not visible to the account.
 */
export const selectEntries = ({ account, before, after, limit }: EntryBounds): string => `
  SELECT * FROM (
    (SELECT grouped.kind, grouped.subject_id, grouped.day, grouped.last_position AS position,
       NULL::uuid AS event_id, NULL::timestamptz AS occurred_at, NULL::text AS reason
     FROM read.notification_groups grouped
     WHERE grouped.account_id = ${account} AND grouped.last_position < ${before} AND grouped.last_position > ${after}
       AND ${isNotMuted('grouped.kind', account)} AND ${SUBJECT_EXISTS}
       AND EXISTS (
         SELECT FROM read.notifications notification
         WHERE notification.account_id = grouped.account_id AND notification.kind = grouped.kind
           AND notification.subject_id = grouped.subject_id AND notification.day = grouped.day
           AND notification.position > ${after} AND ${isRowVisible('notification')})
     ORDER BY grouped.last_position DESC LIMIT ${limit})
    UNION ALL
    (SELECT news.kind, news.crowdfunding_id, NULL, news.position, news.event_id, news.occurred_at, news.reason
     FROM read.campaign_audience mine
     JOIN read.campaign_news news
       ON news.crowdfunding_id = mine.crowdfunding_id AND news.audience IN (mine.role, 'ALL')
     WHERE mine.account_id = ${account} AND news.position < ${before} AND news.position > ${after}
       AND news.actor_id <> ${account}::text AND ${isNotMuted('news.kind', account)}
       AND ${isActorVisible('news.followed_id', account)}
     ORDER BY news.position DESC LIMIT ${limit})
    UNION ALL
    (SELECT news.kind, news.crowdfunding_id, NULL, news.position, news.event_id, news.occurred_at, news.reason
     FROM read.campaign_news news
     WHERE news.followed_id IS NOT NULL AND news.position < ${before}
       AND news.position > greatest(${after}, (${selectFirstFollow(account)}))
       AND (
         SELECT news.position > follow.since FROM read.follows follow
         WHERE follow.follower_id = ${account} AND follow.followee_id = news.followed_id)
       AND ${isNotMuted('news.kind', account)}
       AND ${isActorVisible('news.followed_id', account)}
       AND NOT EXISTS (
         SELECT FROM read.campaign_audience mine
         WHERE mine.account_id = ${account} AND mine.crowdfunding_id = news.crowdfunding_id)
     ORDER BY news.position DESC LIMIT ${limit})
  ) entry
  ORDER BY position DESC LIMIT ${limit}`;
