import type { LiveHint } from '../../contract/live.ts';
import type { UnreadNotifications } from '../../contract/notifications.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import { listNotifications } from '../../domain/effects/definition.ts';
import { effectsByType } from '../../domain/effects/table.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../domain/kernel/ids.ts';
import { getWalletOwner } from '../../domain/ledger/journal.ts';
import { loadReadReceipts } from '../../projections/conversations/messages/query.ts';
import {
  countUnread,
  filterAudienceMembers,
  filterNotifiedAccounts,
} from '../../projections/notifications/notifications/query.ts';
import type { Queryable } from '../../projections/queryable.ts';

/** Collects the connected accounts whose notifications, messages or wallets have changed since the last live updates. */
export class AccountTargets {
  readonly #accounts = new Set<AccountId>();
  readonly #walletOwners = new Set<AccountId>();
  /** The accounts that get the news are loaded when the updates are sent. */
  readonly #crowdfundings = new Set<CrowdfundingId>();
  /** Subjects that appeared or disappeared. The accounts with notifications about them are loaded later. */
  readonly #subjects = new Set<Uuid>();
  /** Keyed by the account that read them. */
  readonly #readConversations = new Map<AccountId, Set<ConversationId>>();
  /** Keyed by the author of the messages that were read. */
  readonly #seenConversations = new Map<AccountId, Set<ConversationId>>();

  get isEmpty(): boolean {
    return [
      this.#accounts,
      this.#walletOwners,
      this.#crowdfundings,
      this.#subjects,
      this.#readConversations,
      this.#seenConversations,
    ].every(({ size }) => size === 0);
  }

  add(event: RecordedEvent, isListening: (id: AccountId) => boolean): void {
    const walletOwner = getWalletOwner(event);
    if (walletOwner && isListening(walletOwner)) this.#walletOwners.add(walletOwner);
    const effects = effectsByType[event.type];
    if (!effects) return;
    if (effects.notify)
      for (const { recipientId } of listNotifications(effects, event))
        this.#addAccount(recipientId, isListening);
    if (effects.withdraw) this.#addAccount(effects.withdraw(event)?.recipientId, isListening);
    if (effects.recountUnread)
      for (const id of effects.recountUnread(event)) this.#addAccount(id, isListening);
    if (effects.recountBySubject) this.#subjects.add(effects.recountBySubject(event));
    const announcement = effects.announce?.(event);
    if (announcement) this.#crowdfundings.add(announcement.crowdfundingId);
    const readMark = effects.readMark?.(event);
    if (!readMark) return;
    if (isListening(readMark.readerId))
      addConversation(this.#readConversations, readMark.readerId, readMark.conversationId);
    if (readMark.authorId && isListening(readMark.authorId))
      addConversation(this.#seenConversations, readMark.authorId, readMark.conversationId);
  }

  #addAccount(id: AccountId | undefined, isListening: (id: AccountId) => boolean): void {
    if (id && isListening(id)) this.#accounts.add(id);
  }

  /**
   * Loads the unread count of each target account, whether its wallet has changed, the conversations that it has read,
   * and its read receipts.
   */
  async loadHints(
    db: Queryable,
    listeningAccounts: ReadonlyMap<AccountId, unknown>,
  ): Promise<ReadonlyMap<AccountId, readonly LiveHint[]>> {
    const accounts = [...this.#accounts].filter((id) => listeningAccounts.has(id));
    const listeningIds = [...listeningAccounts.keys()];
    const [audience, notifiedIds] = await Promise.all([
      this.#crowdfundings.size > 0 && listeningIds.length > 0
        ? filterAudienceMembers(db, [...this.#crowdfundings], listeningIds)
        : [],
      this.#subjects.size > 0 && listeningIds.length > 0
        ? filterNotifiedAccounts(db, [...this.#subjects], listeningIds)
        : [],
    ]);
    const ids = [...new Set([...accounts, ...audience, ...notifiedIds])];
    const [unreadByAccount, seenHints] = await Promise.all([
      ids.length > 0 ? countUnread(db, ids) : new Map<AccountId, UnreadNotifications>(),
      this.#loadSeenHints(db),
    ]);
    return new Map(
      [...ids, ...this.#walletOwners, ...this.#readConversations.keys(), ...seenHints.keys()].map((id) => [
        id,
        [
          ...toUnreadHints(unreadByAccount.get(id)),
          ...(this.#walletOwners.has(id) ? [WALLET_CHANGED] : []),
          ...toReadHints(this.#readConversations.get(id)),
          ...(seenHints.get(id) ?? []),
        ],
      ]),
    );
  }

  async #loadSeenHints(db: Queryable): Promise<ReadonlyMap<AccountId, readonly LiveHint[]>> {
    const hints = new Map<AccountId, LiveHint[]>();
    const pairs = [...this.#seenConversations].flatMap(([accountId, conversations]) =>
      [...conversations].map((conversationId) => ({ accountId, conversationId })),
    );
    const receipts = pairs.length > 0 ? await loadReadReceipts(db, pairs) : [];
    for (const { accountId, ...data } of receipts)
      hints.set(accountId, [...(hints.get(accountId) ?? []), { name: 'messages-seen', data }]);
    return hints;
  }
}

function addConversation(
  conversationsByAccount: Map<AccountId, Set<ConversationId>>,
  accountId: AccountId,
  conversationId: ConversationId,
): void {
  const conversations = conversationsByAccount.get(accountId) ?? new Set();
  conversationsByAccount.set(accountId, conversations.add(conversationId));
}

const WALLET_CHANGED: LiveHint = { name: 'wallet-changed', data: {} };

const toUnreadHints = (data: UnreadNotifications | undefined): LiveHint[] =>
  data ? [{ name: 'notifications-changed', data }] : [];

const toReadHints = (conversations: ReadonlySet<ConversationId> = new Set()): LiveHint[] =>
  [...conversations].map((id) => ({ name: 'conversation-read', data: { id } }));
