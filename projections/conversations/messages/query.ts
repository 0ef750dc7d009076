import { isInactive } from '../../../common/account-state-sql.ts';
import type { ConversationRow, Message } from '../../../contract/conversations.ts';
import type { ProfileSummary } from '../../../contract/shapes.ts';
import type { AccountId, AdoptionId, Uuid } from '../../../domain/kernel/ids.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../../accounts/profiles/names.ts';
import {
  buildPage,
  FIRST_ID,
  LAST_ID,
  MAX_INTEGER,
  orderByNewest,
  type Page,
  type Paging,
  toPageStart,
} from '../../paging.ts';
import { createPageStatement, type Queryable, queryColumn, queryValue } from '../../queryable.ts';
import { selectSeenMessage } from './receipts.ts';

export { areReceiptsEnabled, loadReadReceipts, type ReadReceipt } from './receipts.ts';
export { type AuthorAndReceiver, loadSendPermissions, type SendPermission } from './send-permissions.ts';

/** A conversation as one of its participants sees it. */
export interface MemberConversation {
  readonly id: Uuid;
  readonly other: ProfileSummary;
  readonly unread: number;
  readonly animalId: AdoptionId | null;
  /** Whether the other participant's account is inactive. */
  readonly isClosed: boolean;
  /** The account's newest message that the other participant has read; null if unknown. */
  readonly seenId: Uuid | null;
}

const PAGE_SIZE = 20;
const MESSAGES_PER_PAGE = 50;

/** SQL condition that excludes messages of erased accounts, whose content is empty. */
const IS_NOT_EMPTY = `message.content <> ''`;

const MESSAGE_COLUMNS =
  'message.id, message.content, message.sent_at, message.author_id, message.conversation_id, message.position';

interface MessageRecord {
  readonly id: Uuid;
  readonly content: string;
  readonly sent_at: Date;
  readonly author_id: AccountId;
  readonly conversation_id: Uuid;
  readonly position: string;
}

const toMessage = (row: MessageRecord): Message => ({
  id: row.id,
  content: row.content,
  timestamp: row.sent_at.toISOString(),
  profileId: row.author_id,
  conversationId: row.conversation_id,
});

const NEWEST_CONVERSATION_FIRST = orderByNewest('conversations', 'last_position');

/** A conversation joined with its newest message that is not empty. Without one, the message columns are null. */
interface ConversationRecord extends SummaryRow, Omit<MessageRecord, 'id'> {
  readonly id: Uuid | null;
  readonly found_id: Uuid;
  readonly other_id: AccountId;
  readonly unread: number;
  readonly last_position: string;
}

const SELECT_CONVERSATIONS = `
  SELECT mine.conversation_id AS found_id, mine.other_id, mine.unread, mine.last_position, ${MESSAGE_COLUMNS},
    ${SUMMARY_COLUMNS}
  FROM read.conversations mine
  LEFT JOIN LATERAL (
    SELECT * FROM read.messages message WHERE message.conversation_id = mine.conversation_id AND ${IS_NOT_EMPTY}
    ORDER BY message.position DESC LIMIT 1) message ON true
  JOIN read.profiles profile ON profile.id = mine.other_id
  WHERE mine.account_id = $1 AND mine.last_position < $2
  ORDER BY mine.last_position DESC LIMIT ${PAGE_SIZE + 1}`;

