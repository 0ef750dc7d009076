import { adoptionDecider } from '../domain/adoption/decide.ts';
import { adoptionNotFound } from '../domain/adoption/rules.ts';
import { conversationDecider } from '../domain/conversations/decide.ts';
import { type ConversationId, deriveConversationId, type MessageId } from '../domain/conversations/ids.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import { notFound, type Rejected } from '../domain/kernel/decider.ts';
import type { AccountId, AdoptionId } from '../domain/kernel/ids.ts';
import { filterStaff } from '../projections/accounts/profiles/query.ts';
import type { Queryable } from '../projections/queryable.ts';

interface ConversationsDependencies {
  readonly pool: Queryable;
  readonly handler: Handler;
}

interface NewMessage {
  readonly messageId: MessageId;
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
  readonly content: string;
  /** Id chosen by the author's client. Sending the same id again has no effect. */
  readonly clientId?: string | null;
  /** Conversation id sent by the author's client, if any. */
  readonly conversationId?: ConversationId | null | undefined;
  /** Animal that the message is about. Ignored unless it belongs to the receiver and is available for adoption. */
  readonly animalId?: AdoptionId | null | undefined;
}

/**
 * Returns the animal that a message is about if it belongs to the receiver and is available for adoption. Rejects an
 * animal that staff have taken down, unless the author is staff.
 */
async function findAnimal(
  { pool, handler }: ConversationsDependencies,
  { authorId, receiverId, animalId }: NewMessage,
): Promise<{ readonly accepted: true; readonly animal: { readonly animalId?: AdoptionId } } | Rejected> {
  const noAnimal = { accepted: true, animal: {} } as const;
  if (!animalId) return noAnimal;
  const { state } = await handler.load(adoptionDecider, animalId);
  if (state.status === 'NONE' || state.ownerId !== receiverId) return noAnimal;
  if (state.isTakenDown)
    return (await filterStaff(pool, [authorId])).has(authorId) ? noAnimal : notFound(adoptionNotFound);
  return state.status === 'AVAILABLE' ? { accepted: true, animal: { animalId } } : noAnimal;
}

/** Sends a message. The caller must have checked that the author is allowed to write to the receiver. */
export async function sendMessage(
  dependencies: ConversationsDependencies,
  message: NewMessage,
  context: CommandContext,
): Promise<ResultOf<typeof conversationDecider>> {
  const animalResult = await findAnimal(dependencies, message);
  if (!animalResult.accepted) return animalResult;
  const { messageId, authorId, receiverId, content, clientId = null } = message;
  const derivedId = deriveConversationId(authorId, receiverId);
  const conversationId = message.conversationId ?? derivedId;
  const sendCommand = {
    type: 'SendMessage',
    messageId,
    conversationId,
    authorId,
    receiverId,
    content,
    clientId,
    ...animalResult.animal,
  } as const;
  return dependencies.handler.handle(conversationDecider, derivedId, sendCommand, context);
}
