import type { AccountErased } from '../../../domain/accounts/events.ts';
import type {
  ConversationEvent,
  MessageSent,
  ReadReceiptsEvent,
} from '../../../domain/conversations/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { blank, defineProjection, increment, insert, type RowChange, set } from '../../engine/definition.ts';

const MESSAGES = 'messages';
const CONVERSATIONS = 'conversations';
const SWITCHES = 'read_receipt_switches';

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
        seen_position: null,
      }),
    ];
  const change = set(CONVERSATIONS, key, {
    last_position: position,
    ...(data.animalId && { animal_id: data.animalId }),
  });
  return unread > 0 ? [change, increment(CONVERSATIONS, key, { unread })] : [change];
}

const setReadReceipts = (
  { data, position }: RecordedEvent<ReadReceiptsEvent>,
  enabled: boolean,
): readonly RowChange[] => [insert(SWITCHES, { account_id: data.accountId, enabled, position })];

/** Messages, the conversation list of each participant, and accounts that have turned read receipts off. */
export const conversationsProjection = defineProjection<
  ConversationEvent | ReadReceiptsEvent | AccountErased
>({
  name: 'conversations',
  version: 3,
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
        seen_position: 'bigint',
      },
      counters: ['unread'],
    },
    {
      name: SWITCHES,
      key: ['account_id'],
      columns: { account_id: 'uuid', enabled: 'boolean', position: 'bigint' },
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
    ConversationRead: ({ data: { conversationId, readerId, authorId, count }, position }) => [
      increment(CONVERSATIONS, { account_id: readerId, conversation_id: conversationId }, { unread: -count }),
      ...(authorId
        ? [
            set(
              CONVERSATIONS,
              { account_id: authorId, conversation_id: conversationId },
              { seen_position: position },
            ),
          ]
        : []),
    ],
    ReadReceiptsEnabled: (event) => setReadReceipts(event, true),
    ReadReceiptsDisabled: (event) => setReadReceipts(event, false),
  },
});