/** Lists the conversations of an account, most recent message first. */
export async function listConversations(
  db: Queryable,
  accountId: AccountId,
  paging: Paging,
): Promise<Page<ConversationRow>> {
  const { key, skip } = toPageStart(NEWEST_CONVERSATION_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<ConversationRecord>(
    createPageStatement('conversations', SELECT_CONVERSATIONS, [accountId, ...key], skip),
  );
  return buildPage(NEWEST_CONVERSATION_FIRST, PAGE_SIZE, rows, (row) => ({
    id: row.found_id,
    profile: toProfileSummary(row.other_id, row),
    lastMessage: row.id === null ? null : toMessage({ ...row, id: row.id }),
    unread: row.unread,
  }));
}

/** Lists the accounts that have sent unread messages to an account, most recent message first. */
export const listUnreadSenders = (db: Queryable, accountId: AccountId, limit: number) =>
  queryColumn<AccountId>(db, {
    name: 'unread-from',
    text: `SELECT other_id FROM read.conversations
      WHERE account_id = $1 AND unread > 0 ORDER BY last_position DESC LIMIT $2`,
    values: [accountId, limit],
  });

interface MemberConversationRecord extends SummaryRow {
  readonly found_id: Uuid;
  readonly other_id: AccountId;
  readonly unread: number;
  readonly animal_id: AdoptionId | null;
  readonly is_closed: boolean;
  readonly seen_id: Uuid | null;
}

const toMemberConversation = (row: MemberConversationRecord): MemberConversation => ({
  id: row.found_id,
  other: toProfileSummary(row.other_id, row),
  unread: row.unread,
  animalId: row.animal_id,
  isClosed: row.is_closed,
  seenId: row.seen_id,
});

const SELECT_MEMBER_CONVERSATION = `
  SELECT mine.conversation_id AS found_id, mine.other_id, mine.unread, mine.animal_id,
    ${selectSeenMessage('mine')} AS seen_id, ${isInactive('profile')} AS is_closed, ${SUMMARY_COLUMNS}
  FROM read.conversations mine JOIN read.profiles profile ON profile.id = mine.other_id
  WHERE mine.account_id = $1 AND (mine.conversation_id = $2 OR mine.other_id = $2) LIMIT 1`;

/** Finds an account's conversation by its id or by the id of the other participant, or null. */
export async function findConversation(
  db: Queryable,
  accountId: AccountId,
  id: Uuid,
): Promise<MemberConversation | null> {
  const values = [accountId, id];
  const { rows } = await db.query<MemberConversationRecord>({
    name: 'conversation-of',
    text: SELECT_MEMBER_CONVERSATION,
    values,
  });
  return rows[0] ? toMemberConversation(rows[0]) : null;
}

const MAX_ACCOUNTS = 50;

/**
 * Returns the accounts that were created in the same millisecond as the timestamp of an id. A conversation id
 * has the timestamp of the younger participant's account id.
 */
export function findAccountsByCreationTime(db: Queryable, id: Uuid): Promise<readonly AccountId[]> {
  const time = id.slice(0, 13);
  return queryColumn(db, {
    name: 'accounts-of-time',
    text: `SELECT id FROM read.profiles WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT ${MAX_ACCOUNTS}`,
    values: [time + FIRST_ID.slice(13), time + LAST_ID.slice(13)],
  });
}

const NEWEST_MESSAGE_FIRST = orderByNewest('messages', 'position');

const selectMessagesBefore = (conversation: string, position: string | number): string => `
  SELECT ${MESSAGE_COLUMNS} FROM read.messages message
  WHERE message.conversation_id = ${conversation} AND message.position < ${position} AND ${IS_NOT_EMPTY}
  ORDER BY message.position DESC LIMIT ${MESSAGES_PER_PAGE + 1}`;

const SELECT_MESSAGES_BEFORE = selectMessagesBefore('$1', '$2');

const buildMessagesPage = (rows: readonly MessageRecord[]): Page<Message> =>
  buildPage(NEWEST_MESSAGE_FIRST, MESSAGES_PER_PAGE, rows, toMessage);

/** Lists the messages of a conversation, newest first. */
export async function listMessages(
  db: Queryable,
  conversationId: Uuid,
  paging: Paging,
): Promise<Page<Message>> {
  const { key, skip } = toPageStart(NEWEST_MESSAGE_FIRST, paging, MESSAGES_PER_PAGE);
  const { rows } = await db.query<MessageRecord>(
    createPageStatement('messages', SELECT_MESSAGES_BEFORE, [conversationId, ...key], skip),
  );
  return buildMessagesPage(rows);
}

interface ConversationWithMessages {
  readonly conversation: MemberConversation;
  readonly newest: Page<Message>;
}

/** One row per message, or a row without a message id if the conversation has no visible messages. */
const SELECT_CONVERSATION_WITH_MESSAGES = `
  SELECT found.*, newest.id, newest.content, newest.sent_at, newest.author_id, newest.conversation_id, newest.position
  FROM (${SELECT_MEMBER_CONVERSATION}) found
  LEFT JOIN LATERAL (${selectMessagesBefore('found.found_id', MAX_INTEGER)}) newest ON true
  ORDER BY newest.position DESC`;

/** Finds a conversation like `findConversation`, with its first page of messages, in one statement. */
export async function findConversationWithMessages(
  db: Queryable,
  accountId: AccountId,
  id: Uuid,
): Promise<ConversationWithMessages | null> {
  const { rows } = await db.query<MemberConversationRecord & (MessageRecord | { readonly id: null })>({
    name: 'open-conversation',
    text: SELECT_CONVERSATION_WITH_MESSAGES,
    values: [accountId, id],
  });
  const messages = rows.filter((row): row is MemberConversationRecord & MessageRecord => row.id !== null);
  return rows[0]
    ? { conversation: toMemberConversation(rows[0]), newest: buildMessagesPage(messages) }
    : null;
}

interface FollowingMessages {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly hasMore: boolean;
}

/** Lists the messages that follow a message. Returns null when the conversation does not contain it. */
export async function listMessagesAfter(
  db: Queryable,
  conversationId: Uuid,
  messageId: Uuid,
): Promise<FollowingMessages | null> {
  const position = await queryValue<string>(db, {
    name: 'position-of-message',
    text: 'SELECT position FROM read.messages WHERE id = $1 AND conversation_id = $2',
    values: [messageId, conversationId],
  });
  if (position === undefined) return null;
  const { rows } = await db.query<MessageRecord>({
    name: 'messages-after',
    text: `SELECT ${MESSAGE_COLUMNS} FROM read.messages message
      WHERE message.conversation_id = $1 AND message.position > $2 AND ${IS_NOT_EMPTY}
      ORDER BY message.position LIMIT ${MESSAGES_PER_PAGE + 1}`,
    values: [conversationId, position],
  });
  return {
    messages: rows.slice(0, MESSAGES_PER_PAGE).map(toMessage),
    hasMore: rows.length > MESSAGES_PER_PAGE,
  };
}

/** Finds a message by its id. Returns null when it does not exist. */
export async function findMessageById(db: Queryable, id: Uuid): Promise<Message | null> {
  const { rows } = await db.query<MessageRecord>({
    name: 'message-by-id',
    text: `SELECT ${MESSAGE_COLUMNS} FROM read.messages message WHERE message.id = $1`,
    values: [id],
  });
  return rows[0] ? toMessage(rows[0]) : null;
}
