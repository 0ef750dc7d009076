import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationId, MessageId } from './ids.ts';

/**
 * A message was sent. The first message starts the conversation. `animalId` is set only in the author's first message
 * about an animal that belongs to the receiver.
 */
export type MessageSent = DomainEvent<
  'MessageSent',
  {
    readonly conversationId: ConversationId;
    readonly messageId: MessageId;
    readonly authorId: AccountId;
    readonly receiverId: AccountId;
    readonly content: string;
    /** Id chosen by the author's client, used to detect repetitions. */
    readonly clientId: string | null;
    readonly animalId?: AdoptionId;
  }
>;

/**
 * `readerId` has read all messages before this event; `count` of them were unread. `authorId` is the other participant,
 * missing in events from before read receipts were introduced.
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

/** From now on, the account sends read receipts and sees those of others. */
export type ReadReceiptsEnabled = DomainEvent<'ReadReceiptsEnabled', { readonly accountId: AccountId }>;
/** From now on, the account neither sends nor sees read receipts. */
export type ReadReceiptsDisabled = DomainEvent<'ReadReceiptsDisabled', { readonly accountId: AccountId }>;

/** An event of a conversation stream. */
export type ConversationEvent = MessageSent | ConversationRead;
/** A change of an account's setting for read receipts. */
export type ReadReceiptsEvent = ReadReceiptsEnabled | ReadReceiptsDisabled;

export const conversationEvents: EventDefinitions<ConversationEvent> = {
  MessageSent: { version: 1, personal: { fields: ['content'], owner: 'authorId' } },
  ConversationRead: { version: 1 },
};

export const readReceiptsEvents: EventDefinitions<ReadReceiptsEvent> = {
  ReadReceiptsEnabled: { version: 1 },
  ReadReceiptsDisabled: { version: 1 },
};
