import type { ConversationRead } from '../../domain/conversations/events.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { audienceAmong, unreadOf } from '../../projections/notifications/notifications/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { LiveHint } from '../contract/live.ts';

/** The field that says whose notifications an event changes. */
const RECIPIENT: Readonly<Record<string, string>> = {
  PostLiked: 'authorId',
  PostUnliked: 'authorId',
  PostPublished: 'parentAuthorId',
  PostDeleted: 'parentAuthorId',
  ProfileFollowed: 'followeeId',
  ProfileUnfollowed: 'followeeId',
  CoinsDonated: 'creatorId',
  DonationRefunded: 'accountId',
  NotificationsRead: 'accountId',
  NotificationKindMuted: 'accountId',
  NotificationKindUnmuted: 'accountId',
};

/** Events of campaigns that all who have to do with them are told of. */
const NEWS = new Set([
  'CrowdfundingApproved',
  'CrowdfundingRejected',
  'CrowdfundingCancelled',
  'CrowdfundingExpired',
  'CrowdfundingClosed',
]);

function recipientOf({ type, data }: RecordedEvent): AccountId | null {
  const fields = data as Readonly<Record<string, AccountId | undefined>>;
  if (type === 'MessageSent') return fields.animalId ? (fields.receiverId ?? null) : null;
  const field = RECIPIENT[type];
  return (field && fields[field]) || null;
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
    const recipient = recipientOf(event);
    if (recipient && isListening(recipient)) this.#accounts.add(recipient);
  }

  #readHints(readerId: AccountId): LiveHint[] {
    return [...(this.#read.get(readerId) ?? [])].map((id) => ({ name: 'conversation-read', data: { id } }));
  }

  /** What each of those who listen is told: how much is unread, and what they have read. */
  async hints(
    db: Queryable,
    listening: ReadonlySet<AccountId>,
  ): Promise<ReadonlyMap<AccountId, readonly LiveHint[]>> {
    const known = [...this.#accounts].filter((id) => listening.has(id));
    const audience =
      this.#campaigns.size > 0 && listening.size > 0
        ? await audienceAmong(db, [...this.#campaigns], [...listening])
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
