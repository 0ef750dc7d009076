import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, AdoptionId } from '../kernel/ids.ts';
import { emptyList, findRecent, type RecentList, withValue } from '../kernel/recent-list.ts';
import type { ConversationEvent, MessageSent } from './events.ts';
import type { MessageId } from './ids.ts';

/** A message that its author's client gave a name. */
interface NamedMessage {
  readonly clientId: string;
  readonly messageId: MessageId;
}

/** What the decisions about a conversation need of one member's past. */
interface Member {
  readonly accountId: AccountId;
  /** How many messages the member has not seen. */
  readonly unread: number;
  /** The last named messages of the member. */
  readonly named: RecentList<NamedMessage>;
  /** The last animals of the other that the member wrote about. */
  readonly animals: RecentList<AdoptionId>;
}

/** The members, as far as something is known of them. */
export type ConversationState = readonly Member[];

/** Named messages that are remembered of each member: more than a client keeps to send again. So many animals, too. */
const REMEMBERED = 64;

export const noConversation: ConversationState = [];

const memberOf = (members: ConversationState, accountId: AccountId): Member =>
  members.find((member) => member.accountId === accountId) ?? {
    accountId,
    unread: 0,
    named: emptyList,
    animals: emptyList,
  };

/** How many messages a member has not seen. */
export const unreadOf = (members: ConversationState, accountId: AccountId): number =>
  memberOf(members, accountId).unread;

/** The message that the author's client gave this name, or null. */
export function messageNamed(
  members: ConversationState,
  authorId: AccountId,
  clientId: string | null,
): MessageId | null {
  const { named } = memberOf(members, authorId);
  return findRecent(named, (known) => known.clientId === clientId)?.messageId ?? null;
}

/** Whether a member wrote about the animal lately. */
export const hasWrittenAbout = (
  members: ConversationState,
  authorId: AccountId,
  animalId: AdoptionId,
): boolean => findRecent(memberOf(members, authorId).animals, (known) => known === animalId) !== undefined;

function withMessage(author: Member, { messageId, clientId, animalId }: MessageSent['data']): Member {
  const { named, animals } = author;
  return {
    ...author,
    named: clientId === null ? named : withValue(named, { clientId, messageId }, REMEMBERED),
    animals: animalId ? withValue(animals, animalId, REMEMBERED) : animals,
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
