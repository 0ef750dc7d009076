import type { Coins } from '../kernel/coins.ts';
import { DAY_MS } from '../kernel/durations.ts';
import type { DomainEvent, OfType, RecordedEvent } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, PostId, Uuid } from '../kernel/ids.ts';

/** Key of a notification. A source causes at most one notification per recipient, subject and kind. */
export interface NotificationKey<Kind extends string = string> {
  readonly kind: Kind;
  /** The account that receives the notification. */
  readonly recipientId: AccountId;
  readonly subjectId: Uuid;
  readonly sourceId: Uuid;
}

/** A notification for one account about an event. */
export interface Notification<Kind extends string = string> extends NotificationKey<Kind> {
  /** The account that caused the notification; null for staff and the system, which are not named. */
  readonly actorId: AccountId | null;
  readonly amount?: Coins;
  /** Days until a campaign is automatically refunded. */
  readonly daysLeft?: number;
}

/**
 * Returns the day on which an event occurred, in days since 1970. Notifications with the same kind, subject and day are
 * shown as one.
 */
export const getGroupDay = ({ metadata }: Pick<RecordedEvent, 'metadata'>): number =>
  Math.floor(Date.parse(metadata.occurredAt) / DAY_MS);

/** Relation of an account to a campaign whose news it receives. */
export type AudienceRole = 'CREATOR' | 'DONOR';

/** News for a campaign's audience except the event's actor. Replaces earlier news of the same kind. */
export interface CrowdfundingNews<Kind extends string = string> {
  readonly crowdfundingId: CrowdfundingId;
  readonly kind: Kind;
  readonly audience: AudienceRole | 'ALL';
  /** Account whose followers also receive the news. */
  readonly followedId?: AccountId;
}

/** An account that receives news about a campaign. */
export interface AudienceMember {
  readonly crowdfundingId: CrowdfundingId;
  readonly accountId: AccountId;
  readonly role: AudienceRole;
}

/** A live update about one post. It is sent to clients unchanged. */
export type PostUpdate =
  | {
      readonly name: 'post-deleted';
      readonly data: { readonly id: PostId; readonly parentId: PostId | null };
    }
  | {
      readonly name: 'post-published' | 'post-edited' | 'post-taken-down' | 'post-restored';
      readonly data: {
        readonly id: PostId;
        readonly authorId: AccountId;
        readonly parentId: PostId | null;
      };
    };

/** Changes to show on pages that are open. */
export interface PageChanges {
  readonly update?: PostUpdate;
  /** Posts whose counts have changed. */
  readonly posts?: readonly PostId[];
  readonly profiles?: readonly AccountId[];
  readonly crowdfundings?: readonly CrowdfundingId[];
}

interface ReadMark {
  readonly readerId: AccountId;
  /** The other participant; unknown in events from before read receipts were introduced. */
  readonly authorId?: AccountId;
  readonly conversationId: Uuid;
}

/**
 * Effects of one event type, as pure functions of the event. They are declared as methods because bivariant parameters
 * allow calling them with any event type. An event causes at most one email per account: its emailed notifications
 * differ only in the recipient, and it does not also announce emailed news.
 */
export interface EventEffects<E extends DomainEvent = DomainEvent, Kind extends string = string> {
  /** Returns notifications to add. They replace existing notifications with the same key. */
  notify?(event: RecordedEvent<E>): Notification<Kind> | readonly Notification<Kind>[] | null;
  /** Returns the key of a notification to remove, or null. */
  withdraw?(event: RecordedEvent<E>): NotificationKey<Kind> | null;
  announce?(event: RecordedEvent<E>): CrowdfundingNews<Kind> | null;
  addToAudience?(event: RecordedEvent<E>): AudienceMember;
  /** Returns further accounts whose number of unread notifications may change. */
  recountUnread?(event: RecordedEvent<E>): readonly (AccountId | undefined)[];
  /** Returns a subject that appears or disappears, which changes the unread counts of accounts notified of it. */
  recountBySubject?(event: RecordedEvent<E>): Uuid;
  /** Returns the conversation that was read. Its reader's other devices and the author of the messages are notified. */
  readMark?(event: RecordedEvent<E>): ReadMark;
  refresh?(event: RecordedEvent<E>): PageChanges;
}

const NO_NOTIFICATIONS: readonly never[] = [];

/** Returns the notifications that an event adds. */
export function listNotifications<Kind extends string>(
  effects: EventEffects<DomainEvent, Kind> | undefined,
  event: RecordedEvent,
): readonly Notification<Kind>[] {
  const added = effects?.notify?.(event) ?? NO_NOTIFICATIONS;
  return 'kind' in added ? [added] : added;
}

/** Effects by event type. Event types that are not listed have no effects. */
export type EffectTable<E extends DomainEvent, Kind extends string> = {
  readonly [Type in E['type']]?: EventEffects<OfType<E, Type>, Kind>;
};
