import type { OrganizationApproved } from '../../../domain/accounts/events.ts';
import type { AnimalRestored, AnimalTakenDown } from '../../../domain/adoption/events.ts';
import type { MessageSent } from '../../../domain/conversations/events.ts';
import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import type { NotificationEvent } from '../../../domain/notifications/events.ts';
import type { NotificationKind } from '../../../domain/notifications/rules.ts';
import type { LikeEvent, PostEvent, PostRestored, PostTakenDown } from '../../../domain/posts/events.ts';
import type { ProfileFollowed, ProfileUnfollowed } from '../../../domain/social-graph/events.ts';
import type { CoinsDonated, DonationRefunded } from '../../../domain/wallet/events.ts';
import { insert, projection, type RowChange, remove } from '../../engine/definition.ts';

const NOTIFICATIONS = 'notifications';
const GROUPS = 'notification_groups';
const NEWS = 'campaign_news';
const AUDIENCE = 'campaign_audience';
const READS = 'notification_reads';
const MUTES = 'notification_mutes';

const DAY_MS = 86_400_000;

/** What an account is told of: one row for each source, so that whoever likes again and again is told of once. */
interface Told {
  readonly kind: NotificationKind;
  readonly accountId: AccountId;
  readonly subjectId: Uuid;
  readonly sourceId: Uuid;
}

const keyOf = ({ kind, accountId, subjectId, sourceId }: Told) => ({
  account_id: accountId,
  kind,
  subject_id: subjectId,
  source_id: sourceId,
});

interface Numbers {
  readonly amount?: number | null;
  /** Days until the automatic refund of a campaign. */
  readonly daysLeft?: number | null;
}

/** Tells an account what another one did, or what was done for it; what happens to one subject on one day goes together. */
function tell(
  { id, position, metadata }: Pick<RecordedEvent, 'id' | 'position' | 'metadata'>,
  told: Told,
  actorId: AccountId | null,
  { amount = null, daysLeft = null }: Numbers = {},
): readonly RowChange[] {
  const { kind, accountId, subjectId } = told;
  const day = Math.floor(Date.parse(metadata.occurredAt) / DAY_MS);
  const group = { account_id: accountId, kind, subject_id: subjectId, day };
  return [
    insert(NOTIFICATIONS, {
      ...keyOf(told),
      actor_id: actorId,
      amount,
      day,
      position,
      event_id: id,
      occurred_at: metadata.occurredAt,
      reason: metadata.reason ?? null,
      days_left: daysLeft,
    }),
    insert(GROUPS, { ...group, last_position: position }),
  ];
}

/** The row goes; its group stays, and does not show while it is empty. */
const takeBack = (told: Told): readonly RowChange[] => [remove(NOTIFICATIONS, keyOf(told))];

const likeOf = ({ postId, accountId, authorId }: LikeEvent['data']): Told | null =>
  authorId && authorId !== accountId
    ? { kind: 'LIKE', accountId: authorId, subjectId: postId, sourceId: accountId }
    : null;

const commentOf = ({ postId, authorId, parentId, parentAuthorId }: PostEvent['data']): Told | null =>
  parentId && parentAuthorId && parentAuthorId !== authorId
    ? { kind: 'COMMENT', accountId: parentAuthorId, subjectId: parentId, sourceId: postId }
    : null;

/** Staff are not named; the reason says why. Each decision is one of its own, however often they follow each other. */
const toldAuthor =
  (kind: NotificationKind) =>
  (event: RecordedEvent<PostTakenDown | PostRestored>): readonly RowChange[] => {
    const { postId, authorId } = event.data;
    return tell(event, { kind, accountId: authorId, subjectId: postId, sourceId: event.id }, null);
  };
const toldOwner =
  (kind: NotificationKind) =>
  (event: RecordedEvent<AnimalTakenDown | AnimalRestored>): readonly RowChange[] => {
    const { adoptionId, ownerId } = event.data;
    return tell(event, { kind, accountId: ownerId, subjectId: adoptionId, sourceId: event.id }, null);
  };

const followOf = ({ followerId, followeeId }: ProfileFollowed['data']): Told => ({
  kind: 'FOLLOW',
  accountId: followeeId,
  subjectId: followeeId,
  sourceId: followerId,
});

/** Everybody who has to do with a campaign is told of it by one row, however many they are. */
const news =
  (kind: NotificationKind, audience: 'CREATOR' | 'DONOR' | 'ALL') =>
  ({ id, data, position, metadata }: RecordedEvent<CrowdfundingEvent>): readonly RowChange[] => [
    insert(NEWS, {
      crowdfunding_id: data.crowdfundingId,
      kind,
      audience,
      actor_id: metadata.actor.id,
      position,
      event_id: id,
      occurred_at: metadata.occurredAt,
      reason: metadata.reason ?? null,
    }),
  ];

