import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

export interface SendMessage {
  readonly type: 'SendMessage';
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
  readonly content: string;
  /** Id from the author's client. A repetition with the same id has no effect. */
  readonly clientId: string | null;
  /** Animal of the receiver that the message is about. The caller has checked that it can be adopted. */
  readonly animalId?: AdoptionId;
}

/** Marks all messages to the reader as read. */
export interface ReadConversation {
  readonly type: 'ReadConversation';
  readonly conversationId: ConversationId;
  readonly readerId: AccountId;
}

export type ConversationCommand = SendMessage | ReadConversation;
