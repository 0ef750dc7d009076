import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Check, type Checkpoints, compareRows } from './check.ts';
import { createSets, tokenSql } from './recount.ts';

const TOLD = `
  SELECT account_id AS id, count(*) AS rows, sum(${tokenSql('source_id')})::text AS ids
  FROM read.notifications GROUP BY account_id`;
const NEWS = `SELECT crowdfunding_id || ' ' || kind AS id, audience, position FROM read.campaign_news`;
const READS = 'SELECT account_id AS id, read_until AS until FROM read.notification_reads';
const MUTES = `SELECT account_id || ' ' || kind AS id FROM read.notification_mutes`;

const CAMPAIGN_NEWS: Readonly<Record<string, readonly [kind: string, audience: string]>> = {
  CrowdfundingApproved: ['CAMPAIGN_APPROVED', 'CREATOR'],
  CrowdfundingRejected: ['CAMPAIGN_DECLINED', 'CREATOR'],
  CrowdfundingCancelled: ['CAMPAIGN_CANCELLED', 'DONOR'],
  CrowdfundingExpired: ['CAMPAIGN_CANCELLED', 'ALL'],
  CrowdfundingClosed: ['CAMPAIGN_CLOSED', 'DONOR'],
};

const TYPES: readonly KindraEvent['type'][] = [
  'PostLiked',
  'PostUnliked',
  'PostPublished',
  'PostDeleted',
  'CrowdfundingExpiryAnnounced',
  'PostTakenDown',
  'PostRestored',
  'AnimalTakenDown',
  'AnimalRestored',
  'ProfileFollowed',
  'ProfileUnfollowed',
  'CoinsDonated',
  'DonationRefunded',
  'MessageSent',
  'OrganizationApproved',
  'NotificationsRead',
  'NotificationKindMuted',
  'NotificationKindUnmuted',
];

/** Counts what each account is told of anew. */
function createNewsCounter() {
  const told = createSets();
  const news = new Map<string, { audience: string; position: Position }>();
  const reads = new Map<string, { until: Position }>();
  const mutes = new Map<string, Readonly<Record<string, never>>>();
  /** Likes from before the author was written into them: nobody was told, so nothing is taken back. */
  const untold = new Set<string>();
  const contacts = new Set<string>();

  function like({ type, data }: Extract<KindraEvent, { type: 'PostLiked' | 'PostUnliked' }>): void {
    const { postId, accountId, authorId } = data;
    const like = `${postId} ${accountId}`;
    if (type === 'PostLiked' && !authorId) untold.add(like);
    if (!authorId || authorId === accountId) return;
    if (type === 'PostLiked') told.add(authorId, accountId);
    else if (!untold.delete(like)) told.remove(authorId, accountId);
  }

  function comment({ type, data }: Extract<KindraEvent, { type: 'PostPublished' | 'PostDeleted' }>): void {
    const { postId, authorId, parentId, parentAuthorId } = data;
    if (!parentId || !parentAuthorId || parentAuthorId === authorId) return;
    if (type === 'PostPublished') told.add(parentAuthorId, postId);
    else told.remove(parentAuthorId, postId);
  }

  function contact({ animalId, receiverId, authorId }: Data<'MessageSent'>): void {
    const id = `${animalId} ${receiverId} ${authorId}`;
    if (!animalId || contacts.has(id)) return;
    contacts.add(id);
    told.add(receiverId, authorId);
  }

  function choose(event: KindraEvent): void {
    if (event.type === 'NotificationsRead') reads.set(event.data.accountId, { until: event.data.until });
    if (event.type === 'NotificationKindMuted') mutes.set(`${event.data.accountId} ${event.data.kind}`, {});
    if (event.type === 'NotificationKindUnmuted') mutes.delete(`${event.data.accountId} ${event.data.kind}`);
  }

  function count(event: RecordedEvent & KindraEvent): void {
    const { id, position } = event;
    switch (event.type) {
      case 'OrganizationApproved':
        told.add(event.data.accountId, id);
        return;
      case 'PostLiked':
      case 'PostUnliked':
        like(event);
        return;
      case 'PostPublished':
      case 'PostDeleted':
        comment(event);
        return;
      case 'CrowdfundingExpiryAnnounced':
        told.add(event.data.creatorId, id);
        return;
      case 'PostTakenDown':
      case 'PostRestored':
        told.add(event.data.authorId, id);
        return;
      case 'AnimalTakenDown':
      case 'AnimalRestored':
        told.add(event.data.ownerId, id);
        return;
      case 'ProfileFollowed':
        told.add(event.data.followeeId, event.data.followerId);
        return;
      case 'ProfileUnfollowed':
        told.remove(event.data.followeeId, event.data.followerId);
        return;
      case 'CoinsDonated':
        if (event.data.creatorId) told.add(event.data.creatorId, event.data.donationId);
        return;
      case 'DonationRefunded':
        told.add(event.data.accountId, event.data.donationId);
        return;
      case 'MessageSent':
        contact(event.data);
        return;
      default:
        choose(event);
    }
    const [kind, usual] = CAMPAIGN_NEWS[event.type] ?? [];
    const isCancelledByStaff =
      event.type === 'CrowdfundingCancelled' && event.metadata.actor.kind === 'staff';
    const audience = isCancelledByStaff ? 'ALL' : usual;
    const { crowdfundingId } = event.data as { readonly crowdfundingId?: string };
    if (kind && audience) news.set(`${crowdfundingId} ${kind}`, { audience, position });
  }

  return { count, told, news, reads, mutes };
}

type Data<Type extends KindraEvent['type']> = Extract<KindraEvent, { type: Type }>['data'];

/**
 * Counts what each account is told of, up to where it has read and what it does not want to be told. Who has to do
 * with a campaign, and what was told on one day, is not counted: it would need as much memory as the log has donations.
 */
export function notificationsCheck(checkpoints: Checkpoints): Check {
  const until = checkpoints('notifications');
  const { count, told, news, reads, mutes } = createNewsCounter();
  return {
    until,
    types: [...TYPES, ...Object.keys(CAMPAIGN_NEWS)],
    take: (event) => {
      if (event.position <= until) count(event as RecordedEvent & KindraEvent);
    },
    compare: async (client) => [
      ...(await compareRows(client, 'notifications', TOLD, told.rows())),
      ...(await compareRows(client, 'campaign-news', NEWS, news)),
      ...(await compareRows(client, 'notifications-read', READS, reads)),
      ...(await compareRows(client, 'notifications-muted', MUTES, mutes)),
    ],
    checked: () => ({ notifications: told.size() }),
  };
}
