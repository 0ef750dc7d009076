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

interface KindPresentation {
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

/** Icon and link target by notification kind. */
export const KINDS: Readonly<Record<NotificationKind, KindPresentation>> = {
  LIKE: { Icon: Heart, to: getPostPath, hasQuote: true },
  COMMENT: { Icon: MessageSquare, to: getPostPath, hasQuote: true },
  FOLLOW: { Icon: UserPlus, to: getProfilePath },
  DONATION: { Icon: HandCoins, to: getCrowdfundingPath },
  DONATION_NOT_MADE: { Icon: Wallet, to: getCrowdfundingPath },
  ORGANIZATION_APPROVED: { Icon: BadgeCheck, to: () => '/profile' },
  CAMPAIGN_APPROVED: { Icon: CircleCheck, to: getCrowdfundingPath },
  CAMPAIGN_DECLINED: { Icon: CircleX, to: getCrowdfundingPath },
  CAMPAIGN_CANCELLED: { Icon: Ban, to: getCrowdfundingPath },
  CAMPAIGN_CLOSED: { Icon: PackageCheck, to: getCrowdfundingPath },
  CAMPAIGN_UPDATE: { Icon: Megaphone, to: getUpdatesPath },
  CAMPAIGN_TIME_OVER: { Icon: CalendarClock, to: getCrowdfundingPath },
  REFUND: { Icon: Undo2, to: () => '/wallet' },
  ADOPTION_CONTACT: { Icon: MessageCircle, to: getChatPath },
  ANIMAL_MATCH: { Icon: SearchCheck, to: getAnimalPath },
  WARNING: { Icon: TriangleAlert, to: () => '/profile' },
  COINS_ADDED: { Icon: Wallet, to: () => '/wallet' },
  COINS_TAKEN: { Icon: Wallet, to: () => '/wallet' },
  DEBT_WRITTEN_OFF: { Icon: Wallet, to: () => '/wallet' },
  ADJUSTMENT_APPROVED: { Icon: Scale, to: () => '/dashboard/audit/adjustments', isForStaff: true },
  PROFILE_TAKEN_DOWN: { Icon: EyeOff, to: () => '/profile' },
  PROFILE_RESTORED: { Icon: Undo2, to: () => '/profile' },
  POST_TAKEN_DOWN: { Icon: EyeOff, to: getPostPath },
  POST_RESTORED: { Icon: Undo2, to: getPostPath },
  ANIMAL_TAKEN_DOWN: { Icon: EyeOff, to: () => '/profile' },
  ANIMAL_RESTORED: { Icon: Undo2, to: () => '/profile' },
};

/** Notification kinds, in the order of the settings page. */
export const KIND_NAMES = Object.keys(KINDS) as readonly NotificationKind[];

const EMAIL_KINDS: Readonly<Record<EmailKind, true>> = {
  MESSAGE: true,
  ADOPTION_CONTACT: true,
  ANIMAL_MATCH: true,
  ORGANIZATION_APPROVED: true,
  CAMPAIGN_APPROVED: true,
  CAMPAIGN_DECLINED: true,
  CAMPAIGN_TIME_OVER: true,
  CAMPAIGN_CANCELLED: true,
  CAMPAIGN_CLOSED: true,
  REFUND: true,
  DONATION_NOT_MADE: true,
};

/** Notification kinds that can be sent by email, in the order of the settings page. */
export const EMAIL_KIND_NAMES = Object.keys(EMAIL_KINDS) as readonly EmailKind[];
