import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

export interface SendMessage {
  readonly type: 'SendMessage';
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
  readonly content: string;
  /** What the author's client calls the message; the same again is not sent twice. */
  readonly clientId: string | null;
  /** The receiver's animal that the author writes about; that it can be adopted is the caller's business. */
  readonly animalId?: AdoptionId;
}

/** The reader has seen all there is. */
export interface ReadConversation {
  readonly type: 'ReadConversation';
  readonly conversationId: ConversationId;
  readonly readerId: AccountId;
}

export type ConversationCommand = SendMessage | ReadConversation;
