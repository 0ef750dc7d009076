import type { AccountId } from '../kernel/ids.ts';
import type { ConversationEvent, MessageSent } from './events.ts';
import type { MessageId } from './ids.ts';

/** A message that its author's client gave a name. */
export interface NamedMessage {
  readonly clientId: string;
  readonly messageId: MessageId;
}

/** What the decisions about a conversation need of its past. */
export interface ConversationState {
  /** How many messages each member has not seen. */
  readonly unread: Readonly<Record<AccountId, number>>;
  /** The last named messages of each member. */
  readonly named: Readonly<Record<AccountId, readonly NamedMessage[]>>;
}

/** Named messages that are remembered of each member: more than a client keeps to send again. */
const REMEMBERED = 64;

export const noConversation: ConversationState = { unread: {}, named: {} };

/** The message that the author's client gave this name, or null. */
export const messageNamed = (
  { named }: ConversationState,
  authorId: AccountId,
  clientId: string | null,
): MessageId | null => named[authorId]?.find((known) => known.clientId === clientId)?.messageId ?? null;

function remember(
  named: ConversationState['named'],
  { authorId, messageId, clientId }: MessageSent['data'],
): ConversationState['named'] {
  if (clientId === null) return named;
  const known = named[authorId] ?? [];
  return { ...named, [authorId]: [...known.slice(1 - REMEMBERED), { clientId, messageId }] };
}

export function evolveConversation(
  { unread, named }: ConversationState,
  { type, data }: ConversationEvent,
): ConversationState {
  switch (type) {
    case 'MessageSent':
      return {
        unread: { ...unread, [data.receiverId]: (unread[data.receiverId] ?? 0) + 1 },
        named: remember(named, data),
      };
    case 'ConversationRead':
      return { unread: { ...unread, [data.readerId]: (unread[data.readerId] ?? 0) - data.count }, named };
  }
}
