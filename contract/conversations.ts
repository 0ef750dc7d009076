import { z } from 'zod';
import { adoptionNotFound } from '../domain/adoption/rules.ts';
import { checkMessage } from '../domain/conversations/rules.ts';
import { defineCall } from './call.ts';
import { conversationsEndpoints } from './endpoints/conversations.ts';
import { apiError, checkedText, count, failWith, id, idParameter, instant, pageQuery } from './fields.ts';
import {
  clientIdNotAText,
  conversationNotFound,
  invalidClientId,
  loginRequiredForMessages,
  readReceiptsMissing,
  receiverMissing,
  receiverNotFound,
} from './problems.ts';
import { avatar, profileSummary } from './shapes.ts';

export { conversationNotFound, receiverNotFound };

/** Maximum size of a frame on the live socket, in bytes. */
export const MAX_FRAME_BYTES = 16 * 1024;

/** A private message. `profileId` is the author. */
export const message = z
  .object({ id, content: z.string(), timestamp: instant, profileId: id, conversationId: id })
  .meta({ id: 'Message' });
/** A private message in a response. */
export type Message = z.output<typeof message>;

const member = z.object({ idProfile: id, profileName: z.string(), nickname: z.string(), avatar });

/** A conversation with one page of its messages, oldest first. */
export const conversation = z
  .object({
    id,
    profile1: member,
    profile2: member,
    lastMessage: message.nullable(),
    messages: z.array(message),
    animalId: id.optional().meta({ description: 'The animal that one member contacted the other about.' }),
    closed: z.literal(true).optional().meta({
      description:
        'The other account is deactivated, banned or erased, and receives no messages. Otherwise omitted.',
    }),
    seenId: id.optional().meta({
      description:
        'The caller’s newest message that the other member has read. Omitted if one of them has turned read receipts off.',
    }),
  })
  .meta({ id: 'Conversation' });
/** A conversation with one page of its messages, in a response. */
export type Conversation = z.output<typeof conversation>;

/** A conversation in a list. `profile` is the other participant, `unread` the number of unread messages. */
export const conversationRow = z
  .object({ id, profile: profileSummary, lastMessage: message.nullable(), unread: count })
  .meta({ id: 'ConversationRow' });
/** A conversation in a list of conversations. */
export type ConversationRow = z.output<typeof conversationRow>;

export const getConversations = defineCall({
  ...conversationsEndpoints.getConversations,
  summary: 'Lists the caller’s conversations, the one with the newest message first',
  audience: 'user',
  loginProblem: loginRequiredForMessages,
  query: pageQuery,
  response: z.array(conversationRow),
});

/** Maximum number of profiles that `getUnread` returns. */
export const MAX_UNREAD_SENDERS = 1_000;

export const getUnread = defineCall({
  ...conversationsEndpoints.getUnread,
  summary: 'Lists the senders of unread messages, the latest first',
  audience: 'user',
  loginProblem: loginRequiredForMessages,
  response: z.object({
    from: z.array(id).meta({ description: `Ids of profiles, ${MAX_UNREAD_SENDERS} at most.` }),
  }),
});

const readReceipts = z.boolean(failWith(readReceiptsMissing)).meta({
  description: 'Whether the account sends and sees read receipts.',
});

/** Settings of an account that apply to all of its conversations. */
export const conversationSettings = z.object({ readReceipts }).meta({ id: 'ConversationSettings' });

export const getConversationSettings = defineCall({
  ...conversationsEndpoints.getConversationSettings,
  summary: 'Returns the caller’s conversation settings',
  audience: 'user',
  loginProblem: loginRequiredForMessages,
  response: conversationSettings,
});

export const switchReadReceipts = defineCall({
  ...conversationsEndpoints.switchReadReceipts,
  summary:
    'Turns read receipts on or off. An account that turns them off neither sends nor sees them, and messages that it reads in the meantime are never shown as read',
  audience: 'user',
  loginProblem: loginRequiredForMessages,
  body: z.object({ readReceipts }),
  response: conversationSettings,
});

export const getConversation = defineCall({
  ...conversationsEndpoints.getConversation,
  summary:
    'Returns a conversation, by its id or the other member’s, with its newest 50 messages, oldest first, and marks them as read. The link leads to the 50 earlier messages or, with `after`, to later ones',
  audience: 'user',
  loginProblem: loginRequiredForMessages,
  condition: 'a member',
  params: z.object({ id: idParameter(conversationNotFound) }),
  query: z.object({
    ...pageQuery.shape,
    after: idParameter(conversationNotFound)
      .optional()
      .meta({ description: 'Id of a message: returns the later messages, oldest first.' }),
  }),
  response: conversation,
  errors: ['CONVERSATION_NOT_FOUND', 'FORBIDDEN'],
});

/** Message id chosen by the client. A message that is sent again with the same id is stored only once. */
const clientId = z.string(failWith(clientIdNotAText)).regex(/^[\w.:-]{1,64}$/, failWith(invalidClientId));

/** A frame that sends a message. */
export const messageFrame = z.object({
  receiverId: idParameter(receiverNotFound, receiverMissing),
  content: checkedText(checkMessage),
  /** Empty is treated as missing, because the client of a first message does not have the id. */
  conversationId: z.preprocess(
    (value) => (value === '' ? null : value),
    idParameter(conversationNotFound).nullish(),
  ),
  clientId: clientId.nullish(),
  /** Ignored unless the animal belongs to the receiver, who is then notified of the inquiry. */
  animalId: idParameter(adoptionNotFound).nullish(),
});

/** A frame that marks a conversation as read. */
export const readFrame = z.object({ read: idParameter(conversationNotFound) });

/** A frame that signals to another profile that the caller is typing. */
export const typingFrame = z.object({ typing: idParameter(receiverNotFound) });

/** A typing signal, sent only to clients that connect with `?typing=true`. */
export const typingSignal = z.object({ typing: id });
/** A typing signal, as received by a client. `typing` is the id of the profile that types. */
export type TypingSignal = z.output<typeof typingSignal>;

/**
 * A message that the socket delivers, with the `clientId` chosen by its author's client. `animalId` is set only in the
 * author's first message about that animal.
 */
export const deliveredMessage = z.object({
  ...message.shape,
  animalId: id.optional(),
  clientId: z.string().optional(),
});
/** A message, as received by a client over the socket. */
export type DeliveredMessage = z.output<typeof deliveredMessage>;

/** The socket's response to a rejected frame. Contains the frame's `clientId`, if it had one. */
export const errorFrame = z.object({
  error: apiError.pick({ code: true, params: true, message: true }),
  clientId: z.string().optional(),
});
/** A rejection of a frame, as received by a client over the socket. */
export type ErrorFrame = z.output<typeof errorFrame>;
