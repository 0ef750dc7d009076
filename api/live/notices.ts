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

  /** Whether there is anybody to look for. */
  get some(): boolean {
    return this.#accounts.size > 0 || this.#campaigns.size > 0;
  }

  add(event: RecordedEvent, isListening: (id: AccountId) => boolean): void {
    if (NEWS.has(event.type)) {
      this.#campaigns.add((event.data as { crowdfundingId: CrowdfundingId }).crowdfundingId);
      return;
    }
    const recipient = recipientOf(event);
    if (recipient && isListening(recipient)) this.#accounts.add(recipient);
  }

  /** How much is unread by each of those who listen. */
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
    return new Map([...unread].map(([id, count]) => [id, [hintOf(count)]]));
  }
}

const hintOf = (unread: number): LiveHint => ({ name: 'notifications-changed', data: { unread } });
