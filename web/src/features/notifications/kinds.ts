import {
  BadgeCheck,
  Ban,
  CalendarClock,
  CircleCheck,
  CircleX,
  Coins,
  EyeOff,
  HandCoins,
  Heart,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageSquare,
  PackageCheck,
  Scale,
  SearchCheck,
  TriangleAlert,
  Undo2,
  UserPlus,
  Wallet,
} from 'lucide-react';
import type {
  EmailKind,
  Notification,
  NotificationKind,
  NotificationPages,
} from '../../../../contract/notifications.ts';
import { getPagePath } from '../../../../contract/rules/notifications.ts';

/** Groups of kinds, in the order of the settings. */
const KIND_GROUPS = [
  'posts',
  'profile',
  'messages',
  'crowdfundings',
  'donations',
  'adoption',
  'wallet',
  'moderation',
] as const;
type KindGroup = (typeof KIND_GROUPS)[number];

interface KindPresentation {
  readonly group: KindGroup;
  readonly Icon: LucideIcon;
  /** Whether the subject's text is shown below the sentence. */
  readonly hasQuote?: boolean;
  readonly isForStaff?: boolean;
}

/** Exactly the kinds that the contract lists as emails are sent by email. */
type EmailPresentation<Kind> = Kind extends EmailKind
  ? { readonly isEmailed: true }
  : { readonly isEmailed?: never };

/** The page of each kind is the page to which its email links. */
interface PagePresentation<Kind extends NotificationKind> {
  readonly page: NotificationPages[Kind];
}

/** Presentation by notification kind. */
export const KINDS: {
  readonly [Kind in NotificationKind]: KindPresentation & PagePresentation<Kind> & EmailPresentation<Kind>;
} = {
  LIKE: { group: 'posts', Icon: Heart, page: 'post', hasQuote: true },
  COMMENT: { group: 'posts', Icon: MessageSquare, page: 'post', hasQuote: true },
  FOLLOW: { group: 'profile', Icon: UserPlus, page: 'profile' },
  DONATION: { group: 'crowdfundings', Icon: HandCoins, page: 'crowdfunding' },
  DONATION_NOT_MADE: { group: 'donations', Icon: Wallet, page: 'crowdfunding', isEmailed: true },
  ORGANIZATION_APPROVED: { group: 'profile', Icon: BadgeCheck, page: 'own-profile', isEmailed: true },
  CAMPAIGN_APPROVED: { group: 'crowdfundings', Icon: CircleCheck, page: 'crowdfunding', isEmailed: true },
  CAMPAIGN_DECLINED: { group: 'crowdfundings', Icon: CircleX, page: 'crowdfunding', isEmailed: true },
  CAMPAIGN_CANCELLED: { group: 'donations', Icon: Ban, page: 'crowdfunding', isEmailed: true },
  CAMPAIGN_CLOSED: { group: 'donations', Icon: PackageCheck, page: 'crowdfunding', isEmailed: true },
  CAMPAIGN_UPDATE: { group: 'donations', Icon: Megaphone, page: 'crowdfunding-updates' },
  CAMPAIGN_TIME_OVER: {
    group: 'crowdfundings',
    Icon: CalendarClock,
    page: 'crowdfunding',
    isEmailed: true,
  },
  CAMPAIGN_RELEASED: { group: 'crowdfundings', Icon: Coins, page: 'wallet', isEmailed: true },
  REFUND: { group: 'donations', Icon: Undo2, page: 'wallet', isEmailed: true },
  ADOPTION_CONTACT: { group: 'adoption', Icon: MessageCircle, page: 'conversation', isEmailed: true },
  ANIMAL_MATCH: { group: 'adoption', Icon: SearchCheck, page: 'animal', isEmailed: true },
  WARNING: { group: 'moderation', Icon: TriangleAlert, page: 'own-profile' },
  COINS_ADDED: { group: 'wallet', Icon: Wallet, page: 'wallet' },
  COINS_TAKEN: { group: 'wallet', Icon: Wallet, page: 'wallet' },
  DEBT_WRITTEN_OFF: { group: 'wallet', Icon: Wallet, page: 'wallet' },
  ADJUSTMENT_APPROVED: {
    group: 'wallet',
    Icon: Scale,
    page: 'adjustments',
    isForStaff: true,
  },
  PROFILE_TAKEN_DOWN: { group: 'moderation', Icon: EyeOff, page: 'own-profile' },
  PROFILE_RESTORED: { group: 'moderation', Icon: Undo2, page: 'own-profile' },
  POST_TAKEN_DOWN: { group: 'moderation', Icon: EyeOff, page: 'post' },
  POST_RESTORED: { group: 'moderation', Icon: Undo2, page: 'post' },
  ANIMAL_TAKEN_DOWN: { group: 'moderation', Icon: EyeOff, page: 'own-profile' },
  ANIMAL_RESTORED: { group: 'moderation', Icon: Undo2, page: 'own-profile' },
};

/** Returns the path of the page that a notification links to. */
export const getNotificationPath = ({ kind, subject, actors: [actor] }: Notification): string =>
  getPagePath(KINDS[kind].page, {
    subjectId: subject?.id ?? '',
    actorId: actor?.id ?? '',
    actorNickname: actor?.nickname ?? '',
  });

/** A kind of notification, email, or both. */
type SettingKind = NotificationKind | EmailKind;

interface KindSetting extends Pick<KindPresentation, 'group' | 'isForStaff'> {
  readonly isEmailed?: boolean;
}

/** New messages are only sent by email. */
const SETTINGS: Readonly<Record<SettingKind, KindSetting>> = {
  MESSAGE: { group: 'messages', isEmailed: true },
  ...KINDS,
};
const SETTING_KINDS = Object.keys(SETTINGS) as readonly SettingKind[];

/** Returns whether a kind is shown among the notifications. */
export const isNotificationKind = (kind: SettingKind): kind is NotificationKind => kind in KINDS;

/** Returns whether a text is the name of a kind that is sent by email. */
export const isEmailKind = (name: string | undefined): name is EmailKind =>
  SETTING_KINDS.some((kind) => kind === name && SETTINGS[kind].isEmailed);

/** Returns the kinds that an account can receive, by group and in the order of the settings. */
export const listKindGroups = (isStaffMember: boolean) =>
  KIND_GROUPS.map((group) => ({
    group,
    kinds: SETTING_KINDS.filter(
      (kind) => SETTINGS[kind].group === group && (isStaffMember || !SETTINGS[kind].isForStaff),
    ),
  }));
