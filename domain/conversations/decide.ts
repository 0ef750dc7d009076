import { accept, type Decider, type Decision, noEvents, refuse } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import type { ConversationCommand } from './commands.ts';
import type { ConversationEvent } from './events.ts';
import { deriveConversationId } from './ids.ts';
import { cannotMessageOneself, checkMessage, wrongConversation } from './rules.ts';
import {
  type ConversationState,
  evolveConversation,
  findMessageByClientId,
  getUnreadCount,
  hasWrittenAbout,
  INITIAL_CONVERSATION,
} from './state.ts';

function sendMessage(
  command: OfType<ConversationCommand, 'SendMessage'>,
  state: ConversationState,
): Decision<ConversationEvent> {
  const { conversationId, messageId, authorId, receiverId, content, clientId, animalId } = command;
  if (authorId === receiverId) return refuse(cannotMessageOneself);
  if (conversationId !== deriveConversationId(authorId, receiverId)) return refuse(wrongConversation);
  if (findMessageByClientId(state, authorId, clientId)) return noEvents;
  const problem = checkMessage(content);
  if (problem) return refuse(problem);
  const first = animalId && !hasWrittenAbout(state, authorId, animalId);
  const message = { conversationId, messageId, authorId, receiverId, content, clientId };
  return accept({ type: 'MessageSent', data: { ...message, ...(first && { animalId }) } });
}

function readConversation(
  { conversationId, readerId }: OfType<ConversationCommand, 'ReadConversation'>,
  state: ConversationState,
): Decision<ConversationEvent> {
  const count = getUnreadCount(state, readerId);
  if (count <= 0) return noEvents;
  const authorId = state.find(({ accountId }) => accountId !== readerId)?.accountId;
  return accept({
    type: 'ConversationRead',
    data: { conversationId, readerId, ...(authorId && { authorId }), count },
  });
}

/** Decider for conversations. A message sent again with the same client id produces no event. */
export const conversationDecider: Decider<ConversationState, ConversationCommand, ConversationEvent> = {
  category: 'conversation',
  initial: INITIAL_CONVERSATION,
  ignoresTexts: true,
  evolve: evolveConversation,
  decide: (command, state) =>
    command.type === 'SendMessage' ? sendMessage(command, state) : readConversation(command, state),
};
