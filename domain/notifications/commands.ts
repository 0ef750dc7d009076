import type { Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { NotificationKind } from './rules.ts';

/** The account has seen all that stands up to `until` in the log. */
export interface ReadNotifications {
  readonly type: 'ReadNotifications';
  readonly accountId: AccountId;
  readonly until: Position;
}

/** The account wants to be told of a kind, or not any more. */
export interface MuteNotificationKind {
  readonly type: 'MuteNotificationKind';
  readonly accountId: AccountId;
  readonly kind: NotificationKind;
  readonly muted: boolean;
}

export type NotificationCommand = ReadNotifications | MuteNotificationKind;
