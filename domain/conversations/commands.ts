import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

/** Fields of the conversation commands, in addition to the conversation id. */
interface ConversationCommandFields {
  /** Sends a private message. The first message between two accounts starts their conversation. */
  readonly SendMessage: {
    readonly messageId: MessageId;
    readonly authorId: AccountId;
    readonly receiverId: AccountId;
    readonly content: string;
    /** Id chosen by the author's client. Sending the same id again has no effect. */
    readonly clientId: string | null;
    /** Animal of the receiver that the message is about, available for adoption. The caller has checked it. */
    readonly animalId?: AdoptionId;
  };
  /** Marks all messages sent to `readerId` as read. */
  readonly ReadConversation: { readonly readerId: AccountId };
}

/** A command to a conversation stream. */
export type ConversationCommand = CommandsOf<
  ConversationCommandFields,
  { readonly conversationId: ConversationId }
>;

/** Turns an account's read receipts on or off. */
export interface SwitchReadReceipts {
  readonly type: 'SwitchReadReceipts';
  readonly accountId: AccountId;
  readonly enabled: boolean;
}
