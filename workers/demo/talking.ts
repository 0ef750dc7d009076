import { sendMessage } from '../../application/conversations.ts';
import { conversationDecider } from '../../domain/conversations/decide.ts';
import { conversationIdOf } from '../../domain/conversations/ids.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import {
  type Accounts,
  accountOf,
  contextOf,
  type DemoSystem,
  expectAccepted,
  HOUR,
  idAt,
  MINUTE,
  self,
} from './acting.ts';
import { conversations } from './conversations.ts';

/**
 * Sends the demo messages. Each answer marks the earlier messages as read.
 * @returns the number of messages
 */
export async function sendMessages(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  let sent = 0;
  for (const { hoursAgo, messages } of conversations) {
    for (const [i, { by, to, text }] of messages.entries()) {
      const at = now - hoursAgo * HOUR + i * 4 * MINUTE;
      const [authorId, receiverId] = [accountOf(accounts, by), accountOf(accounts, to)];
      if (i > 0) await read(system, authorId, receiverId, at - MINUTE);
      await send(system, authorId, receiverId, text, at);
      sent += 1;
    }
  }
  return sent;
}

async function send(
  system: DemoSystem,
  authorId: AccountId,
  receiverId: AccountId,
  content: string,
  at: number,
): Promise<void> {
  const messageId = idAt(at);
  const message = { messageId, authorId, receiverId, content };
  expectAccepted(await sendMessage(system, message, contextOf(self(authorId), at, messageId)));
}

async function read({ handler }: DemoSystem, readerId: AccountId, otherId: AccountId, at: number) {
  const conversationId = conversationIdOf(readerId, otherId);
  expectAccepted(
    await handler.handle(
      conversationDecider,
      conversationId,
      { type: 'ReadConversation', conversationId, readerId },
      contextOf(self(readerId), at),
    ),
  );
}
