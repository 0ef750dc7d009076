import type { NotificationPage } from './pages.ts';

/** Groups of kinds, in the order of the settings. */
export const KIND_GROUPS = [
  'posts',
  'profile',
  'messages',
  'crowdfundings',
  'donations',
  'adoption',
  'wallet',
  'moderation',
] as const;

/** Group under which the settings show a kind. */
export type KindGroup = (typeof KIND_GROUPS)[number];

/** Display properties of a notification kind. */
export interface NotificationTraits {
  readonly group: KindGroup;
  /** Type of the subject. Notifications about the recipient's own account show no subject. */
  readonly subject: 'post' | 'animal' | 'crowdfunding' | 'account';
  /** Page that the notification and its email link to. */
  readonly page: NotificationPage;
  /** Whether notifications are removed when the subject is deleted. */
  readonly isRemovedWithSubject?: boolean;
  /** Whether actors are donors. Notifications without an actor are then shown as anonymous. */
  readonly hasDonors?: boolean;
  /** Whether the source is a post, which is shown instead of the subject. Notifications are hidden while it is taken down. */
  readonly quotesSource?: boolean;
  /** Whether the recipient is also notified by email, unless turned off in the settings. */
  readonly isEmailed?: boolean;
  /** Whether the subject's text is shown below the sentence. */
  readonly hasQuote?: boolean;
  /** Whether only staff members receive notifications of this kind. */
  readonly isForStaff?: boolean;
}

const KIND_TRAITS = {
  LIKE: { group: 'posts', subject: 'post', page: 'post', isRemovedWithSubject: true, hasQuote: true },
  COMMENT: {
    group: 'posts',
    subject: 'post',
    page: 'post',
    isRemovedWithSubject: true,
    quotesSource: true,
    hasQuote: true,
  },
  FOLLOW: { group: 'profile', subject: 'account', page: 'profile' },
  DONATION: { group: 'crowdfundings', subject: 'crowdfunding', page: 'crowdfunding', hasDonors: true },
  DONATION_NOT_MADE: { group: 'donations', subject: 'crowdfunding', page: 'wallet', isEmailed: true },
  ORGANIZATION_APPROVED: { group: 'profile', subject: 'account', page: 'own-profile', isEmailed: true },
  CAMPAIGN_APPROVED: {
    group: 'crowdfundings',
    subject: 'crowdfunding',
    page: 'crowdfunding',
    isEmailed: true,
  },
  CAMPAIGN_DECLINED: {
    group: 'crowdfundings',
    subject: 'crowdfunding',
    page: 'crowdfunding',
    isEmailed: true,
  },
  CAMPAIGN_CANCELLED: { group: 'donations', subject: 'crowdfunding', page: 'crowdfunding', isEmailed: true },
  CAMPAIGN_CLOSED: { group: 'donations', subject: 'crowdfunding', page: 'crowdfunding', isEmailed: true },
  CAMPAIGN_UPDATE: { group: 'donations', subject: 'crowdfunding', page: 'crowdfunding-updates' },
  CAMPAIGN_TIME_OVER: {
    group: 'crowdfundings',
    subject: 'crowdfunding',
    page: 'crowdfunding',
    isEmailed: true,
  },
  CAMPAIGN_RELEASED: { group: 'crowdfundings', subject: 'crowdfunding', page: 'wallet', isEmailed: true },
  REFUND: { group: 'donations', subject: 'crowdfunding', page: 'wallet', isEmailed: true },
  ADOPTION_CONTACT: {
    group: 'adoption',
    subject: 'animal',
    page: 'conversation',
    isRemovedWithSubject: true,
    isEmailed: true,
  },
  ANIMAL_MATCH: {
    group: 'adoption',
    subject: 'animal',
    page: 'animal',
    isRemovedWithSubject: true,
    isEmailed: true,
  },
  WARNING: { group: 'moderation', subject: 'account', page: 'own-profile' },
  COINS_ADDED: { group: 'wallet', subject: 'account', page: 'wallet' },
  COINS_TAKEN: { group: 'wallet', subject: 'account', page: 'wallet' },
  DEBT_WRITTEN_OFF: { group: 'wallet', subject: 'account', page: 'wallet' },
  ADJUSTMENT_APPROVED: { group: 'wallet', subject: 'account', page: 'adjustments', isForStaff: true },
  PROFILE_TAKEN_DOWN: { group: 'moderation', subject: 'account', page: 'own-profile' },
  PROFILE_RESTORED: { group: 'moderation', subject: 'account', page: 'own-profile' },
  POST_TAKEN_DOWN: { group: 'moderation', subject: 'post', page: 'post' },
  POST_RESTORED: { group: 'moderation', subject: 'post', page: 'post' },
  ANIMAL_TAKEN_DOWN: { group: 'moderation', subject: 'animal', page: 'own-profile' },
  ANIMAL_RESTORED: { group: 'moderation', subject: 'animal', page: 'own-profile' },
} as const satisfies Record<string, NotificationTraits>;

/** Kind of a notification. Old events can contain kinds that no longer exist. */
export type NotificationKind = keyof typeof KIND_TRAITS;

/** Notification kinds with their traits. Each kind can be muted. */
export const notificationKinds: Readonly<Record<NotificationKind, NotificationTraits>> = KIND_TRAITS;

export const NOTIFICATION_KINDS = Object.keys(KIND_TRAITS) as readonly NotificationKind[];

/** Notification kinds that are also sent by email. */
export type EmailedKind = {
  [Kind in NotificationKind]: (typeof KIND_TRAITS)[Kind] extends { readonly isEmailed: true } ? Kind : never;
}[NotificationKind];

/** Returns whether notifications of a kind are also sent by email. */
export const isEmailedKind = (kind: NotificationKind): kind is EmailedKind =>
  notificationKinds[kind].isEmailed === true;

/** Email kinds that can be turned off. Messages are not notifications, but are also announced by email. */
export const EMAIL_KINDS = [...NOTIFICATION_KINDS.filter(isEmailedKind), 'MESSAGE'] as const;

/** Kind of email that can be turned off. */
export type EmailKindSetting = (typeof EMAIL_KINDS)[number];

/** Returns whether a string is the name of a current notification kind. */
export const isNotificationKind = (kind: string): kind is NotificationKind =>
  Object.hasOwn(KIND_TRAITS, kind);
