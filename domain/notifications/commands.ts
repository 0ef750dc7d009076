import type { Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

/** Marks all notifications up to and including position `until` as read. */
export interface ReadNotifications {
  readonly type: 'ReadNotifications';
  readonly accountId: AccountId;
  readonly until: Position;
}

/** Mutes or unmutes a kind of notification. */
export interface MuteNotificationKind {
  readonly type: 'MuteNotificationKind';
  readonly accountId: AccountId;
  readonly kind: string;
  readonly muted: boolean;
}

/** A command to the notification stream of an account. */
export type NotificationCommand = ReadNotifications | MuteNotificationKind;
