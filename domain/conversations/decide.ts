import { accept, type Decider, type Decision, nothingToDo, refuse } from '../kernel/decider.ts';
import type { ConversationCommand, ReadConversation, SendMessage } from './commands.ts';
import type { ConversationEvent } from './events.ts';
import { conversationIdOf } from './ids.ts';
import { cannotMessageOneself, messageProblem, wrongConversation } from './rules.ts';
import {
  type ConversationState,
  evolveConversation,
  hasWrittenAbout,
  messageNamed,
  noConversation,
  unreadOf,
} from './state.ts';

function send(
  { type: _, animalId, ...message }: SendMessage,
  state: ConversationState,
): Decision<ConversationEvent> {
  const { conversationId, authorId, receiverId, content, clientId } = message;
  if (authorId === receiverId) return refuse(cannotMessageOneself);
  if (conversationId !== conversationIdOf(authorId, receiverId)) return refuse(wrongConversation);
  if (messageNamed(state, authorId, clientId)) return nothingToDo;
  const problem = messageProblem(content);
  if (problem) return refuse(problem);
  const first = animalId && !hasWrittenAbout(state, authorId, animalId);
  return accept({ type: 'MessageSent', data: { ...message, ...(first && { animalId }) } });
}

function read(
  { conversationId, readerId }: ReadConversation,
  state: ConversationState,
): Decision<ConversationEvent> {
  const count = unreadOf(state, readerId);
  if (count <= 0) return nothingToDo;
  return accept({ type: 'ConversationRead', data: { conversationId, readerId, count } });
}

/** Decider of conversations between two accounts. */
export const conversationDecider: Decider<ConversationState, ConversationCommand, ConversationEvent> = {
  category: 'conversation',
  initial: noConversation,
  evolve: evolveConversation,
  decide: (command, state) => (command.type === 'SendMessage' ? send(command, state) : read(command, state)),
};
