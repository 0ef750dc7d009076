import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

/**
 * A conversation starts with its first message. `animalId` is set in the author's first message about an
 * animal of the receiver.
 */
export type MessageSent = DomainEvent<
  'MessageSent',
  {
    readonly conversationId: ConversationId;
    readonly messageId: MessageId;
    readonly authorId: AccountId;
    readonly receiverId: AccountId;
    readonly content: string;
    /** Id from the author's client, used to detect repetitions. */
    readonly clientId: string | null;
    readonly animalId?: AdoptionId;
  }
>;

/**
 * The reader has read `count` unread messages: all messages before this event. `authorId` is the other member;
 * events from before read receipts lack it.
 */
export type ConversationRead = DomainEvent<
  'ConversationRead',
  {
    readonly conversationId: ConversationId;
    readonly readerId: AccountId;
    readonly authorId?: AccountId;
    readonly count: number;
  }
>;

/** The account sends read receipts to others, and sees theirs. */
export type ReadReceiptsEnabled = DomainEvent<'ReadReceiptsEnabled', { readonly accountId: AccountId }>;
/** The account neither sends nor sees read receipts. */
export type ReadReceiptsDisabled = DomainEvent<'ReadReceiptsDisabled', { readonly accountId: AccountId }>;

export type ConversationEvent = MessageSent | ConversationRead;
export type ReadReceiptsEvent = ReadReceiptsEnabled | ReadReceiptsDisabled;

export const conversationEvents: EventDefinitions<ConversationEvent> = {
  MessageSent: { version: 1, personal: { fields: ['content'], owner: 'authorId' } },
  ConversationRead: { version: 1 },
};

export const readReceiptsEvents: EventDefinitions<ReadReceiptsEvent> = {
  ReadReceiptsEnabled: { version: 1 },
  ReadReceiptsDisabled: { version: 1 },
};
