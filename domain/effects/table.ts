import type { AccountEvent } from '../accounts/events.ts';
import type { AdoptionEvent } from '../adoption/events.ts';
import type { KindraEvent } from '../catalogue.ts';
import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import type { CrowdfundingId } from '../kernel/ids.ts';
import type { NotificationEvent } from '../notifications/events.ts';
import type { LikeEvent, PostEvent } from '../posts/events.ts';
import type { FollowEvent } from '../social-graph/events.ts';
import type { AudienceRole, EffectTable, EventEffects, PageChanges, PostUpdate } from './definition.ts';

/** Display properties of a kind of notification. */
export interface KindTraits {
  /** Type of the subject. Notifications about the recipient's own account show no subject. */
  readonly subject: 'post' | 'animal' | 'crowdfunding' | 'account';
  /** Whether notifications are removed when the subject is deleted. */
  readonly endsWithSubject?: boolean;
  /** Whether the source is a post, which is shown instead of the subject and hides them while taken down. */
  readonly quotesSource?: boolean;
}

const KINDS = {
  LIKE: { subject: 'post', endsWithSubject: true },
  COMMENT: { subject: 'post', endsWithSubject: true, quotesSource: true },
  FOLLOW: { subject: 'account' },
  DONATION: { subject: 'crowdfunding' },
  ORGANIZATION_APPROVED: { subject: 'account' },
  CAMPAIGN_APPROVED: { subject: 'crowdfunding' },
  CAMPAIGN_DECLINED: { subject: 'crowdfunding' },
  CAMPAIGN_CANCELLED: { subject: 'crowdfunding' },
  CAMPAIGN_CLOSED: { subject: 'crowdfunding' },
  CAMPAIGN_TIME_OVER: { subject: 'crowdfunding' },
  REFUND: { subject: 'crowdfunding' },
  ADOPTION_CONTACT: { subject: 'animal', endsWithSubject: true },
  POST_TAKEN_DOWN: { subject: 'post' },
  POST_RESTORED: { subject: 'post' },
  ANIMAL_TAKEN_DOWN: { subject: 'animal' },
  ANIMAL_RESTORED: { subject: 'animal' },
} as const satisfies Record<string, KindTraits>;

export type NotificationKind = keyof typeof KINDS;

/** The kinds of notifications; each can be muted. */
export const notificationKinds: Readonly<Record<NotificationKind, KindTraits>> = KINDS;

export const NOTIFICATION_KINDS = Object.keys(KINDS) as readonly NotificationKind[];

export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(KINDS, kind);

type Of<E extends DomainEvent> = Pick<RecordedEvent<E>, 'data'>;

const likeOf = ({ postId, accountId, authorId }: LikeEvent['data']) =>
  authorId && authorId !== accountId
    ? ({ kind: 'LIKE', recipientId: authorId, subjectId: postId, sourceId: accountId } as const)
    : null;

const commentOf = ({ postId, authorId, parentId, parentAuthorId }: PostEvent['data']) =>
  parentId && parentAuthorId && parentAuthorId !== authorId
    ? ({ kind: 'COMMENT', recipientId: parentAuthorId, subjectId: parentId, sourceId: postId } as const)
    : null;

const followOf = ({ followerId, followeeId }: FollowEvent['data']) =>
  ({ kind: 'FOLLOW', recipientId: followeeId, subjectId: followeeId, sourceId: followerId }) as const;

/** The source is the event, so that each decision of staff is a separate notification. */
const notifyAuthor =
  <Kind extends NotificationKind>(kind: Kind) =>
  ({ id, data }: RecordedEvent<PostEvent>) => ({
    kind,
    recipientId: data.authorId,
    subjectId: data.postId,
    sourceId: id,
    actorId: null,
  });

const notifyOwner =
  <Kind extends NotificationKind>(kind: Kind) =>
  ({ id, data }: RecordedEvent<Exclude<AdoptionEvent, { type: 'AnimalOffered' }>>) => ({
    kind,
    recipientId: data.ownerId,
    subjectId: data.adoptionId,
    sourceId: id,
    actorId: null,
  });

