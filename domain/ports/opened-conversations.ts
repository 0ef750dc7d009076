import type { ConversationId } from '../conversations/ids.ts';
import type { AccountId } from '../kernel/ids.ts';

/** A conversation and its members. */
interface OpenedConversation {
  readonly conversationId: ConversationId;
  readonly youngerId: AccountId;
  readonly olderId: AccountId;
}

/**
 * Conversations without messages whose ids were returned to their younger members. The older member cannot be computed
 * from the id.
 */
export interface OpenedConversations {
  /** Further calls have no effect. */
  readonly add: (conversation: OpenedConversation) => Promise<void>;
  /** Returns the older member of a conversation that its younger member has opened, or null. */
  readonly findOlderMember: (youngerId: AccountId, id: ConversationId) => Promise<AccountId | null>;
}
