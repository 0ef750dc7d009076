import {
  type AudienceMember,
  type CrowdfundingNews,
  getGroupDay,
  listNotifications,
  type Notification,
  type NotificationKey,
} from '../../../domain/effects/definition.ts';
import { effectsByType, NOTIFYING_EVENT_TYPES } from '../../../domain/effects/table.ts';
import type { DomainEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { NotificationEvent } from '../../../domain/notifications/events.ts';
import {
  defineProjection,
  type EventProjector,
  insert,
  type RowChange,
  remove,
} from '../../engine/definition.ts';

const NOTIFICATIONS = 'notifications';
const GROUPS = 'notification_groups';
const NEWS = 'campaign_news';
const AUDIENCE = 'campaign_audience';
const READS = 'notification_reads';
const MUTES = 'notification_mutes';

const toKey = ({ kind, recipientId, subjectId, sourceId }: NotificationKey) => ({
  account_id: recipientId,
  kind,
  subject_id: subjectId,
  source_id: sourceId,
});

/** A group contains the notifications of one kind about one subject on one day. */
function insertNotification(event: RecordedEvent, notification: Notification): readonly RowChange[] {
  const { id, position, metadata } = event;
  const { kind, recipientId, subjectId, sourceId, actorId, amount = null, daysLeft = null } = notification;
  const day = getGroupDay(event);
  return [
    // Lists all columns. Spreading the key would create objects that cause a third of a rebuild's garbage collection.
    insert(NOTIFICATIONS, {
      account_id: recipientId,
      kind,
      subject_id: subjectId,
      source_id: sourceId,
      actor_id: actorId,
      amount,
      day,
      position,
      event_id: id,
      occurred_at: metadata.occurredAt,
      reason: metadata.reason ?? null,
      days_left: daysLeft,
    }),
    insert(GROUPS, { account_id: recipientId, kind, subject_id: subjectId, day, last_position: position }),
  ];
}

/** Inserts crowdfunding news as a single row, regardless of the size of the audience. */
const insertNews = (
  { id, position, metadata }: RecordedEvent,
  { crowdfundingId, kind, audience, followedId }: CrowdfundingNews,
): RowChange =>
  insert(NEWS, {
    crowdfunding_id: crowdfundingId,
    kind,
    audience,
    followed_id: followedId ?? null,
    actor_id: metadata.actor.id,
    position,
    event_id: id,
    occurred_at: metadata.occurredAt,
    reason: metadata.reason ?? null,
  });

const insertAudienceMember = ({ accountId, crowdfundingId, role }: AudienceMember): RowChange =>
  insert(AUDIENCE, { account_id: accountId, crowdfunding_id: crowdfundingId, role });

/** Withdrawing a notification keeps its group, because empty groups are not shown. */
function projectEffects(event: RecordedEvent): readonly RowChange[] {
  const effects = effectsByType[event.type];
  const changes: RowChange[] = [];
  if (effects?.addToAudience) changes.push(insertAudienceMember(effects.addToAudience(event)));
  for (const notification of listNotifications(effects, event))
    changes.push(...insertNotification(event, notification));
  const withdrawnKey = effects?.withdraw?.(event);
  if (withdrawnKey) changes.push(remove(NOTIFICATIONS, toKey(withdrawnKey)));
  const news = effects?.announce?.(event);
  if (news) changes.push(insertNews(event, news));
  return changes;
}

const effectHandlers: Readonly<Record<string, EventProjector<DomainEvent>>> = Object.fromEntries(
  NOTIFYING_EVENT_TYPES.map((type) => [type, projectEffects]),
);

/** Notifications for each account, as defined in `domain/effects/table.ts`. */
export const notificationsProjection = defineProjection<NotificationEvent>({
  name: 'notifications',
  version: 3,
  tables: [
    {
      name: NOTIFICATIONS,
      key: ['account_id', 'kind', 'subject_id', 'source_id'],
      columns: {
        account_id: 'uuid',
        kind: 'text',
        subject_id: 'uuid',
        source_id: 'uuid',
        actor_id: 'uuid',
        amount: 'bigint',
        day: 'integer',
        position: 'bigint',
        event_id: 'uuid',
        occurred_at: 'timestamptz',
        reason: 'text',
        days_left: 'integer',
      },
    },
    {
      name: GROUPS,
      key: ['account_id', 'kind', 'subject_id', 'day'],
      columns: {
        account_id: 'uuid',
        kind: 'text',
        subject_id: 'uuid',
        day: 'integer',
        last_position: 'bigint',
      },
    },
    {
      name: NEWS,
      key: ['crowdfunding_id', 'kind'],
      columns: {
        crowdfunding_id: 'uuid',
        kind: 'text',
        audience: 'text',
        followed_id: 'uuid',
        actor_id: 'text',
        position: 'bigint',
        event_id: 'uuid',
        occurred_at: 'timestamptz',
        reason: 'text',
      },
    },
    {
      name: AUDIENCE,
      key: ['account_id', 'crowdfunding_id'],
      columns: { account_id: 'uuid', crowdfunding_id: 'uuid', role: 'text' },
    },
    { name: READS, key: ['account_id'], columns: { account_id: 'uuid', read_until: 'bigint' } },
    { name: MUTES, key: ['account_id', 'kind'], columns: { account_id: 'uuid', kind: 'text' } },
  ],
  on: {
    ...effectHandlers,
    NotificationsRead: ({ data }) => [insert(READS, { account_id: data.accountId, read_until: data.until })],
    NotificationKindMuted: ({ data }) => [insert(MUTES, { account_id: data.accountId, kind: data.kind })],
    NotificationKindUnmuted: ({ data }) => [remove(MUTES, { account_id: data.accountId, kind: data.kind })],
  },
});
