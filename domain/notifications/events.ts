import type { EventDefinitions, EventsOf, Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

/** Data of the notification events, in addition to the account id. */
interface NotificationEventData {
  /** The account has read all notifications up to and including position `until`. */
  readonly NotificationsRead: { readonly until: Position };
  /**
   * From now on, notifications of this kind are neither counted nor shown, including existing ones. Kinds are defined
   * in `domain/effects/kinds.ts`; old events can contain kinds that no longer exist.
   */
  readonly NotificationKindMuted: { readonly kind: string };
  /** Notifications of this kind are counted and shown again, including those added while the kind was muted. */
  readonly NotificationKindUnmuted: { readonly kind: string };
}

/** An event of the notification stream of an account. */
export type NotificationEvent = EventsOf<NotificationEventData, { readonly accountId: AccountId }>;

export const notificationEvents: EventDefinitions<NotificationEvent> = {
  NotificationsRead: { version: 1 },
  NotificationKindMuted: { version: 1 },
  NotificationKindUnmuted: { version: 1 },
};
