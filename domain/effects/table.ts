import type { AccountEvent } from '../accounts/events.ts';
import type { AdoptionEvent } from '../adoption/events.ts';
import type { KindraEvent } from '../catalogue.ts';
import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../kernel/ids.ts';
import type { NotificationEvent } from '../notifications/events.ts';
import type { LikeEvent, PostEvent } from '../posts/events.ts';
import type { FollowEvent } from '../social-graph/events.ts';
import type { AudienceRole, EffectTable, EventEffects, PageChanges, PostUpdate } from './definition.ts';
import type { NotificationKind } from './kinds.ts';

const getLikeKey = ({ postId, accountId, authorId }: LikeEvent['data']) =>
  authorId && authorId !== accountId
    ? ({ kind: 'LIKE', recipientId: authorId, subjectId: postId, sourceId: accountId } as const)
    : null;

const getCommentKey = ({ postId, authorId, parentId, parentAuthorId }: PostEvent['data']) =>
  parentId && parentAuthorId && parentAuthorId !== authorId
    ? ({ kind: 'COMMENT', recipientId: parentAuthorId, subjectId: parentId, sourceId: postId } as const)
    : null;

const getFollowKey = ({ followerId, followeeId }: FollowEvent['data']) =>
  ({ kind: 'FOLLOW', recipientId: followeeId, subjectId: followeeId, sourceId: followerId }) as const;

/**
 * Creates a `notify` effect for a post's author. The source is the event, so each staff decision is a separate
 * notification.
 */
const createAuthorNotification =
  <Kind extends NotificationKind>(kind: Kind) =>
  ({ id, data }: RecordedEvent<PostEvent>) => ({
    kind,
    recipientId: data.authorId,
    subjectId: data.postId,
    sourceId: id,
    actorId: null,
  });

/** Creates a `notify` effect for an animal's owner. */
const createOwnerNotification =
  <Kind extends NotificationKind>(kind: Kind) =>
  ({ id, data }: RecordedEvent<Exclude<AdoptionEvent, { type: 'AnimalOffered' }>>) => ({
    kind,
    recipientId: data.ownerId,
    subjectId: data.adoptionId,
    sourceId: id,
    actorId: null,
  });

/** Creates a `notify` effect about a staff decision for the affected account. */
const createAccountNotification =
  <Kind extends NotificationKind>(kind: Kind) =>
  ({ id, data: { accountId } }: RecordedEvent<AccountEvent>) => ({
    kind,
    recipientId: accountId,
    subjectId: accountId,
    sourceId: id,
    actorId: null,
  });

const announceToAudience =
  <Kind extends NotificationKind>(kind: Kind, audience: AudienceRole | 'ALL') =>
  ({ data }: RecordedEvent<CrowdfundingEvent>) => ({ crowdfundingId: data.crowdfundingId, kind, audience });

/** Returns page changes for a changed post and its parent, whose number of comments can change. */
function refreshPostPages(
  name: PostUpdate['name'],
  { postId: id, authorId, parentId }: PostEvent['data'],
): PageChanges {
  const update =
    name === 'post-deleted' ? { name, data: { id, parentId } } : { name, data: { id, authorId, parentId } };
  return parentId ? { update, posts: [parentId] } : { update };
}

const refreshLikedPost = ({ data }: RecordedEvent<LikeEvent>) => ({ posts: [data.postId] });
const refreshFollowedProfiles = ({ data }: RecordedEvent<FollowEvent>) => ({
  profiles: [data.followerId, data.followeeId],
});
const refreshProfile = ({ data }: RecordedEvent<AccountEvent>) => ({ profiles: [data.accountId] });
type AboutCrowdfunding = DomainEvent<string, { readonly crowdfundingId: CrowdfundingId }>;
const refreshCrowdfunding = ({ data }: RecordedEvent<AboutCrowdfunding>) => ({
  crowdfundings: [data.crowdfundingId],
});

interface ApprovedProposal {
  readonly adjustmentId: Uuid;
  readonly amount: Coins;
  readonly proposedBy: AccountId;
  readonly approvedBy: AccountId;
}

/** Creates a wallet owner's notification. Omits the actor, because owners must not learn who adjusted their wallets. */
const createWalletNotification = <Kind extends NotificationKind>(
  kind: Kind,
  { accountId, adjustmentId, amount }: ApprovedProposal & { readonly accountId: AccountId },
) => ({
  kind,
  recipientId: accountId,
  subjectId: adjustmentId,
  sourceId: adjustmentId,
  actorId: null,
  amount,
});

const createApprovalNotification = (
  { adjustmentId, amount }: ApprovedProposal,
  recipientId: AccountId,
  actorId: AccountId,
) => ({
  kind: 'ADJUSTMENT_APPROVED' as const,
  recipientId,
  actorId,
  subjectId: adjustmentId,
  sourceId: adjustmentId,
  amount,
});

