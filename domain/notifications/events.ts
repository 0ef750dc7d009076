import type { DomainEvent, EventDefinitions, Position } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { NotificationKind } from './rules.ts';

type Of<Type extends string, Data extends object> = DomainEvent<
  Type,
  { readonly accountId: AccountId } & Data
>;

/** Whatever happened up to `until`, a position of the log, is not news to the account any more. */
export type NotificationsRead = Of<'NotificationsRead', { readonly until: Position }>;
/** The account is not told of this kind any more: neither counted nor shown, also of what happened before. */
export type NotificationKindMuted = Of<'NotificationKindMuted', { readonly kind: NotificationKind }>;
/** The account is told of this kind again, also of what happened meanwhile. */
export type NotificationKindUnmuted = Of<'NotificationKindUnmuted', { readonly kind: NotificationKind }>;

export type NotificationEvent = NotificationsRead | NotificationKindMuted | NotificationKindUnmuted;

export const notificationEvents: EventDefinitions<NotificationEvent> = {
  NotificationsRead: { version: 1 },
  NotificationKindMuted: { version: 1 },
  NotificationKindUnmuted: { version: 1 },
};
