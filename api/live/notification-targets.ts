import type { LiveHint } from '../../contract/live.ts';
import type { UnreadNotifications } from '../../contract/notifications.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { ReadConversation } from '../../domain/effects/definition.ts';
import { effectsByType } from '../../domain/effects/table.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { countUnread, filterAudience } from '../../projections/notifications/notifications/query.ts';
import type { Queryable } from '../../projections/queryable.ts';

/** The connected accounts whose notifications have changed since the last live updates. */
export class NotificationTargets {
  readonly #accounts = new Set<AccountId>();
  /** Crowdfundings with news; their audience is read when the updates are sent. */
  readonly #crowdfundings = new Set<CrowdfundingId>();
  /** Conversations that were read, by their readers. */
  readonly #readConversations = new Map<AccountId, Set<ConversationId>>();

  get isEmpty(): boolean {
    return this.#accounts.size === 0 && this.#crowdfundings.size === 0 && this.#readConversations.size === 0;
  }

  add(event: RecordedEvent, isListening: (id: AccountId) => boolean): void {
    const effects = effectsByType[event.type];
    if (!effects) return;
    if (effects.notify) this.#addAccount(effects.notify(event)?.recipientId, isListening);
    if (effects.withdraw) this.#addAccount(effects.withdraw(event)?.recipientId, isListening);
    if (effects.recountUnread)
      for (const id of effects.recountUnread(event)) this.#addAccount(id, isListening);
    const news = effects.announce?.(event);
    if (news) this.#crowdfundings.add(news.crowdfundingId);
    if (effects.readConversation) this.#addRead(effects.readConversation(event), isListening);
  }

  #addAccount(id: AccountId | undefined, isListening: (id: AccountId) => boolean): void {
    if (id && isListening(id)) this.#accounts.add(id);
  }

  #addRead({ readerId, conversationId }: ReadConversation, isListening: (id: AccountId) => boolean): void {
    if (!isListening(readerId)) return;
    const conversations = this.#readConversations.get(readerId) ?? new Set();
    this.#readConversations.set(readerId, conversations.add(conversationId));
  }

  /** Returns, for each target, the number of its unread notifications and the conversations that it has read. */
  async loadHints(
    db: Queryable,
    listeningAccounts: ReadonlyMap<AccountId, unknown>,
  ): Promise<ReadonlyMap<AccountId, readonly LiveHint[]>> {
    const accounts = [...this.#accounts].filter((id) => listeningAccounts.has(id));
    const audience =
      this.#crowdfundings.size > 0 && listeningAccounts.size > 0
        ? await filterAudience(db, [...this.#crowdfundings], [...listeningAccounts.keys()])
        : [];
    const ids = [...new Set([...accounts, ...audience])];
    const unread = ids.length > 0 ? await countUnread(db, ids) : new Map<AccountId, UnreadNotifications>();
    return new Map(
      [...ids, ...this.#readConversations.keys()].map((id) => [
        id,
        [...toUnreadHints(unread.get(id)), ...toReadHints(this.#readConversations.get(id))],
      ]),
    );
  }
}

const toUnreadHints = (data: UnreadNotifications | undefined): LiveHint[] =>
  data ? [{ name: 'notifications-changed', data }] : [];

const toReadHints = (conversations: ReadonlySet<ConversationId> = new Set()): LiveHint[] =>
  [...conversations].map((id) => ({ name: 'conversation-read', data: { id } }));
