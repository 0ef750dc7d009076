import type { AccountErased } from '../../../domain/accounts/events.ts';
import type { ConversationEvent, MessageSent } from '../../../domain/conversations/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { blank, defineProjection, increment, insert, type RowChange, set } from '../../engine/definition.ts';

const MESSAGES = 'messages';
const CONVERSATIONS = 'conversations';

/** Returns the row changes of a message for one member. */
function changeMemberRow(
  { data, revision, position }: RecordedEvent<MessageSent>,
  accountId: string,
  otherId: string,
  unread: number,
): readonly RowChange[] {
  const key = { account_id: accountId, conversation_id: data.conversationId };
  if (revision === 0)
    return [
      insert(CONVERSATIONS, {
        ...key,
        other_id: otherId,
        last_position: position,
        unread,
        animal_id: data.animalId ?? null,
      }),
    ];
  const change = set(CONVERSATIONS, key, {
    last_position: position,
    ...(data.animalId && { animal_id: data.animalId }),
  });
  return unread > 0 ? [change, increment(CONVERSATIONS, key, { unread })] : [change];
}

/** Messages, and the list of conversations of each member. */
export const conversationsProjection = defineProjection<ConversationEvent | AccountErased>({
  name: 'conversations',
  version: 2,
  tables: [
    {
      name: MESSAGES,
      key: ['conversation_id', 'position'],
      columns: {
        conversation_id: 'uuid',
        position: 'bigint',
        id: 'uuid',
        author_id: 'uuid',
        content: 'text',
        sent_at: 'timestamptz',
      },
    },
    {
      name: CONVERSATIONS,
      key: ['account_id', 'conversation_id'],
      columns: {
        account_id: 'uuid',
        conversation_id: 'uuid',
        other_id: 'uuid',
        last_position: 'bigint',
        unread: 'integer',
        animal_id: 'uuid',
      },
      counters: ['unread'],
    },
  ],
  on: {
    MessageSent: (event) => {
      const { conversationId, messageId, authorId, receiverId, content } = event.data;
      return [
        insert(MESSAGES, {
          conversation_id: conversationId,
          position: event.position,
          id: messageId,
          author_id: authorId,
          content,
          sent_at: event.metadata.occurredAt,
        }),
        ...changeMemberRow(event, authorId, receiverId, 0),
        ...changeMemberRow(event, receiverId, authorId, 1),
      ];
    },
    AccountErased: ({ data }) => [blank(MESSAGES, { author_id: data.accountId }, { content: '' })],
    ConversationRead: ({ data }) => [
      increment(
        CONVERSATIONS,
        { account_id: data.readerId, conversation_id: data.conversationId },
        { unread: -data.count },
      ),
    ],
  },
});