const announce =
  <Kind extends NotificationKind>(kind: Kind, audience: AudienceRole | 'ALL') =>
  ({ data }: Of<CrowdfundingEvent>) => ({ crowdfundingId: data.crowdfundingId, kind, audience });

/** A changed post also changes the number of comments of its parent. */
function postPage(
  name: PostUpdate['name'],
  { postId: id, authorId, parentId }: PostEvent['data'],
): PageChanges {
  const update =
    name === 'post-deleted' ? { name, data: { id, parentId } } : { name, data: { id, authorId, parentId } };
  return parentId ? { update, posts: [parentId] } : { update };
}

const likedPage = ({ data }: Of<LikeEvent>) => ({ posts: [data.postId] });
const followPages = ({ data }: Of<FollowEvent>) => ({ profiles: [data.followerId, data.followeeId] });
const profilePage = ({ data }: Of<AccountEvent>) => ({ profiles: [data.accountId] });
const crowdfundingPage = ({ data }: { readonly data: { readonly crowdfundingId: CrowdfundingId } }) => ({
  crowdfundings: [data.crowdfundingId],
});
const recountAccount = ({ data }: Of<NotificationEvent>) => [data.accountId];

/**
 * Effects of each event on other accounts: notifications, news of crowdfundings, live updates. Accounts are
 * not notified of their own actions. Old events without a recipient cause no notification.
 */
