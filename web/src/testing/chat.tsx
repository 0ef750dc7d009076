import { act, screen, within } from '@testing-library/react';
import type { Conversation, Message } from '../../../contract/conversations.ts';
import { type FakeWebSocket, webSockets } from './browser-gaps.ts';
import { emptyApi, renderApp } from './render-app.tsx';
import { sampleProfile, sampleUser } from './samples.ts';

export const user = sampleUser();
/** The other member of the chat. */
export const other = sampleProfile(5);
export const conversationId = '01890000-0000-7000-8000-00000000c0de';

/** Id of message number `n`. */
export const idOf = (n: number): string => `01890000-0000-7000-8000-${String(7000 + n).padStart(12, '0')}`;

/** Message number `n`, by default from the other member. */
export const message = (n: number, over: Partial<Message> = {}): Message => ({
  id: idOf(n),
  content: `Message ${n}`,
  timestamp: new Date().toISOString(),
  profileId: other.id,
  conversationId,
  ...over,
});

export const conversation = (...messages: Message[]): Conversation => ({
  id: conversationId,
  profile1: user,
  profile2: other,
  lastMessage: messages.at(-1) ?? null,
  messages,
});

/** The call that opens the chat. */
export const CALL = `GET /api/conversation/${other.id}`;

/** The call for the messages after message number `n`. */
export const missedAfter = (n: number): string => `GET /api/conversation/${conversationId}?after=${idOf(n)}`;

/** The newest message socket. */
export const socket = (): FakeWebSocket => webSockets.at(-1) as FakeWebSocket;

export const log = () => within(screen.getByRole('log', { name: 'Messages' }));

/** Texts of the messages on the screen. */
export const shown = (): readonly (string | null)[] =>
  log()
    .queryAllByText(/^Message \d+$/)
    .map(({ textContent }) => textContent);

/** Renders the chat, by default with one message, and opens its socket. */
export async function renderChat(api = emptyApi().on(CALL, { body: conversation(message(1)) })) {
  api
    .on('GET /api/conversation/all', { body: [] })
    .on(missedAfter(1), { body: conversation() })
    .on('GET /api/conversation/unread', { body: { from: [] } });
  const app = renderApp({ at: `/conversations/${other.id}`, user, api });
  await screen.findByRole('heading', { name: other.profileName });
  act(() => socket().open());
  return app;
}
