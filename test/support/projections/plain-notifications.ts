import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';

type Fields = Record<string, unknown>;

interface Notice {
  readonly to: string | undefined;
  readonly kind: string;
  readonly about: string | null;
  readonly source: string;
  readonly by: string | null;
  /** Whether it was withdrawn. */
  readonly over: boolean;
}

function createNotice(event: KindraEvent & RecordedEvent): Notice | null {
  switch (event.type) {
    case 'OrganizationApproved': {
      const { accountId } = event.data;
      const about = { to: accountId, about: accountId, source: event.id };
      return { ...about, kind: 'ORGANIZATION_APPROVED', by: null, over: false };
    }
    case 'ProfileTakenDown':
    case 'ProfileRestored': {
      const { accountId } = event.data;
      const kind = event.type === 'ProfileTakenDown' ? 'PROFILE_TAKEN_DOWN' : 'PROFILE_RESTORED';
      return { to: accountId, kind, about: accountId, source: event.id, by: null, over: false };
    }
    case 'PostTakenDown':
    case 'PostRestored': {
      const { authorId, postId } = event.data;
      const kind = event.type === 'PostTakenDown' ? 'POST_TAKEN_DOWN' : 'POST_RESTORED';
      return { to: authorId, kind, about: postId, source: event.id, by: null, over: false };
    }
    case 'PostLiked':
    case 'PostUnliked': {
      const { accountId, authorId, postId } = event.data;
      const isOver = event.type === 'PostUnliked';
      return { to: authorId, kind: 'LIKE', about: postId, source: accountId, by: accountId, over: isOver };
    }
    case 'PostPublished':
    case 'PostDeleted': {
      const { authorId, parentAuthorId, parentId, postId } = event.data;
      const isOver = event.type === 'PostDeleted';
      return {
        to: parentAuthorId,
        kind: 'COMMENT',
        about: parentId,
        source: postId,
        by: authorId,
        over: isOver,
      };
    }
    case 'ProfileFollowed':
    case 'ProfileUnfollowed': {
      const { followerId, followeeId } = event.data;
      const isOver = event.type === 'ProfileUnfollowed';
      return {
        to: followeeId,
        kind: 'FOLLOW',
        about: followeeId,
        source: followerId,
        by: followerId,
        over: isOver,
      };
    }
    default:
      return null;
  }
}

/** Computes the notifications, event by event. */
export function createPlainNotifications(
  events: readonly RecordedEvent[],
): Record<string, readonly Fields[]> {
  const notifications = new Map<string, Fields>();
  const groups = new Map<string, Fields>();
  const news = new Map<string, Fields>();
  for (const recorded of events) {
    const event = recorded as KindraEvent & RecordedEvent;
    if (event.type === 'PostPublished' && event.data.crowdfundingId) {
      const { crowdfundingId } = event.data;
      news.set(crowdfundingId, createUpdateNews(event, crowdfundingId, event.data.authorId));
    }
    const notice = createNotice(event);
    if (!notice?.to || notice.to === notice.by) continue;
    const { to, kind, about, source, by, over } = notice;
    const key = [to, kind, about, source].join(' ');
    notifications.delete(key);
    if (over) continue;
    const at = recorded.metadata.occurredAt;
    const day = Math.floor(new Date(at).getTime() / (24 * 60 * 60 * 1000));
    const group = { account_id: to, kind, subject_id: about, day };
    const { id: event_id, position } = recorded;
    notifications.set(key, {
      ...group,
      source_id: source,
      actor_id: by,
      amount: null,
      position,
      event_id,
      occurred_at: at,
      reason: null,
      days_left: null,
    });
    groups.set([to, kind, about, day].join(' '), { ...group, last_position: position });
  }
  return {
    notifications: [...notifications.values()],
    notification_groups: [...groups.values()],
    campaign_news: [...news.values()],
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
