import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { olderMessagesLoaded } from '../../state/messaging.ts';
import { loadUnsent } from '../../state/unsent-storage.ts';
import { eventSources, scrollToEnd } from '../../testing/browser-gaps.ts';
import {
  conversationId,
  createMessageId,
  getMessageLog,
  getMissedCall,
  getShownMessages,
  getSocket,
  OPEN_CHAT_CALL,
  other,
  renderChat,
  sampleConversation,
  sampleMessage,
  user,
} from '../../testing/chat.tsx';
import { closeApp, createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { formatMessageTime } from './format-message-time.ts';

let app: ReturnType<typeof renderApp>;
afterEach(() => {
  jest.useRealTimers();
  closeApp(app.store);
});

async function openChat(...given: Parameters<typeof renderChat>) {
  app = await renderChat(...given);
  return app.api;
}

const write = (text: string) =>
  app.reader.type(screen.getByRole('textbox', { name: 'Write a message' }), text);

test('the list shows who wrote what, and how much is unread', async () => {
  const row = { id: conversationId, profile: other, lastMessage: sampleMessage(3), unread: 2 };
  const api = createEmptyApi().on('GET /api/conversation/all', { body: [row] });
  app = renderApp({ at: '/conversations', user, api });
  const link = await screen.findByRole('link', { name: /Profile 5.*Message 3.*2 unread/ });
  expect(link.getAttribute('href')).toBe(`/conversations/${other.id}`);
  expect(document.title).toBe('Messages · Kindra');
});

test('an empty list says so; one that fails can be tried again', async () => {
  const api = createEmptyApi().breakCall('GET /api/conversation/all');
  app = renderApp({ at: '/conversations', user, api });
  expect((await screen.findAllByText('Error getting conversations.')).length).toBeGreaterThan(0);
  api.on('GET /api/conversation/all', { body: [] });
  await app.reader.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maybe you should start the conversation!')).toBeTruthy();
});

test('visitors are told to log in, and nobody chats with oneself', async () => {
  app = renderApp({ at: '/conversations' });
  expect(await screen.findByText('You must log in to see messages.')).toBeTruthy();
  expect(getCurrentPath()).toBe('/login');
  closeApp(app.store);
  const api = createEmptyApi().on('GET /api/conversation/all', { body: [] });
  const id = '01890000-0000-7000-8000-000000000abc';
  app = renderApp({ at: `/conversations/${id.toUpperCase()}`, user: sampleUser({ id }), api });
  await waitFor(() => expect(getCurrentPath()).toBe('/conversations'));
});

test('an address in capitals is that of the same chat', async () => {
  const named = { ...other, idProfile: '01890000-0000-7000-8000-000000000abc' };
  const body = { ...sampleConversation(sampleMessage(1)), profile2: named };
  const api = createEmptyApi().on(`GET /api/conversation/${named.idProfile}`, { body });
  app = renderApp({ at: `/conversations/${named.idProfile.toUpperCase()}`, user, api });
  expect(await screen.findByRole('heading', { name: other.profileName })).toBeTruthy();
});

test('a message is sent with the token in the protocols, and confirmed by its clientId', async () => {
  await openChat();
  expect(getSocket().url).toMatch(/\/ws$/);
  expect(getSocket().protocols).toEqual(['bearer', 'token-1']);
  await write('  Message 2 {Enter}');
  const [frame] = getSocket().sent as { clientId: string }[];
  expect(frame).toEqual({
    receiverId: other.id,
    content: 'Message 2',
    conversationId,
    clientId: expect.any(String),
  });
  expect(getMessageLog().getByText('Sending…')).toBeTruthy();
  act(() => getSocket().receive({ ...sampleMessage(2, { profileId: user.id }), clientId: frame?.clientId }));
  expect(getMessageLog().queryByText('Sending…')).toBeNull();
  expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
});

test('whoever comes from an animal says which one it is about', async () => {
  const animalId = createMessageId(77);
  const api = createEmptyApi()
    .on(OPEN_CHAT_CALL, { body: sampleConversation() })
    .on('GET /api/conversation/all', { body: [] });
  app = renderApp({ at: `/conversations/${other.id}`, state: { animalId }, user, api });
  await screen.findByRole('heading', { name: other.profileName });
  act(() => getSocket().open());
  await write('Is Rex free?{Enter}');
  expect(getSocket().sent).toMatchObject([{ receiverId: other.id, content: 'Is Rex free?', animalId }]);
});

test('what is blank is not sent', async () => {
  await openChat();
  await write('   {Enter}');
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  await app.reader.click(screen.getByRole('button', { name: 'Send' }));
  expect(getSocket().sent).toEqual([]);
});

test('a message that comes shows once, and is read; one of somebody else makes the dot', async () => {
  await openChat();
  act(() => {
    getSocket().receive(sampleMessage(2));
    getSocket().receive(sampleMessage(2));
  });
  expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
  await waitFor(() => expect(getSocket().sent).toContainEqual({ read: conversationId }));
  expect(screen.queryByText('New messages')).toBeNull();
  act(() =>
    getSocket().receive(
      sampleMessage(3, { profileId: createMessageId(99), conversationId: createMessageId(98) }),
    ),
  );
  expect(screen.getByText('New messages')).toBeTruthy();
  expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
});

test('what comes is said aloud, for a moment; what was there before and what is one’s own is not', async () => {
  await openChat();
  const said = () => screen.queryAllByText(/^Message/, { selector: '[role=status] *' });
  const texts = () => said().map(({ textContent }) => textContent);
  expect(texts()).toEqual([]);
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  jest.useFakeTimers();
  act(() => {
    getSocket().receive(sampleMessage(2));
    getSocket().receive(sampleMessage(3, { profileId: user.id }));
    getSocket().receive(sampleMessage(4));
  });
  expect(texts()).toEqual(['Message 2', 'Message 4']);
  act(() => jest.advanceTimersByTime(2_000));
  expect(texts()).toEqual([]);
  const older = [sampleMessage(0)];
  act(() => void app.store.dispatch(olderMessagesLoaded({ conversationId, messages: older, older: null })));
  expect(texts()).toEqual([]);
  jest.useRealTimers();
  expect(getShownMessages()).toEqual([0, 1, 2, 3, 4].map((n) => `Message ${n}`));
});

test('the dot is there for what was unread before, and goes when the chat opens', async () => {
  const row = { id: conversationId, profile: other, lastMessage: sampleMessage(1), unread: 1 };
  const api = createEmptyApi()
    .on('GET /api/conversation/all', { body: [row] })
    .on('GET /api/conversation/unread', { body: { from: [other.id] } })
    .on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1)) });
  app = renderApp({ at: '/conversations', user, api });
  act(() => getSocket().open());
  expect(await screen.findByText('New messages')).toBeTruthy();
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('log', { name: 'Messages' });
  expect(screen.queryByText('New messages')).toBeNull();
});

