import type { KindraEvent } from '../../../domain/catalogue.ts';
import {
  type AudienceMember,
  type CrowdfundingNews,
  getGroupDay,
  listNotifications,
  type Notification,
} from '../../../domain/effects/definition.ts';
import { effectsByType, NOTIFYING_EVENT_TYPES } from '../../../domain/effects/table.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { createIdIndex } from '../../../domain/kernel/id-index.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import type { NotificationEvent } from '../../../domain/notifications/events.ts';
import type { LikeEvent } from '../../../domain/posts/events.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';
import { createIdSets, toToken, toTokenSql } from './recount.ts';

const NOTIFICATIONS = `
  SELECT account_id AS id, count(*) AS rows, sum(${toTokenSql('source_id')})::text AS ids
  FROM read.notifications GROUP BY account_id`;
const GROUPS = `
  SELECT account_id AS id, count(*) AS rows, sum(${toTokenSql('subject_id')})::text AS ids,
    sum(last_position)::text AS positions
  FROM read.notification_groups GROUP BY account_id`;
const AUDIENCE = `
  SELECT crowdfunding_id || ' ' || role AS id, count(*) AS rows, sum(${toTokenSql('account_id')})::text AS ids
  FROM read.campaign_audience GROUP BY crowdfunding_id, role`;
const NEWS = `
  SELECT crowdfunding_id || ' ' || kind AS id, audience, position, followed_id AS "followedId"
  FROM read.campaign_news`;
const READS = 'SELECT account_id AS id, read_until AS until FROM read.notification_reads';
const MUTES = `SELECT account_id || ' ' || kind AS id FROM read.notification_mutes`;

type SettingsEvent = RecordedEvent<NotificationEvent>;

const SETTINGS_EVENT_TYPES = [
  'NotificationsRead',
  'NotificationKindMuted',
  'NotificationKindUnmuted',
] as const satisfies readonly NotificationEvent['type'][];

/**
 * Creates a counter for notifications, notification groups, audiences and news. It counts the notification effects of
 * events.
 */
function createRecount() {
  const rows = createIdSets();
  const groups = createGroupCounter();
  const audience = createAudienceCounter();
  const news = new Map<string, { audience: string; position: Position; followedId: AccountId | null }>();
  const isRepeated = createRepetitionDetector();
  const isUnknownLike = createUnknownLikeDetector();

  function addNews(
    { crowdfundingId, kind, audience, followedId }: CrowdfundingNews,
    position: Position,
  ): void {
    news.set(`${crowdfundingId} ${kind}`, { audience, position, followedId: followedId ?? null });
  }

  function add(notification: Notification, event: RecordedEvent): void {
    groups.add(notification, event);
    if (!isRepeated(notification)) rows.add(notification.recipientId, notification.sourceId);
  }

  function countEvent(event: RecordedEvent): void {
    const effects = effectsByType[event.type];
    if (effects?.addToAudience) audience.add(effects.addToAudience(event));
    const announcement = effects?.announce?.(event);
    if (announcement) addNews(announcement, event.position);
    const isUnknown = isUnknownLike(event as RecordedEvent & KindraEvent);
    for (const notification of listNotifications(effects, event)) add(notification, event);
    const withdrawn = effects?.withdraw?.(event);
    if (withdrawn && !isUnknown) rows.remove(withdrawn.recipientId, withdrawn.sourceId);
  }

  return { take: countEvent, rows, groups, audience, news };
}

/** Creates a counter for notification groups per recipient. Its memory use grows with the number of groups. */
function createGroupCounter() {
  const recipients = new Map<AccountId, Map<string, { readonly subjectId: Uuid; position: Position }>>();

  return {
    add({ recipientId, kind, subjectId }: Notification, event: RecordedEvent): void {
      const groups = recipients.get(recipientId) ?? new Map();
      if (groups.size === 0) recipients.set(recipientId, groups);
      const key = `${kind} ${subjectId} ${getGroupDay(event)}`;
      const group = groups.get(key);
      if (group) group.position = event.position;
      else groups.set(key, { subjectId, position: event.position });
    },
    *rows() {
      for (const [recipientId, groups] of recipients) {
        let [ids, positions] = [0n, 0n];
        for (const { subjectId, position } of groups.values()) {
          ids += toToken(subjectId);
          positions += BigInt(position);
        }
        const sums = { ids: String(ids), positions: String(positions) };
        yield [recipientId, { rows: groups.size, ...sums }] as const;
      }
    },
  };
}

