import {
  BadgeCheck,
  Ban,
  CalendarClock,
  CircleCheck,
  CircleX,
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
import type { EmailKind, Notification, NotificationKind } from '../../../../contract/notifications.ts';

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
  readonly to: (notification: Notification) => string;
  /** Whether the subject's text is shown below the sentence. */
  readonly hasQuote?: boolean;
  readonly isForStaff?: boolean;
}

const getPostPath = ({ subject }: Notification): string => `/post/${subject?.id ?? ''}`;
const getCrowdfundingPath = ({ subject }: Notification): string => `/crowdfundings/${subject?.id ?? ''}`;
const getUpdatesPath = (notification: Notification): string =>
  `${getCrowdfundingPath(notification)}?tab=updates`;
const getProfilePath = ({ actors: [actor] }: Notification): string => `/profile/${actor?.nickname ?? ''}`;
const getAnimalPath = ({ subject }: Notification): string => `/adoptable-animals/${subject?.id ?? ''}`;
const getChatPath = ({ actors: [actor] }: Notification): string => `/conversations/${actor?.id ?? ''}`;

/** Exactly the kinds that the contract lists as emails are sent by email. */
type EmailPresentation<Kind> = Kind extends EmailKind
  ? { readonly isEmailed: true }
  : { readonly isEmailed?: never };

/** Presentation by notification kind. */
export const KINDS: {
  readonly [Kind in NotificationKind]: KindPresentation & EmailPresentation<Kind>;
} = {
  LIKE: { group: 'posts', Icon: Heart, to: getPostPath, hasQuote: true },
  COMMENT: { group: 'posts', Icon: MessageSquare, to: getPostPath, hasQuote: true },
  FOLLOW: { group: 'profile', Icon: UserPlus, to: getProfilePath },
  DONATION: { group: 'crowdfundings', Icon: HandCoins, to: getCrowdfundingPath },
  DONATION_NOT_MADE: { group: 'donations', Icon: Wallet, to: getCrowdfundingPath, isEmailed: true },
  ORGANIZATION_APPROVED: { group: 'profile', Icon: BadgeCheck, to: () => '/profile', isEmailed: true },
  CAMPAIGN_APPROVED: { group: 'crowdfundings', Icon: CircleCheck, to: getCrowdfundingPath, isEmailed: true },
  CAMPAIGN_DECLINED: { group: 'crowdfundings', Icon: CircleX, to: getCrowdfundingPath, isEmailed: true },
  CAMPAIGN_CANCELLED: { group: 'donations', Icon: Ban, to: getCrowdfundingPath, isEmailed: true },
  CAMPAIGN_CLOSED: { group: 'donations', Icon: PackageCheck, to: getCrowdfundingPath, isEmailed: true },
  CAMPAIGN_UPDATE: { group: 'donations', Icon: Megaphone, to: getUpdatesPath },
  CAMPAIGN_TIME_OVER: {
    group: 'crowdfundings',
    Icon: CalendarClock,
    to: getCrowdfundingPath,
    isEmailed: true,
  },
  REFUND: { group: 'donations', Icon: Undo2, to: () => '/wallet', isEmailed: true },
  ADOPTION_CONTACT: { group: 'adoption', Icon: MessageCircle, to: getChatPath, isEmailed: true },
  ANIMAL_MATCH: { group: 'adoption', Icon: SearchCheck, to: getAnimalPath, isEmailed: true },
  WARNING: { group: 'moderation', Icon: TriangleAlert, to: () => '/profile' },
  COINS_ADDED: { group: 'wallet', Icon: Wallet, to: () => '/wallet' },
  COINS_TAKEN: { group: 'wallet', Icon: Wallet, to: () => '/wallet' },
  DEBT_WRITTEN_OFF: { group: 'wallet', Icon: Wallet, to: () => '/wallet' },
  ADJUSTMENT_APPROVED: {
    group: 'wallet',
    Icon: Scale,
    to: () => '/dashboard/audit/adjustments',
    isForStaff: true,
  },
  PROFILE_TAKEN_DOWN: { group: 'moderation', Icon: EyeOff, to: () => '/profile' },
  PROFILE_RESTORED: { group: 'moderation', Icon: Undo2, to: () => '/profile' },
  POST_TAKEN_DOWN: { group: 'moderation', Icon: EyeOff, to: getPostPath },
  POST_RESTORED: { group: 'moderation', Icon: Undo2, to: getPostPath },
  ANIMAL_TAKEN_DOWN: { group: 'moderation', Icon: EyeOff, to: () => '/profile' },
  ANIMAL_RESTORED: { group: 'moderation', Icon: Undo2, to: () => '/profile' },
};

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
