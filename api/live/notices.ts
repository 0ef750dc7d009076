import type { ConversationRead } from '../../domain/conversations/events.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { audienceAmong, unreadOf } from '../../projections/notifications/notifications/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { LiveHint } from '../contract/live.ts';

/** The fields that say whose notifications an event changes: those of whoever is told, or of whoever sees less by it. */
const RECIPIENTS: Readonly<Record<string, readonly string[]>> = {
  PostLiked: ['authorId'],
  PostUnliked: ['authorId'],
  PostPublished: ['parentAuthorId'],
  PostDeleted: ['parentAuthorId', 'authorId'],
  PostTakenDown: ['parentAuthorId', 'authorId'],
  PostRestored: ['parentAuthorId', 'authorId'],
  AdoptionRemoved: ['ownerId'],
  AnimalTakenDown: ['ownerId'],
  AnimalRestored: ['ownerId'],
  MessageSent: ['receiverId'],
  ProfileFollowed: ['followeeId'],
  ProfileUnfollowed: ['followeeId'],
  AccountBlocked: ['blockerId', 'blockedId'],
  AccountUnblocked: ['blockerId', 'blockedId'],
  AccountMuted: ['muterId'],
  AccountUnmuted: ['muterId'],
  CoinsDonated: ['creatorId'],
  CrowdfundingExpiryAnnounced: ['creatorId'],
  DonationRefunded: ['accountId'],
  NotificationsRead: ['accountId'],
  NotificationKindMuted: ['accountId'],
  NotificationKindUnmuted: ['accountId'],
};

/** Events of campaigns that all who have to do with them are told of. */
const NEWS = new Set([
  'CrowdfundingApproved',
  'CrowdfundingRejected',
  'CrowdfundingCancelled',
  'CrowdfundingExpired',
  'CrowdfundingClosed',
]);

function recipientsOf({ type, data }: RecordedEvent): readonly AccountId[] {
  const fields = data as Readonly<Record<string, AccountId | undefined>>;
  if (type === 'MessageSent' && !fields.animalId) return [];
  return (RECIPIENTS[type] ?? []).flatMap((field) => fields[field] ?? []);
}

/** Whose notifications have changed since the last hints, as far as they listen. */
export class Concerned {
  readonly #accounts = new Set<AccountId>();
  readonly #campaigns = new Set<CrowdfundingId>();
  /** Conversations that were read, by their readers. */
  readonly #read = new Map<AccountId, Set<ConversationId>>();

  /** Whether there is anybody to look for. */
  get some(): boolean {
    return this.#accounts.size > 0 || this.#campaigns.size > 0 || this.#read.size > 0;
  }

  add(event: RecordedEvent, isListening: (id: AccountId) => boolean): void {
    if (NEWS.has(event.type)) {
      this.#campaigns.add((event.data as { crowdfundingId: CrowdfundingId }).crowdfundingId);
      return;
    }
    if (event.type === 'ConversationRead') {
      const { readerId, conversationId } = (event as RecordedEvent<ConversationRead>).data;
      const read = this.#read.get(readerId) ?? new Set();
      if (isListening(readerId)) this.#read.set(readerId, read.add(conversationId));
      return;
    }
    for (const recipient of recipientsOf(event)) if (isListening(recipient)) this.#accounts.add(recipient);
  }

  #readHints(readerId: AccountId): LiveHint[] {
    return [...(this.#read.get(readerId) ?? [])].map((id) => ({ name: 'conversation-read', data: { id } }));
  }

  /** What each of those who listen is told: how much is unread, and what they have read. */
  async hints(
    db: Queryable,
    listening: ReadonlyMap<AccountId, unknown>,
  ): Promise<ReadonlyMap<AccountId, readonly LiveHint[]>> {
    const known = [...this.#accounts].filter((id) => listening.has(id));
    const audience =
      this.#campaigns.size > 0 && listening.size > 0
        ? await audienceAmong(db, [...this.#campaigns], [...listening.keys()])
        : [];
    const ids = [...new Set([...known, ...audience])];
    const unread = ids.length > 0 ? await unreadOf(db, ids) : new Map<AccountId, number>();
    return new Map(
      [...ids, ...this.#read.keys()].map((id) => [
        id,
        [...unreadHints(unread.get(id)), ...this.#readHints(id)],
      ]),
    );
  }
}

const unreadHints = (unread: number | undefined): LiveHint[] =>
  unread === undefined ? [] : [{ name: 'notifications-changed', data: { unread } }];
