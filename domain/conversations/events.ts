import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

/**
 * The first event of a conversation is its first message. `animalId` is in the first message that its author wrote about
 * an animal of the receiver.
 */
export type MessageSent = DomainEvent<
  'MessageSent',
  {
    readonly conversationId: ConversationId;
    readonly messageId: MessageId;
    readonly authorId: AccountId;
    readonly receiverId: AccountId;
    readonly content: string;
    /** What the author's client calls it, so that sending it again is known. */
    readonly clientId: string | null;
    readonly animalId?: AdoptionId;
  }
>;

/** `count` messages that were unread are not any more. */
export type ConversationRead = DomainEvent<
  'ConversationRead',
  { readonly conversationId: ConversationId; readonly readerId: AccountId; readonly count: number }
>;

export type ConversationEvent = MessageSent | ConversationRead;

export const conversationEvents: EventDefinitions<ConversationEvent> = {
  MessageSent: { version: 1, personal: { fields: ['content'], owner: 'authorId' } },
  ConversationRead: { version: 1 },
};
