import type {
  ConversationEvent,
  MessageSent,
  ReadReceiptsEvent,
} from '../../../domain/conversations/events.ts';
import type { DomainEvent, Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { AdoptionId } from '../../../domain/kernel/ids.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';
import { toToken, toTokenSql } from './recount.ts';

/** State of a conversation, computed from the log. `ids` is the sum of its message ids; see `toToken`. */
interface CountedConversation {
  messages: number;
  ids: bigint;
}

interface MemberState {
  readonly [field: string]: number | AdoptionId | null;
  unread: number;
  lastPosition: number;
  animalId: AdoptionId | null;
  seenPosition: Position | null;
}

const MESSAGES = `
  SELECT conversation_id AS id, count(*) AS messages, sum(${toTokenSql('id')})::text AS ids
  FROM read.messages GROUP BY conversation_id`;

const MEMBERS = `
  SELECT conversation_id || ' of ' || account_id AS id, unread, last_position AS "lastPosition", animal_id AS "animalId",
    seen_position AS "seenPosition"
  FROM read.conversations`;

const SWITCHES = 'SELECT account_id AS id, enabled, position FROM read.read_receipt_switches';

/** Creates a check that recomputes messages, unread counts per participant, and read receipt settings. */
export function createConversationsCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('conversations');
  const conversations = new Map<string, CountedConversation>();
  const members = new Map<string, MemberState>();
  const switches = new Map<string, { readonly enabled: boolean; readonly position: Position }>();
  let messageCount = 0;

  function getMember(conversationId: string, accountId: string): MemberState {
    const id = `${conversationId} of ${accountId}`;
    const member = members.get(id) ?? { unread: 0, lastPosition: 0, animalId: null, seenPosition: null };
    members.set(id, member);
    return member;
  }

  function addMessage({ data, position }: RecordedEvent<MessageSent>): void {
    const { conversationId, authorId, receiverId, animalId } = data;
    for (const accountId of [authorId, receiverId]) {
      const member = getMember(conversationId, accountId);
      if (accountId === receiverId) member.unread += 1;
      member.lastPosition = position;
      member.animalId = animalId ?? member.animalId;
    }
  }

  function countEvent(recordedEvent: RecordedEvent): void {
    const event = recordedEvent as DomainEvent as ConversationEvent | ReadReceiptsEvent;
    if (recordedEvent.position > until) return;
    if (event.type === 'MessageSent') {
      const { conversationId, messageId } = event.data;
      const conversation = conversations.get(conversationId) ?? { messages: 0, ids: 0n };
      conversation.messages += 1;
      conversation.ids += toToken(messageId);
      conversations.set(conversationId, conversation);
      messageCount += 1;
      addMessage(recordedEvent as RecordedEvent<MessageSent>);
    }
    if (event.type === 'ConversationRead') {
      const { conversationId, readerId, authorId, count } = event.data;
      getMember(conversationId, readerId).unread -= count;
      if (authorId) getMember(conversationId, authorId).seenPosition = recordedEvent.position;
    }
    if (event.type === 'ReadReceiptsEnabled' || event.type === 'ReadReceiptsDisabled')
      switches.set(event.data.accountId, {
        enabled: event.type === 'ReadReceiptsEnabled',
        position: recordedEvent.position,
      });
  }

  return {
    until,
    types: ['MessageSent', 'ConversationRead', 'ReadReceiptsEnabled', 'ReadReceiptsDisabled'],
    selects: [MESSAGES, MEMBERS, SWITCHES],
    processEvent: countEvent,
    compare: async (readRows) => [
      ...(await compareRows(
        readRows,
        'conversations',
        'conversation',
        MESSAGES,
        toConversationRows(conversations),
      )),
      ...(await compareRows(readRows, 'conversations', 'membership', MEMBERS, members)),
      ...(await compareRows(readRows, 'conversations', 'read-receipts', SWITCHES, switches)),
    ],
    countChecked: () => ({ conversations: conversations.size, messages: messageCount }),
  };
}

function* toConversationRows(conversations: ReadonlyMap<string, CountedConversation>) {
  for (const [id, { messages, ids }] of conversations) yield [id, { messages, ids: String(ids) }] as const;
}
