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
  MessageCircle,
  MessageSquare,
  PackageCheck,
  Undo2,
  UserPlus,
} from 'lucide-react';
import type { Notification, NotificationKind } from '../../../../contract/notifications.ts';

interface Kind {
  readonly Icon: LucideIcon;
  /** Target of a notification of the kind. */
  readonly to: (notification: Notification) => string;
  /** Whether the text of the subject is shown below the sentence. */
  readonly isQuoting?: boolean;
}

const post = ({ subject }: Notification): string => `/post/${subject?.id ?? ''}`;
const campaign = ({ subject }: Notification): string => `/crowdfundings/${subject?.id ?? ''}`;
const profile = ({ actors: [actor] }: Notification): string => `/profile/${actor?.nickname ?? ''}`;
const chat = ({ actors: [actor] }: Notification): string => `/conversations/${actor?.id ?? ''}`;

/** Icon and target of each kind of notification. */
export const KINDS: Readonly<Record<NotificationKind, Kind>> = {
  LIKE: { Icon: Heart, to: post, isQuoting: true },
  COMMENT: { Icon: MessageSquare, to: post, isQuoting: true },
  FOLLOW: { Icon: UserPlus, to: profile },
  DONATION: { Icon: HandCoins, to: campaign },
  ORGANIZATION_APPROVED: { Icon: BadgeCheck, to: () => '/profile' },
  CAMPAIGN_APPROVED: { Icon: CircleCheck, to: campaign },
  CAMPAIGN_DECLINED: { Icon: CircleX, to: campaign },
  CAMPAIGN_CANCELLED: { Icon: Ban, to: campaign },
  CAMPAIGN_CLOSED: { Icon: PackageCheck, to: campaign },
  CAMPAIGN_TIME_OVER: { Icon: CalendarClock, to: campaign },
  REFUND: { Icon: Undo2, to: () => '/wallet' },
  ADOPTION_CONTACT: { Icon: MessageCircle, to: chat },
  POST_TAKEN_DOWN: { Icon: EyeOff, to: post },
  POST_RESTORED: { Icon: Undo2, to: post },
  ANIMAL_TAKEN_DOWN: { Icon: EyeOff, to: () => '/profile' },
  ANIMAL_RESTORED: { Icon: Undo2, to: () => '/profile' },
};

/** The kinds, in the order of the settings. */
export const KIND_NAMES = Object.keys(KINDS) as readonly NotificationKind[];
