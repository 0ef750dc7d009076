import type { CommandsOf } from '../kernel/decider.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

/** Fields of the notification commands, in addition to the account id. */
interface NotificationCommandFields {
  /** Marks all notifications up to and including position `until` as read. */
  readonly ReadNotifications: { readonly until: Position };
  /** Mutes or unmutes a kind of notification. */
  readonly MuteNotificationKind: { readonly kind: string; readonly muted: boolean };
}

/** A command to the notification stream of an account. */
export type NotificationCommand = CommandsOf<NotificationCommandFields, { readonly accountId: AccountId }>;
