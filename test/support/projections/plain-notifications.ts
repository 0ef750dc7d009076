import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';

type Fields = Record<string, unknown>;

interface PlainNotification {
  readonly recipientId: string | undefined;
  readonly kind: string;
  readonly subjectId: string | null;
  readonly source: string;
  readonly actorId: string | null;
  readonly isWithdrawn: boolean;
}

function createNotification(event: KindraEvent & RecordedEvent): PlainNotification | null {
  switch (event.type) {
    case 'OrganizationApproved': {
      const { accountId } = event.data;
      return {
        recipientId: accountId,
        kind: 'ORGANIZATION_APPROVED',
        subjectId: accountId,
        source: event.id,
        actorId: null,
        isWithdrawn: false,
      };
    }
    case 'ProfileTakenDown':
    case 'ProfileRestored': {
      const { accountId } = event.data;
      const kind = event.type === 'ProfileTakenDown' ? 'PROFILE_TAKEN_DOWN' : 'PROFILE_RESTORED';
      return {
        recipientId: accountId,
        kind,
        subjectId: accountId,
        source: event.id,
        actorId: null,
        isWithdrawn: false,
      };
    }
    case 'PostTakenDown':
    case 'PostRestored': {
      const { authorId, postId } = event.data;
      const kind = event.type === 'PostTakenDown' ? 'POST_TAKEN_DOWN' : 'POST_RESTORED';
      return {
        recipientId: authorId,
        kind,
        subjectId: postId,
        source: event.id,
        actorId: null,
        isWithdrawn: false,
      };
    }
    case 'PostLiked':
    case 'PostUnliked': {
      const { accountId, authorId, postId } = event.data;
      const isWithdrawn = event.type === 'PostUnliked';
      return {
        recipientId: authorId,
        kind: 'LIKE',
        subjectId: postId,
        source: accountId,
        actorId: accountId,
        isWithdrawn,
      };
    }
    case 'PostPublished':
    case 'PostDeleted': {
      const { authorId, parentAuthorId, parentId, postId } = event.data;
      const isWithdrawn = event.type === 'PostDeleted';
      return {
        recipientId: parentAuthorId,
        kind: 'COMMENT',
        subjectId: parentId,
        source: postId,
        actorId: authorId,
        isWithdrawn,
      };
    }
    case 'ProfileFollowed':
    case 'ProfileUnfollowed': {
      const { followerId, followeeId } = event.data;
      const isWithdrawn = event.type === 'ProfileUnfollowed';
      return {
        recipientId: followeeId,
        kind: 'FOLLOW',
        subjectId: followeeId,
        source: followerId,
        actorId: followerId,
        isWithdrawn,
      };
    }
    default:
      return null;
  }
}

/** Computes the expected notifications, event by event. */
export function createPlainNotifications(
  events: readonly RecordedEvent[],
): Record<string, readonly Fields[]> {
  const notifications = new Map<string, Fields>();
  const groups = new Map<string, Fields>();
  const crowdfundingNews = new Map<string, Fields>();
  for (const recordedEvent of events) {
    const event = recordedEvent as KindraEvent & RecordedEvent;
    if (event.type === 'PostPublished' && event.data.crowdfundingId) {
      const { crowdfundingId } = event.data;
      crowdfundingNews.set(crowdfundingId, createUpdateNews(event, crowdfundingId, event.data.authorId));
    }
    const notification = createNotification(event);
    if (!notification?.recipientId || notification.recipientId === notification.actorId) continue;
    const { recipientId, kind, subjectId, source, actorId, isWithdrawn } = notification;
    const key = [recipientId, kind, subjectId, source].join(' ');
    notifications.delete(key);
    if (isWithdrawn) continue;
    const occurredAt = recordedEvent.metadata.occurredAt;
    const day = Math.floor(new Date(occurredAt).getTime() / (24 * 60 * 60 * 1000));
    const group = { account_id: recipientId, kind, subject_id: subjectId, day };
    const { id: event_id, position } = recordedEvent;
    notifications.set(key, {
      ...group,
      source_id: source,
      actor_id: actorId,
      amount: null,
      position,
      event_id,
      occurred_at: occurredAt,
      reason: null,
      days_left: null,
    });
    groups.set([recipientId, kind, subjectId, day].join(' '), { ...group, last_position: position });
  }
  return {
    notifications: [...notifications.values()],
    notification_groups: [...groups.values()],
    campaign_news: [...crowdfundingNews.values()],
  };
}

const createUpdateNews = (
  { id, position, metadata }: RecordedEvent,
  crowdfundingId: string,
  creatorId: string,
): Fields => ({
  crowdfunding_id: crowdfundingId,
  kind: 'CAMPAIGN_UPDATE',
  audience: 'ALL',
  followed_id: creatorId,
  actor_id: metadata.actor.id,
  position,
  event_id: id,
  occurred_at: metadata.occurredAt,
  reason: null,
});