/**
 * Creates a counter for the audience of each campaign. Each account counts in its latest role. Memory use grows with
 * the audiences.
 */
function createAudienceCounter() {
  /** Accounts are stored as numbers, because ids would take three times as much memory. */
  const roles = new Map<CrowdfundingId, Map<number, AudienceMember['role']>>();
  const accounts = createIdIndex();
  const accountIds: AccountId[] = [];

  return {
    add({ crowdfundingId, accountId, role }: AudienceMember): void {
      const n = accounts.add(accountId);
      if (n === accountIds.length) accountIds.push(accountId);
      const members = roles.get(crowdfundingId) ?? new Map();
      if (members.size === 0) roles.set(crowdfundingId, members);
      members.set(n, role);
    },
    *rows() {
      for (const [crowdfundingId, members] of roles) {
        const byRole = createIdSets();
        for (const [n, role] of members) byRole.add(`${crowdfundingId} ${role}`, accountIds[n] as AccountId);
        yield* byRole.rows();
      }
    },
  };
}

/**
 * Creates a function that detects when a person contacts an owner about the same animal again. Other kinds of
 * notifications are not repeated.
 */
function createRepetitionDetector(): (notification: Notification) => boolean {
  const contacts = new Set<string>();
  return ({ kind, recipientId, subjectId, sourceId }) => {
    if (kind !== 'ADOPTION_CONTACT') return false;
    const size = contacts.size;
    return contacts.add(`${subjectId} ${recipientId} ${sourceId}`).size === size;
  };
}

/**
 * Creates a function that detects the removal of old likes, whose events did not contain the author and notified
 * nobody.
 */
function createUnknownLikeDetector(): (event: KindraEvent) => boolean {
  const likes = new Set<string>();
  const toKey = ({ postId, accountId }: LikeEvent['data']): string => `${postId} ${accountId}`;
  return ({ type, data }) => {
    if (type === 'PostLiked' && !data.authorId) likes.add(toKey(data));
    return type === 'PostUnliked' && likes.delete(toKey(data));
  };
}

/** Creates a counter for accounts' read positions and muted kinds. */
function createSettingsCounter() {
  const readPositions = new Map<string, { until: Position }>();
  const mutes = new Map<string, Readonly<Record<string, never>>>();

  function countEvent({ type, data }: SettingsEvent): void {
    if (type === 'NotificationsRead') readPositions.set(data.accountId, { until: data.until });
    if (type === 'NotificationKindMuted') mutes.set(`${data.accountId} ${data.kind}`, {});
    if (type === 'NotificationKindUnmuted') mutes.delete(`${data.accountId} ${data.kind}`);
  }

  return { take: countEvent, reads: readPositions, mutes };
}

/**
 * Creates a check that recomputes notifications and their groups, crowdfunding news and audiences, read positions and
 * muted kinds.
 */
export function createNotificationsCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('notifications');
  const recount = createRecount();
  const settingsCounter = createSettingsCounter();
  return {
    until,
    types: [...NOTIFYING_EVENT_TYPES, ...SETTINGS_EVENT_TYPES],
    selects: [NOTIFICATIONS, GROUPS, AUDIENCE, NEWS, READS, MUTES],
    processEvent: (event) => {
      if (event.position > until) return;
      recount.take(event);
      settingsCounter.take(event as SettingsEvent);
    },
    compare: async (readRows) => [
      ...(await compareRows(readRows, 'notifications', 'notifications', NOTIFICATIONS, recount.rows.rows())),
      ...(await compareRows(readRows, 'notifications', 'notification-groups', GROUPS, recount.groups.rows())),
      ...(await compareRows(
        readRows,
        'notifications',
        'campaign-audience',
        AUDIENCE,
        recount.audience.rows(),
      )),
      ...(await compareRows(readRows, 'notifications', 'campaign-news', NEWS, recount.news)),
      ...(await compareRows(readRows, 'notifications', 'notifications-read', READS, settingsCounter.reads)),
      ...(await compareRows(readRows, 'notifications', 'notifications-muted', MUTES, settingsCounter.mutes)),
    ],
    countChecked: () => ({ notifications: recount.rows.size() }),
  };
}