test('the dot is there for whom no page of the list shows, and goes when another device reads it', async () => {
  const api = createEmptyApi()
    .on('GET /api/conversation/all', { body: [] })
    .on('GET /api/conversation/unread', { body: { from: [createMessageId(77)] } });
  app = renderApp({ at: '/conversations', user, api });
  act(() => getSocket().open());
  expect(await screen.findByText('New messages')).toBeTruthy();
  api.on('GET /api/conversation/unread', { body: { from: [] } });
  act(() => [...eventSources][0]?.send('conversation-read', { id: createMessageId(78) }));
  await waitFor(() => expect(screen.queryByText('New messages')).toBeNull());
});

test('older messages come when the reader scrolls up, and stand before the others', async () => {
  const api = createEmptyApi().on(OPEN_CHAT_CALL, {
    body: sampleConversation(sampleMessage(3)),
    headers: { Link: `</api/conversation/${other.id}?cursor=c1>; rel="next"` },
  });
  api.on(`${OPEN_CHAT_CALL}?cursor=c1`, { body: sampleConversation(sampleMessage(1), sampleMessage(2)) });
  await openChat(api);
  expect(getShownMessages()).toEqual(['Message 3']);
  act(() => void scrollToEnd());
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3']));
  act(() => getSocket().receive(sampleMessage(4)));
  expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']);
});

test('after a gap it fetches what was missed, and sends once what was written meanwhile', async () => {
  const api = await openChat();
  api.on(getMissedCall(1), {
    body: sampleConversation(sampleMessage(2), sampleMessage(3)),
  });
  const first = getSocket();
  act(() => first.close(1006));
  await write('Message 4{Enter}');
  expect(first.sent).toEqual([]);
  expect(loadUnsent(user.id)).toMatchObject([{ content: 'Message 4' }]);
  await waitFor(() => expect(getSocket()).not.toBe(first), { timeout: 3_000 });
  act(() => getSocket().open());
  await waitFor(() =>
    expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']),
  );
  const { sent } = getSocket();
  expect(sent).toHaveLength(1);
  const { clientId } = sent[0] as { clientId: string };
  act(() => getSocket().receive({ ...sampleMessage(4, { profileId: user.id }), clientId }));
  expect(loadUnsent(user.id)).toEqual([]);
});

test('the connection goes with the session', async () => {
  await openChat();
  const open = getSocket();
  act(() => void app.store.dispatch({ type: 'session/sessionEnded' }));
  expect(open.readyState).toBe(3);
});

test('times are hour and minute today, otherwise the date', () => {
  const now = new Date(2026, 10, 21, 18, 0).getTime();
  expect(formatMessageTime(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
  expect(formatMessageTime(new Date(2026, 10, 21, 0, 5).toISOString(), now)).toBe('00:05');
  expect(formatMessageTime(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('Nov 20, 2026');
  app = renderApp();
});
