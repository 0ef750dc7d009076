import type { DomainEvent, EventDefinitions, Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

type EventOf<Type extends string, Data extends object> = DomainEvent<
  Type,
  { readonly accountId: AccountId } & Data
>;

/** The account has read all notifications up to and including position `until`. */
export type NotificationsRead = EventOf<'NotificationsRead', { readonly until: Position }>;
/**
 * From now on, notifications of this kind are neither counted nor shown, including existing ones. Kinds are defined in
 * `domain/effects/table.ts`; old events can contain kinds that no longer exist.
 */
export type NotificationKindMuted = EventOf<'NotificationKindMuted', { readonly kind: string }>;
/** Notifications of this kind are counted and shown again, including those added while the kind was muted. */
export type NotificationKindUnmuted = EventOf<'NotificationKindUnmuted', { readonly kind: string }>;

export type NotificationEvent = NotificationsRead | NotificationKindMuted | NotificationKindUnmuted;

export const notificationEvents: EventDefinitions<NotificationEvent> = {
  NotificationsRead: { version: 1 },
  NotificationKindMuted: { version: 1 },
  NotificationKindUnmuted: { version: 1 },
};
