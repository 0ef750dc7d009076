import { act, screen, within } from '@testing-library/react';
import type { Conversation, ConversationRow, Message } from '../../../contract/conversations.ts';
import { type FakeWebSocket, webSockets } from './browser-gaps.ts';
import { createEmptyApi, renderApp } from './render-app.tsx';
import { sampleProfile, sampleUser } from './samples.ts';

export const user = sampleUser();
/** Profile of the other participant in the chat. */
export const other = sampleProfile(5);
export const conversationId = '01890000-0000-7000-8000-00000000c0de';

/** Creates the id of message number `n`. */
export const createMessageId = (n: number): string =>
  `01890000-0000-7000-8000-${String(7000 + n).padStart(12, '0')}`;

/** Returns message number `n`. By default, the other participant wrote it. */
export const sampleMessage = (n: number, overrides: Partial<Message> = {}): Message => ({
  id: createMessageId(n),
  content: `Message ${n}`,
  timestamp: new Date().toISOString(),
  profileId: other.id,
  conversationId,
  ...overrides,
});

export const sampleConversation = (...messages: Message[]): Conversation => ({
  id: conversationId,
  profile1: user,
  profile2: other,
  lastMessage: messages.at(-1) ?? null,
  messages,
});

/** The call that opens the chat. */
export const OPEN_CHAT_CALL = `GET /api/conversation/${other.id}`;

/** Returns the call that loads the messages after message number `n`. */
export const getMissedCall = (n: number): string =>
  `GET /api/conversation/${conversationId}?after=${createMessageId(n)}`;

/** Returns the newest message socket. */
export const getSocket = (): FakeWebSocket => webSockets.at(-1) as FakeWebSocket;

export const getMessageLog = () => within(screen.getByRole('log', { name: 'Messages' }));

/** Returns the texts of the displayed messages. */
export const getShownMessages = (): readonly (string | null)[] =>
  getMessageLog()
    .queryAllByText(/^Message \d+$/)
    .map(({ textContent }) => textContent);

/**
 * Renders the chat and opens its socket. By default, the chat has one message and an empty conversation list beside it.
 */
export async function renderChat(
  api = createEmptyApi().on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1)) }),
  rows: readonly ConversationRow[] = [],
) {
  api
    .on('GET /api/conversation/all', { body: rows })
    .on(getMissedCall(1), { body: sampleConversation() })
    .on('GET /api/conversation/unread', { body: { from: [] } });
  const app = renderApp({ at: `/conversations/${other.id}`, user, api });
  await screen.findByRole('heading', { name: other.profileName });
  act(() => getSocket().open());
  return app;
}
