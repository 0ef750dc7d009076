import { appendValue, type BoundedList, emptyList, findNewest } from '../kernel/bounded-list.ts';
import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import type { ConversationEvent, MessageSent } from './events.ts';
import type { MessageId } from './ids.ts';

/** A message with an id from its author's client. */
interface NamedMessage {
  readonly clientId: string;
  readonly messageId: MessageId;
}

/** State of one member of a conversation. */
interface Member {
  readonly accountId: AccountId;
  /** Number of unread messages. */
  readonly unread: number;
  /** The member's latest messages that have a client id. */
  readonly named: BoundedList<NamedMessage>;
  /** The latest animals of the other member that the member wrote about. */
  readonly animals: BoundedList<AdoptionId>;
}

/** The members who have sent, received or read a message. */
export type ConversationState = readonly Member[];

/** Minimum number of client ids and animals kept per member. Clients keep fewer messages for retries. */
const REMEMBERED = 64;

export const noConversation: ConversationState = [];

const memberOf = (members: ConversationState, accountId: AccountId): Member =>
  members.find((member) => member.accountId === accountId) ?? {
    accountId,
    unread: 0,
    named: emptyList,
    animals: emptyList,
  };

/** Returns the number of unread messages of a member. */
export const unreadOf = (members: ConversationState, accountId: AccountId): number =>
  memberOf(members, accountId).unread;

/** Returns the author's message with this client id, or null. */
export function messageNamed(
  members: ConversationState,
  authorId: AccountId,
  clientId: string | null,
): MessageId | null {
  const { named } = memberOf(members, authorId);
  return findNewest(named, (known) => known.clientId === clientId)?.messageId ?? null;
}

/** Whether a member recently wrote about an animal. */
export const hasWrittenAbout = (
  members: ConversationState,
  authorId: AccountId,
  animalId: AdoptionId,
): boolean => findNewest(memberOf(members, authorId).animals, (known) => known === animalId) !== undefined;

function withMessage(author: Member, { messageId, clientId, animalId }: MessageSent['data']): Member {
  const { named, animals } = author;
  return {
    ...author,
    named: clientId === null ? named : appendValue(named, { clientId, messageId }, REMEMBERED),
    animals: animalId ? appendValue(animals, animalId, REMEMBERED) : animals,
  };
}

const withUnread = (member: Member, more: number): Member => ({ ...member, unread: member.unread + more });

export function evolveConversation(members: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'MessageSent':
      return [
        withMessage(memberOf(members, event.data.authorId), event.data),
        withUnread(memberOf(members, event.data.receiverId), 1),
      ];
    case 'ConversationRead':
      return [
        ...members.filter(({ accountId }) => accountId !== event.data.readerId),
        withUnread(memberOf(members, event.data.readerId), -event.data.count),
      ];
    default:
      return rejectUnknownEvent(event);
  }
}
