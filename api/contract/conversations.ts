import { z } from 'zod';
import { missingAdoption } from '../../domain/adoption/rules.ts';
import { messageProblem } from '../../domain/conversations/rules.ts';
import { call } from './call.ts';
import { apiError, count, id, idOf, instant, LIST_PAGE_SIZE, pageQuery, ruledText } from './fields.ts';
import { profileSummary } from './shapes.ts';

export const missingConversation = {
  code: 'CONVERSATION_NOT_FOUND',
  message: 'The conversation does not exist.',
};
export const missingReceiver = {
  code: 'RECEIVER_NOT_FOUND',
  message: 'The profile does not exist.',
};

/** Messages of one page of a conversation. */
export const MESSAGES_PAGE_SIZE = 50;
/** Largest frame of the live socket, in bytes. */
export const LARGEST_FRAME = 16 * 1024;

/** A message; `profileId` is its author. */
export const message = z
  .object({ id, content: z.string(), timestamp: instant, profileId: id, conversationId: id })
  .meta({ id: 'Message' });
export type Message = z.output<typeof message>;

const member = z.object({ idProfile: id, profileName: z.string(), nickname: z.string() });

export const conversation = z
  .object({
    id,
    profile1: member,
    profile2: member,
    lastMessage: message.nullable(),
    messages: z.array(message),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof conversation>;

export const conversationRow = z
  .object({ id, profile: profileSummary, lastMessage: message.nullable(), unread: count })
  .meta({ id: 'ConversationRow' });
export type ConversationRow = z.output<typeof conversationRow>;

export const getConversations = call({
  name: 'getConversations',
  context: 'conversations',
  summary: 'One’s conversations, the one with the newest message first',
  method: 'GET',
  path: '/api/conversation/all',
  who: 'user',
  logIn: 'You must log in to see messages.',
  query: pageQuery,
  answer: z.array(conversationRow),
  pageSize: LIST_PAGE_SIZE,
});

/** Most that `getUnread` names: beyond that nobody counts. */
export const MOST_UNREAD = 1_000;

export const getUnread = call({
  name: 'getUnread',
  context: 'conversations',
  summary: 'Who has written what one has not read, in whichever conversation; the last one first',
  method: 'GET',
  path: '/api/conversation/unread',
  who: 'user',
  logIn: 'You must log in to see messages.',
  answer: z.object({ from: z.array(id).meta({ description: `Ids of profiles, ${MOST_UNREAD} at most.` }) }),
});

export const getConversation = call({
  name: 'getConversation',
  context: 'conversations',
  summary:
    'A conversation, named by its id or by the other member, with its newest 50 messages, oldest first; they are read from then on. The link leads to the 50 before them by its cursor, as the next page does, or, with `after`, to those behind',
  method: 'GET',
  path: '/api/conversation/{id}',
  who: 'user',
  logIn: 'You must log in to see messages.',
  condition: 'a member',
  params: z.object({ id: idOf(missingConversation) }),
  query: z.object({
    ...pageQuery.shape,
    after: idOf(missingConversation)
      .optional()
      .meta({ description: 'Id of a message: what was sent after it is answered, oldest first.' }),
  }),
  answer: conversation,
  pageSize: MESSAGES_PAGE_SIZE,
  errors: ['CONVERSATION_NOT_FOUND', 'FORBIDDEN'],
});

/** What a client calls a message of its own, so that sending it again does not send it twice. */
const clientId = z.string({ error: 'The clientId must be a text.' }).regex(/^[\w.:-]{1,64}$/, {
  error: 'The clientId has 1 to 64 letters, digits or signs of . : - _',
});

/** A frame that sends a message. */
export const messageFrame = z.object({
  receiverId: idOf(missingReceiver, 'The receiver is missing.'),
  content: ruledText('The message', messageProblem),
  conversationId: idOf(missingConversation).nullish(),
  clientId: clientId.nullish(),
  /** The receiver's animal that it is about: its owner is told who asks for it. */
  animalId: idOf(missingAdoption).nullish(),
});

/** A frame that says that the reader has seen a conversation. */
export const readFrame = z.object({ read: idOf(missingConversation) });

/** What the socket delivers: a message, with the name that its author's client gave it. */
export const deliveredMessage = z.object({ ...message.shape, clientId: z.string().optional() });
export type DeliveredMessage = z.output<typeof deliveredMessage>;

/** What the socket answers to a frame that it refuses; `clientId` is the frame's, when it had one. */
export const errorFrame = z.object({
  error: apiError.pick({ code: true, message: true }),
  clientId: z.string().optional(),
});
export type ErrorFrame = z.output<typeof errorFrame>;
