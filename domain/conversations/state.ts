import type { AccountId, AdoptionId } from '../kernel/ids.ts';
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
  /** The last animals of the other that each member wrote about. */
  readonly animals: Readonly<Record<AccountId, readonly AdoptionId[]>>;
}

/** Named messages that are remembered of each member: more than a client keeps to send again. So many animals, too. */
const REMEMBERED = 64;

export const noConversation: ConversationState = { unread: {}, named: {}, animals: {} };

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

function rememberAnimal(
  animals: ConversationState['animals'],
  { authorId, animalId }: MessageSent['data'],
): ConversationState['animals'] {
  if (!animalId) return animals;
  const known = animals[authorId] ?? [];
  return { ...animals, [authorId]: [...known.slice(1 - REMEMBERED), animalId] };
}

export function evolveConversation(
  { unread, named, animals }: ConversationState,
  { type, data }: ConversationEvent,
): ConversationState {
  switch (type) {
    case 'MessageSent':
      return {
        unread: { ...unread, [data.receiverId]: (unread[data.receiverId] ?? 0) + 1 },
        named: remember(named, data),
        animals: rememberAnimal(animals, data),
      };
    case 'ConversationRead':
      return {
        unread: { ...unread, [data.readerId]: (unread[data.readerId] ?? 0) - data.count },
        named,
        animals,
      };
  }
}