const joins = (accountId: AccountId, id: CrowdfundingId, role: 'CREATOR' | 'DONOR'): RowChange =>
  insert(AUDIENCE, { account_id: accountId, crowdfunding_id: id, role });

type Projected =
  | OrganizationApproved
  | LikeEvent
  | PostEvent
  | AnimalTakenDown
  | AnimalRestored
  | ProfileFollowed
  | ProfileUnfollowed
  | CoinsDonated
  | DonationRefunded
  | CrowdfundingEvent
  | MessageSent
  | NotificationEvent;

/**
 * What each account is told of. Nobody is told of what they did themselves. Events from before their recipient was
 * written into them tell nobody.
 */
export const notificationsProjection = projection<Projected>({
  name: 'notifications',
  version: 2,
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
    PostLiked: (event) => {
      const told = likeOf(event.data);
      return told ? tell(event, told, event.data.accountId) : [];
    },
    PostUnliked: ({ data }) => {
      const told = likeOf(data);
      return told ? takeBack(told) : [];
    },
    PostPublished: (event) => {
      const told = commentOf(event.data);
      return told ? tell(event, told, event.data.authorId) : [];
    },
    PostDeleted: ({ data }) => {
      const told = commentOf(data);
      return told ? takeBack(told) : [];
    },
    PostTakenDown: toldAuthor('POST_TAKEN_DOWN'),
    PostRestored: toldAuthor('POST_RESTORED'),
    AnimalTakenDown: toldOwner('ANIMAL_TAKEN_DOWN'),
    AnimalRestored: toldOwner('ANIMAL_RESTORED'),
    ProfileFollowed: (event) => tell(event, followOf(event.data), event.data.followerId),
    ProfileUnfollowed: ({ data }) => takeBack(followOf(data)),
    CoinsDonated: (event) => {
      const { accountId, donationId, crowdfundingId, creatorId, amount } = event.data;
      const donor = joins(accountId, crowdfundingId, 'DONOR');
      if (!creatorId) return [donor];
      const told = { accountId: creatorId, subjectId: crowdfundingId, sourceId: donationId };
      return [donor, ...tell(event, { kind: 'DONATION', ...told }, accountId, { amount })];
    },
    DonationRefunded: (event) => {
      const { accountId, donationId, crowdfundingId, amount } = event.data;
      const told = { accountId, subjectId: crowdfundingId, sourceId: donationId };
      return tell(event, { kind: 'REFUND', ...told }, null, { amount });
    },
    OrganizationApproved: (event) => {
      const { accountId } = event.data;
      const approval = { accountId, subjectId: accountId, sourceId: event.id };
      return tell(event, { kind: 'ORGANIZATION_APPROVED', ...approval }, null);
    },
    CrowdfundingCreated: ({ data }) => [joins(data.creatorId, data.crowdfundingId, 'CREATOR')],
    CrowdfundingApproved: news('CAMPAIGN_APPROVED', 'CREATOR'),
    CrowdfundingRejected: news('CAMPAIGN_DECLINED', 'CREATOR'),
    CrowdfundingCancelled: (event) =>
      news('CAMPAIGN_CANCELLED', event.metadata.actor.kind === 'staff' ? 'ALL' : 'DONOR')(event),
    CrowdfundingExpiryAnnounced: (event) => {
      const { creatorId, crowdfundingId, daysLeft } = event.data;
      const notice = { accountId: creatorId, subjectId: crowdfundingId, sourceId: event.id };
      return tell(event, { kind: 'CAMPAIGN_TIME_OVER', ...notice }, null, { daysLeft });
    },
    CrowdfundingExpired: news('CAMPAIGN_CANCELLED', 'ALL'),
    CrowdfundingClosed: news('CAMPAIGN_CLOSED', 'DONOR'),
    MessageSent: (event) => {
      const { authorId, receiverId, animalId } = event.data;
      if (!animalId) return [];
      const told = { accountId: receiverId, subjectId: animalId, sourceId: authorId };
      return tell(event, { kind: 'ADOPTION_CONTACT', ...told }, authorId);
    },
    NotificationsRead: ({ data }) => [insert(READS, { account_id: data.accountId, read_until: data.until })],
    NotificationKindMuted: ({ data }) => [insert(MUTES, { account_id: data.accountId, kind: data.kind })],
    NotificationKindUnmuted: ({ data }) => [remove(MUTES, { account_id: data.accountId, kind: data.kind })],
  },
});