/** Creates notifications for both staff members involved in an approved proposal, each with the other as the actor. */
const createApprovalNotifications = (proposal: ApprovedProposal) => [
  createApprovalNotification(proposal, proposal.proposedBy, proposal.approvedBy),
  createApprovalNotification(proposal, proposal.approvedBy, proposal.proposedBy),
];

const getAdoptionId = ({ data }: RecordedEvent<AdoptionEvent>) => data.adoptionId;

const getAccountId = ({ data }: RecordedEvent<NotificationEvent>) => [data.accountId];

/**
 * Effects of each event on other accounts: notifications, crowdfunding news and live updates. Accounts are not notified
 * about their own actions. Old events without a recipient cause no notification.
 */
export const effectsByType: Readonly<
  Record<string, EventEffects<DomainEvent, NotificationKind> | undefined>
> = {
  AccountRegistered: { refresh: refreshProfile },
  OrganizationApproved: {
    notify: createAccountNotification('ORGANIZATION_APPROVED'),
    refresh: refreshProfile,
  },
  OrganizationDeclined: { refresh: refreshProfile },
  ProfileNameChanged: { refresh: refreshProfile },
  NicknameChanged: { refresh: refreshProfile },
  BioChanged: { refresh: refreshProfile },
  WebsiteChanged: { refresh: refreshProfile },
  PictureChanged: { refresh: refreshProfile },
  ProfileTakenDown: { notify: createAccountNotification('PROFILE_TAKEN_DOWN'), refresh: refreshProfile },
  ProfileRestored: { notify: createAccountNotification('PROFILE_RESTORED'), refresh: refreshProfile },
  AccountDeactivated: { refresh: refreshProfile },
  AccountBanned: { refresh: refreshProfile },
  AccountSuspended: { refresh: refreshProfile },
  AccountWarned: {
    notify: ({ data: { accountId, caseId } }) => ({
      kind: 'WARNING',
      recipientId: accountId,
      subjectId: caseId,
      sourceId: caseId,
      actorId: null,
    }),
  },
  CrowdfundingCancellationOrdered: { refresh: refreshProfile },
  AccountReactivated: { refresh: refreshProfile },
  StaffRoleGranted: { refresh: refreshProfile },
  StaffRoleRevoked: { refresh: refreshProfile },
  AccountErased: { refresh: refreshProfile },

  PostPublished: {
    notify: ({ data }) => {
      const key = getCommentKey(data);
      return key && { ...key, actorId: data.authorId };
    },
    announce: ({ data: { crowdfundingId, authorId } }) =>
      crowdfundingId
        ? { crowdfundingId, kind: 'CAMPAIGN_UPDATE', audience: 'ALL', followedId: authorId }
        : null,
    refresh: ({ data }) => ({
      ...refreshPostPages('post-published', data),
      ...(data.crowdfundingId && { crowdfundings: [data.crowdfundingId] }),
    }),
  },
  PostEdited: { refresh: ({ data }) => refreshPostPages('post-edited', data) },
  PostDeleted: {
    withdraw: ({ data }) => getCommentKey(data),
    recountUnread: ({ data }) => [data.authorId],
    refresh: ({ data }) => refreshPostPages('post-deleted', data),
  },
  PostTakenDown: {
    notify: createAuthorNotification('POST_TAKEN_DOWN'),
    recountUnread: ({ data }) => [data.parentAuthorId],
    refresh: ({ data }) => refreshPostPages('post-taken-down', data),
  },
  PostRestored: {
    notify: createAuthorNotification('POST_RESTORED'),
    recountUnread: ({ data }) => [data.parentAuthorId],
    refresh: ({ data }) => refreshPostPages('post-restored', data),
  },
  PostLiked: {
    notify: ({ data }) => {
      const key = getLikeKey(data);
      return key && { ...key, actorId: data.accountId };
    },
    refresh: refreshLikedPost,
  },
  PostUnliked: { withdraw: ({ data }) => getLikeKey(data), refresh: refreshLikedPost },
  PostsViewed: { refresh: ({ data }) => ({ posts: data.views.map(({ postId }) => postId) }) },

  ProfileFollowed: {
    notify: ({ data }) => ({ ...getFollowKey(data), actorId: data.followerId }),
    refresh: refreshFollowedProfiles,
  },
  ProfileUnfollowed: { withdraw: ({ data }) => getFollowKey(data), refresh: refreshFollowedProfiles },
  AccountBlocked: { recountUnread: ({ data }) => [data.blockerId, data.blockedId] },
  AccountUnblocked: { recountUnread: ({ data }) => [data.blockerId, data.blockedId] },
  AccountMuted: { recountUnread: ({ data }) => [data.muterId] },
  AccountUnmuted: { recountUnread: ({ data }) => [data.muterId] },

  AdoptionRemoved: { recountBySubject: getAdoptionId },
  AnimalTakenDown: { notify: createOwnerNotification('ANIMAL_TAKEN_DOWN'), recountBySubject: getAdoptionId },
  AnimalRestored: { notify: createOwnerNotification('ANIMAL_RESTORED'), recountBySubject: getAdoptionId },
  AnimalMatched: {
    notify: ({ data: { adoptionId, ownerId, recipientIds } }) =>
      recipientIds.map((recipientId) => ({
        kind: 'ANIMAL_MATCH',
        recipientId,
        subjectId: adoptionId,
        sourceId: adoptionId,
        actorId: ownerId,
      })),
  },

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
  ConversationRead: { readMark: ({ data }) => data },

  CoinsDonated: {
    addToAudience: ({ data: { crowdfundingId, accountId } }) => ({
      crowdfundingId,
      accountId,
      role: 'DONOR',
    }),
    notify: ({ data: { accountId, donationId, crowdfundingId, creatorId, amount, anonymous } }) =>
      creatorId
        ? {
            kind: 'DONATION',
            recipientId: creatorId,
            subjectId: crowdfundingId,
            sourceId: donationId,
            actorId: anonymous ? null : accountId,
            amount,
          }
        : null,
    refresh: refreshCrowdfunding,
  },
  PlannedDonationRefused: {
    notify: ({ data: { accountId, donationId, crowdfundingId, amount } }) => ({
      kind: 'DONATION_NOT_MADE',
      recipientId: accountId,
      subjectId: crowdfundingId,
      sourceId: donationId,
      actorId: null,
      amount,
    }),
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
    refresh: refreshCrowdfunding,
  },
  CampaignFundsReceived: {
    notify: ({ data: { accountId, releaseId, crowdfundingId, amount } }) => ({
      kind: 'CAMPAIGN_RELEASED',
      recipientId: accountId,
      subjectId: crowdfundingId,
      sourceId: releaseId,
      actorId: null,
      amount,
    }),
    refresh: refreshCrowdfunding,
  },
  BalanceAdjusted: {
    notify: ({ data }) => [
      createWalletNotification(data.direction === 'CREDIT' ? 'COINS_ADDED' : 'COINS_TAKEN', data),
      ...createApprovalNotifications(data),
    ],
  },
  ReceivableWrittenOff: {
    notify: ({ data }) => [
      createWalletNotification('DEBT_WRITTEN_OFF', data),
      ...createApprovalNotifications(data),
    ],
  },
  UnknownPaymentIdentified: {
    notify: ({ data: { adjustmentId, proposedBy, identifiedBy: approvedBy, accountId, amount } }) => {
      if (!adjustmentId || !proposedBy) return null;
      const approvedProposal = { adjustmentId, proposedBy, approvedBy, accountId, amount };
      return [
        createWalletNotification('COINS_ADDED', approvedProposal),
        ...createApprovalNotifications(approvedProposal),
      ];
    },
  },

  CrowdfundingCreated: {
    addToAudience: ({ data: { crowdfundingId, creatorId: accountId } }) => ({
      crowdfundingId,
      accountId,
      role: 'CREATOR',
    }),
    refresh: refreshCrowdfunding,
  },
  CrowdfundingApproved: {
    announce: announceToAudience('CAMPAIGN_APPROVED', 'CREATOR'),
    refresh: refreshCrowdfunding,
  },
  CrowdfundingRejected: {
    announce: announceToAudience('CAMPAIGN_DECLINED', 'CREATOR'),
    refresh: refreshCrowdfunding,
  },
  CrowdfundingCancelled: {
    announce: (event) =>
      announceToAudience(
        'CAMPAIGN_CANCELLED',
        event.metadata.actor.kind === 'staff' ? 'ALL' : 'DONOR',
      )(event),
    refresh: refreshCrowdfunding,
  },
  CrowdfundingExpired: {
    announce: announceToAudience('CAMPAIGN_CANCELLED', 'ALL'),
    refresh: refreshCrowdfunding,
  },
  CrowdfundingClosed: {
    announce: announceToAudience('CAMPAIGN_CLOSED', 'DONOR'),
    refresh: refreshCrowdfunding,
  },
  CrowdfundingExpiryAnnounced: {
    notify: ({ id, data: { creatorId, crowdfundingId, daysLeft } }) => ({
      kind: 'CAMPAIGN_TIME_OVER',
      recipientId: creatorId,
      subjectId: crowdfundingId,
      sourceId: id,
      actorId: null,
      daysLeft,
    }),
    refresh: refreshCrowdfunding,
  },

  NotificationsRead: { recountUnread: getAccountId },
  NotificationKindMuted: { recountUnread: getAccountId },
  NotificationKindUnmuted: { recountUnread: getAccountId },
} satisfies EffectTable<KindraEvent, NotificationKind>;

/** Event types that change notifications, news or audiences. */
export const NOTIFYING_EVENT_TYPES: readonly string[] = Object.entries(effectsByType)
  .filter(([, effects]) =>
    Boolean(effects?.notify || effects?.withdraw || effects?.announce || effects?.addToAudience),
  )
  .map(([type]) => type);
