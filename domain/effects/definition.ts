import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, PostId, Uuid } from '../kernel/ids.ts';

/** Key of a notification. A source notifies an account at most once about a subject. */
export interface NotificationKey<Kind extends string = string> {
  readonly kind: Kind;
  /** The account that is notified. */
  readonly recipientId: AccountId;
  readonly subjectId: Uuid;
  readonly sourceId: Uuid;
}

export interface Notification<Kind extends string = string> extends NotificationKey<Kind> {
  /** The account that caused it; null for staff and the system, which are not named. */
  readonly actorId: AccountId | null;
  readonly amount?: Coins;
  /** Days until the automatic refund of a crowdfunding. */
  readonly daysLeft?: number;
}

const DAY_MS = 86_400_000;

/**
 * Returns the day of an event, in days since 1970. Notifications of the same kind, subject and day are shown
 * as one.
 */
export const getGroupDay = ({ metadata }: Pick<RecordedEvent, 'metadata'>): number =>
  Math.floor(Date.parse(metadata.occurredAt) / DAY_MS);

export type AudienceRole = 'CREATOR' | 'DONOR';

/**
 * News of a crowdfunding: one notification for its whole audience, except the actor of the event. Newer news of the
 * same kind replace it.
 */
export interface CrowdfundingNews<Kind extends string = string> {
  readonly crowdfundingId: CrowdfundingId;
  readonly kind: Kind;
  readonly audience: AudienceRole | 'ALL';
  /** Its followers also receive the news. */
  readonly followedId?: AccountId;
}

/** An account that receives the news of a crowdfunding. */
export interface AudienceMember {
  readonly crowdfundingId: CrowdfundingId;
  readonly accountId: AccountId;
  readonly role: AudienceRole;
}

/** A live update about one post, sent to clients unchanged. */
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

/** Changes of open pages. */
export interface PageChanges {
  readonly update?: PostUpdate;
  /** Posts with new counts. */
  readonly posts?: readonly PostId[];
  readonly profiles?: readonly AccountId[];
  readonly crowdfundings?: readonly CrowdfundingId[];
}

export interface ReadConversation {
  readonly readerId: AccountId;
  /** The other member; unknown in events from before read receipts. */
  readonly authorId?: AccountId;
  readonly conversationId: Uuid;
}

/**
 * Effects of one event type, as pure functions of the event. They are methods because bivariant parameters
 * allow a lookup by any event type.
 */
export interface EventEffects<E extends DomainEvent = DomainEvent, Kind extends string = string> {
  /** Adds notifications, or moves them to this event if they exist. */
  notify?(event: RecordedEvent<E>): Notification<Kind> | readonly Notification<Kind>[] | null;
  /** Removes a notification. */
  withdraw?(event: RecordedEvent<E>): NotificationKey<Kind> | null;
  announce?(event: RecordedEvent<E>): CrowdfundingNews<Kind> | null;
  addToAudience?(event: RecordedEvent<E>): AudienceMember;
  /**
   * Further accounts whose number of unread notifications may change. Accounts of `notify` and `withdraw` and
   * audiences of `announce` are not repeated here.
   */
  recountUnread?(event: RecordedEvent<E>): readonly (AccountId | undefined)[];
  /** Subject that appears or disappears: the number of unread notifications of all accounts notified of it may change. */
  recountNotifiedOf?(event: RecordedEvent<E>): Uuid;
  /** The conversation that was read, for the other devices of its reader and for the author of the messages. */
  readConversation?(event: RecordedEvent<E>): ReadConversation;
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

/** Effects by event type. A missing type has no effects. */
export type EffectTable<E extends DomainEvent, Kind extends string> = {
  readonly [Type in E['type']]?: EventEffects<Extract<E, { type: Type }>, Kind>;
};
