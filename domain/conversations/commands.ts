import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

/** Sends a private message. The first message between two accounts starts their conversation. */
export interface SendMessage {
  readonly type: 'SendMessage';
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
  readonly content: string;
  /** Id chosen by the author's client. Sending the same id again has no effect. */
  readonly clientId: string | null;
  /** Animal of the receiver that the message is about, available for adoption. The caller has checked it. */
  readonly animalId?: AdoptionId;
}

/** Marks all messages sent to `readerId` as read. */
export interface ReadConversation {
  readonly type: 'ReadConversation';
  readonly conversationId: ConversationId;
  readonly readerId: AccountId;
}

/** A command to a conversation stream. */
export type ConversationCommand = SendMessage | ReadConversation;
