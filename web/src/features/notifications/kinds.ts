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
import type { EmailKind, Notification, NotificationKind } from '../../../../contract/notifications.ts';
import {
  EMAIL_KINDS,
  getPagePath,
  KIND_GROUPS,
  type KindGroup,
  NOTIFICATION_KINDS,
  notificationKinds,
} from '../../../../contract/rules/notifications.ts';

const GROUP_ICONS: Readonly<Record<KindGroup, LucideIcon>> = {
  posts: MessageSquare,
  profile: UserPlus,
  messages: MessageCircle,
  crowdfundings: HandCoins,
  donations: HandCoins,
  adoption: MessageCircle,
  wallet: Wallet,
  moderation: EyeOff,
};

/** Icons of kinds that do not have the icon of their group. */
const KIND_ICONS: Readonly<Partial<Record<NotificationKind, LucideIcon>>> = {
  LIKE: Heart,
  DONATION_NOT_MADE: Wallet,
  ORGANIZATION_APPROVED: BadgeCheck,
  CAMPAIGN_APPROVED: CircleCheck,
  CAMPAIGN_DECLINED: CircleX,
  CAMPAIGN_CANCELLED: Ban,
  CAMPAIGN_CLOSED: PackageCheck,
  CAMPAIGN_UPDATE: Megaphone,
  CAMPAIGN_TIME_OVER: CalendarClock,
  CAMPAIGN_RELEASED: Coins,
  REFUND: Undo2,
  ANIMAL_MATCH: SearchCheck,
  WARNING: TriangleAlert,
  ADJUSTMENT_APPROVED: Scale,
  PROFILE_RESTORED: Undo2,
  POST_RESTORED: Undo2,
  ANIMAL_RESTORED: Undo2,
};

/** Returns the icon of a notification kind: its own, or that of its group. */
export const getNotificationIcon = (kind: NotificationKind): LucideIcon =>
  KIND_ICONS[kind] ?? GROUP_ICONS[notificationKinds[kind].group];

/** Returns the path of the page that a notification links to. */
export const getNotificationPath = ({ kind, subject, actors: [actor] }: Notification): string =>
  getPagePath(notificationKinds[kind].page, {
    subjectId: subject?.id ?? '',
    actorId: actor?.id ?? '',
    actorNickname: actor?.nickname ?? '',
  });

/** A kind of notification, email, or both. New messages are only sent by email. */
type SettingKind = NotificationKind | EmailKind;

/** Returns whether a text is the name of a kind that is sent by email. */
export const isEmailKind = (name: string | undefined): name is EmailKind =>
  EMAIL_KINDS.some((kind) => kind === name);

/** Returns the kinds that an account can receive, by group and in the order of the settings. */
export const listKindGroups = (isStaffMember: boolean) =>
  KIND_GROUPS.map((group): { group: KindGroup; kinds: readonly SettingKind[] } => ({
    group,
    kinds:
      group === 'messages'
        ? ['MESSAGE']
        : NOTIFICATION_KINDS.filter((kind) => {
            const traits = notificationKinds[kind];
            return traits.group === group && (isStaffMember || !traits.isForStaff);
          }),
  }));
