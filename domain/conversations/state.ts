import { appendValue, type BoundedList, emptyList, findNewest } from '../kernel/bounded-list.ts';
import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationEvent, MessageSent } from './events.ts';
import type { MessageId } from './ids.ts';

/** A message together with the id chosen by its author's client. */
interface IdentifiedMessage {
  readonly clientId: string;
  readonly messageId: MessageId;
}

/** State of one participant in a conversation. */
interface Member {
  readonly accountId: AccountId;
  /** Number of unread messages. */
  readonly unread: number;
  /** The participant's latest messages that have a client id. */
  readonly recentMessages: BoundedList<IdentifiedMessage>;
  /** The other participant's animals that this participant most recently wrote about. */
  readonly animalIds: BoundedList<AdoptionId>;
}

/** Participants who have sent, received or read a message. */
export type ConversationState = readonly Member[];

/** Minimum number of client ids and animals kept per participant. Clients keep fewer messages for retries. */
const MIN_RECENT = 64;

export const INITIAL_CONVERSATION: ConversationState = [];

const getMember = (members: ConversationState, accountId: AccountId): Member =>
  members.find((member) => member.accountId === accountId) ?? {
    accountId,
    unread: 0,
    recentMessages: emptyList,
    animalIds: emptyList,
  };

/** Returns an account's number of unread messages in the conversation. */
export const getUnreadCount = (members: ConversationState, accountId: AccountId): number =>
  getMember(members, accountId).unread;

/** Returns the author's message with this client id, or null if there is none. */
export function findMessageByClientId(
  members: ConversationState,
  authorId: AccountId,
  clientId: string | null,
): MessageId | null {
  const { recentMessages } = getMember(members, authorId);
  return findNewest(recentMessages, (known) => known.clientId === clientId)?.messageId ?? null;
}

/** Returns whether an account has recently written about an animal. */
export const hasWrittenAbout = (
  members: ConversationState,
  authorId: AccountId,
  animalId: AdoptionId,
): boolean => findNewest(getMember(members, authorId).animalIds, (known) => known === animalId) !== undefined;

function addMessage(author: Member, { messageId, clientId, animalId }: MessageSent['data']): Member {
  const { recentMessages, animalIds } = author;
  return {
    ...author,
    recentMessages:
      clientId === null ? recentMessages : appendValue(recentMessages, { clientId, messageId }, MIN_RECENT),
    animalIds: animalId ? appendValue(animalIds, animalId, MIN_RECENT) : animalIds,
  };
}

const addUnread = (member: Member, added: number): Member => ({ ...member, unread: member.unread + added });

/**
 * Applies an event to the state of a conversation.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolveConversation(members: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'MessageSent':
      return [
        addMessage(getMember(members, event.data.authorId), event.data),
        addUnread(getMember(members, event.data.receiverId), 1),
      ];
    case 'ConversationRead':
      return [
        ...members.filter(({ accountId }) => accountId !== event.data.readerId),
        addUnread(getMember(members, event.data.readerId), -event.data.count),
      ];
    default:
      return rejectUnknownEvent(event);
  }
}