export const effects: EffectTable<KindraEvent, NotificationKind> = {
  AccountRegistered: { refresh: profilePage },
  OrganizationApproved: {
    notify: ({ id, data: { accountId } }) => ({
      kind: 'ORGANIZATION_APPROVED',
      recipientId: accountId,
      subjectId: accountId,
      sourceId: id,
      actorId: null,
    }),
    refresh: profilePage,
  },
  OrganizationDeclined: { refresh: profilePage },
  ProfileNameChanged: { refresh: profilePage },
  NicknameChanged: { refresh: profilePage },
  AccountDeactivated: { refresh: profilePage },
  AccountBanned: { refresh: profilePage },
  CrowdfundingCancellationOrdered: { refresh: profilePage },
  AccountReactivated: { refresh: profilePage },
  StaffRoleGranted: { refresh: profilePage },
  StaffRoleRevoked: { refresh: profilePage },
  AccountErased: { refresh: profilePage },

  PostPublished: {
    notify: ({ data }) => {
      const comment = commentOf(data);
      return comment && { ...comment, actorId: data.authorId };
    },
    refresh: ({ data }) => postPage('post-published', data),
  },
  PostDeleted: {
    withdraw: ({ data }) => commentOf(data),
    recount: ({ data }) => [data.authorId],
    refresh: ({ data }) => postPage('post-deleted', data),
  },
  PostTakenDown: {
    notify: notifyAuthor('POST_TAKEN_DOWN'),
    recount: ({ data }) => [data.parentAuthorId],
    refresh: ({ data }) => postPage('post-taken-down', data),
  },
  PostRestored: {
    notify: notifyAuthor('POST_RESTORED'),
    recount: ({ data }) => [data.parentAuthorId],
    refresh: ({ data }) => postPage('post-restored', data),
  },
  PostLiked: {
    notify: ({ data }) => {
      const like = likeOf(data);
      return like && { ...like, actorId: data.accountId };
    },
    refresh: likedPage,
  },
  PostUnliked: { withdraw: ({ data }) => likeOf(data), refresh: likedPage },
  PostsViewed: { refresh: ({ data }) => ({ posts: data.views.map(({ postId }) => postId) }) },

  ProfileFollowed: {
    notify: ({ data }) => ({ ...followOf(data), actorId: data.followerId }),
    refresh: followPages,
  },
  ProfileUnfollowed: { withdraw: ({ data }) => followOf(data), refresh: followPages },
  AccountBlocked: { recount: ({ data }) => [data.blockerId, data.blockedId] },
  AccountUnblocked: { recount: ({ data }) => [data.blockerId, data.blockedId] },
  AccountMuted: { recount: ({ data }) => [data.muterId] },
  AccountUnmuted: { recount: ({ data }) => [data.muterId] },

  AdoptionRemoved: { recount: ({ data }) => [data.ownerId] },
  AnimalTakenDown: { notify: notifyOwner('ANIMAL_TAKEN_DOWN') },
  AnimalRestored: { notify: notifyOwner('ANIMAL_RESTORED') },

  MessageSent: {
    notify: ({ data: { authorId, receiverId, animalId } }) =>
      animalId
        ? {
            kind: 'ADOPTION_CONTACT',
            recipientId: receiverId,
            subjectId: animalId,
            sourceId: authorId,
            actorId: authorId,
          }
        : null,
  },
  ConversationRead: { readConversation: ({ data }) => data },

  CoinsDonated: {
    addToAudience: ({ data: { crowdfundingId, accountId } }) => ({
      crowdfundingId,
      accountId,
      role: 'DONOR',
    }),
    notify: ({ data: { accountId, donationId, crowdfundingId, creatorId, amount } }) =>
      creatorId
        ? {
            kind: 'DONATION',
            recipientId: creatorId,
            subjectId: crowdfundingId,
            sourceId: donationId,
            actorId: accountId,
            amount,
          }
        : null,
    refresh: crowdfundingPage,
  },
  DonationRefunded: {
    notify: ({ data: { accountId, donationId, crowdfundingId, amount } }) => ({
      kind: 'REFUND',
      recipientId: accountId,
      subjectId: crowdfundingId,
      sourceId: donationId,
      actorId: null,
      amount,
    }),
    refresh: crowdfundingPage,
  },
  CampaignFundsReceived: { refresh: crowdfundingPage },

  CrowdfundingCreated: {
    addToAudience: ({ data: { crowdfundingId, creatorId: accountId } }) => ({
      crowdfundingId,
      accountId,
      role: 'CREATOR',
    }),
    refresh: crowdfundingPage,
  },
  CrowdfundingApproved: { announce: announce('CAMPAIGN_APPROVED', 'CREATOR'), refresh: crowdfundingPage },
  CrowdfundingRejected: { announce: announce('CAMPAIGN_DECLINED', 'CREATOR'), refresh: crowdfundingPage },
  CrowdfundingCancelled: {
    announce: (event) =>
      announce('CAMPAIGN_CANCELLED', event.metadata.actor.kind === 'staff' ? 'ALL' : 'DONOR')(event),
    refresh: crowdfundingPage,
  },
  CrowdfundingExpired: { announce: announce('CAMPAIGN_CANCELLED', 'ALL'), refresh: crowdfundingPage },
  CrowdfundingClosed: { announce: announce('CAMPAIGN_CLOSED', 'DONOR'), refresh: crowdfundingPage },
  CrowdfundingExpiryAnnounced: {
    notify: ({ id, data: { creatorId, crowdfundingId, daysLeft } }) => ({
      kind: 'CAMPAIGN_TIME_OVER',
      recipientId: creatorId,
      subjectId: crowdfundingId,
      sourceId: id,
      actorId: null,
      daysLeft,
    }),
    refresh: crowdfundingPage,
  },

  NotificationsRead: { recount: recountAccount },
  NotificationKindMuted: { recount: recountAccount },
  NotificationKindUnmuted: { recount: recountAccount },
};

/** `effects`, indexed by any event type. */
export const effectsByType: Readonly<
  Record<string, EventEffects<DomainEvent, NotificationKind> | undefined>
> = effects;

/** Types of the events that change notifications, news or audiences. */
export const NOTIFYING_EVENT_TYPES: readonly string[] = Object.entries(effects)
  .filter(([, { notify, withdraw, announce, addToAudience }]: [string, EventEffects]) =>
    Boolean(notify || withdraw || announce || addToAudience),
  )
  .map(([type]) => type);
