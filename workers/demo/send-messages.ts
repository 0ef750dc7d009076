import { sendMessage } from '../../application/conversations.ts';
import { conversationDecider } from '../../domain/conversations/decide.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import {
  type Accounts,
  createContext,
  createIdAt,
  type DemoSystem,
  expectAccepted,
  getAccount,
  HOUR_MS,
  MINUTE_MS,
  toActor,
} from './context.ts';
import { conversations } from './conversations.ts';

/** Sends the demo messages and returns their number. Before an account answers, it reads the earlier messages. */
export async function sendMessages(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  let sentCount = 0;
  for (const { hoursAgo, participants, texts } of conversations) {
    const [first, second] = participants;
    for (const [i, text] of texts.entries()) {
      const at = now - hoursAgo * HOUR_MS + i * 4 * MINUTE_MS;
      const authorId = getAccount(accounts, i % 2 === 0 ? first : second);
      const receiverId = getAccount(accounts, i % 2 === 0 ? second : first);
      if (i > 0) await markAsRead(system, authorId, receiverId, at - MINUTE_MS);
      await sendDemoMessage(system, authorId, receiverId, text, at);
      sentCount += 1;
    }
  }
  return sentCount;
}

async function sendDemoMessage(
  system: DemoSystem,
  authorId: AccountId,
  receiverId: AccountId,
  content: string,
  at: number,
): Promise<void> {
  const messageId = createIdAt(at);
  const message = { messageId, authorId, receiverId, content };
  expectAccepted(await sendMessage(system, message, createContext(toActor(authorId), at, messageId)));
}

async function markAsRead({ handler }: DemoSystem, readerId: AccountId, otherId: AccountId, at: number) {
  const conversationId = deriveConversationId(readerId, otherId);
  expectAccepted(
    await handler.handle(
      conversationDecider,
      conversationId,
      { type: 'ReadConversation', conversationId, readerId },
      createContext(toActor(readerId), at),
    ),
  );
}
