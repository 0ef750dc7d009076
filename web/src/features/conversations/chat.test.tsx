import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { olderLoaded } from '../../state/messaging.ts';
import { keptUnsent } from '../../state/unsent-storage.ts';
import { eventSources, scrollToEnd } from '../../testing/browser-gaps.ts';
import {
  CALL,
  conversation,
  conversationId,
  idOf,
  log,
  message,
  missedAfter,
  other,
  renderChat,
  shown,
  socket,
  user,
} from '../../testing/chat.tsx';
import { closeApp, currentPlace, emptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { messageTime } from './times.ts';

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
  const row = { id: conversationId, profile: other, lastMessage: message(3), unread: 2 };
  const api = emptyApi().on('GET /api/conversation/all', { body: [row] });
  app = renderApp({ at: '/conversations', user, api });
  const link = await screen.findByRole('link', { name: /Profile 5.*Message 3.*2 unread/ });
  expect(link.getAttribute('href')).toBe(`/conversations/${other.id}`);
  expect(document.title).toBe('Messages · Kindra');
});

test('an empty list says so; one that fails can be tried again', async () => {
  const api = emptyApi().breakCall('GET /api/conversation/all');
  app = renderApp({ at: '/conversations', user, api });
  expect((await screen.findAllByText('Error getting conversations.')).length).toBeGreaterThan(0);
  api.on('GET /api/conversation/all', { body: [] });
  await app.reader.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maybe you should start the conversation!')).toBeTruthy();
});

test('visitors are told to log in, and nobody chats with oneself', async () => {
  app = renderApp({ at: '/conversations' });
  expect(await screen.findByText('You must log in to see messages.')).toBeTruthy();
  expect(currentPlace()).toBe('/login');
  closeApp(app.store);
  const api = emptyApi().on('GET /api/conversation/all', { body: [] });
  const id = '01890000-0000-7000-8000-000000000abc';
  app = renderApp({ at: `/conversations/${id.toUpperCase()}`, user: sampleUser({ id }), api });
  await waitFor(() => expect(currentPlace()).toBe('/conversations'));
});

test('an address in capitals is that of the same chat', async () => {
  const named = { ...other, idProfile: '01890000-0000-7000-8000-000000000abc' };
  const body = { ...conversation(message(1)), profile2: named };
  const api = emptyApi().on(`GET /api/conversation/${named.idProfile}`, { body });
  app = renderApp({ at: `/conversations/${named.idProfile.toUpperCase()}`, user, api });
  expect(await screen.findByRole('heading', { name: other.profileName })).toBeTruthy();
});

test('a message is sent with the token in the protocols, and confirmed by its clientId', async () => {
  await openChat();
  expect(socket().url).toMatch(/\/ws$/);
  expect(socket().protocols).toEqual(['bearer', 'token-1']);
  await write('  Message 2 {Enter}');
  const [frame] = socket().sent as { clientId: string }[];
  expect(frame).toEqual({
    receiverId: other.id,
    content: 'Message 2',
    conversationId,
    clientId: expect.any(String),
  });
  expect(log().getByText('Sending…')).toBeTruthy();
  act(() => socket().receive({ ...message(2, { profileId: user.id }), clientId: frame?.clientId }));
  expect(log().queryByText('Sending…')).toBeNull();
  expect(shown()).toEqual(['Message 1', 'Message 2']);
});

test('whoever comes from an animal says which one it is about', async () => {
  const animalId = idOf(77);
  const api = emptyApi().on(CALL, { body: conversation() }).on('GET /api/conversation/all', { body: [] });
  app = renderApp({ at: `/conversations/${other.id}`, state: { animalId }, user, api });
  await screen.findByRole('heading', { name: other.profileName });
  act(() => socket().open());
  await write('Is Rex free?{Enter}');
  expect(socket().sent).toMatchObject([{ receiverId: other.id, content: 'Is Rex free?', animalId }]);
});

test('what is blank is not sent', async () => {
  await openChat();
  await write('   {Enter}');
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  await app.reader.click(screen.getByRole('button', { name: 'Send' }));
  expect(socket().sent).toEqual([]);
});

test('a message that comes shows once, and is read; one of somebody else makes the dot', async () => {
  await openChat();
  act(() => {
    socket().receive(message(2));
    socket().receive(message(2));
  });
  expect(shown()).toEqual(['Message 1', 'Message 2']);
  await waitFor(() => expect(socket().sent).toContainEqual({ read: conversationId }));
  expect(screen.queryByText('New messages')).toBeNull();
  act(() => socket().receive(message(3, { profileId: idOf(99), conversationId: idOf(98) })));
  expect(screen.getByText('New messages')).toBeTruthy();
  expect(shown()).toEqual(['Message 1', 'Message 2']);
});

test('what comes is said aloud, for a moment; what was there before and what is one’s own is not', async () => {
  await openChat();
  const said = () => screen.queryAllByText(/^Message/, { selector: '[role=status] *' });
  const texts = () => said().map(({ textContent }) => textContent);
  expect(texts()).toEqual([]);
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  jest.useFakeTimers();
  act(() => {
    socket().receive(message(2));
    socket().receive(message(3, { profileId: user.id }));
    socket().receive(message(4));
  });
  expect(texts()).toEqual(['Message 2', 'Message 4']);
  act(() => jest.advanceTimersByTime(2_000));
  expect(texts()).toEqual([]);
  const older = [message(0)];
  act(() => void app.store.dispatch(olderLoaded({ conversationId, messages: older, older: null })));
  expect(texts()).toEqual([]);
  jest.useRealTimers();
  expect(shown()).toEqual([0, 1, 2, 3, 4].map((n) => `Message ${n}`));
});

test('the dot is there for what was unread before, and goes when the chat opens', async () => {
  const row = { id: conversationId, profile: other, lastMessage: message(1), unread: 1 };
  const api = emptyApi()
    .on('GET /api/conversation/all', { body: [row] })
    .on('GET /api/conversation/unread', { body: { from: [other.id] } })
    .on(CALL, { body: conversation(message(1)) });
  app = renderApp({ at: '/conversations', user, api });
  act(() => socket().open());
  expect(await screen.findByText('New messages')).toBeTruthy();
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('log', { name: 'Messages' });
  expect(screen.queryByText('New messages')).toBeNull();
});

test('the dot is there for whom no page of the list shows, and goes when another device reads it', async () => {
  const api = emptyApi()
    .on('GET /api/conversation/all', { body: [] })
    .on('GET /api/conversation/unread', { body: { from: [idOf(77)] } });
  app = renderApp({ at: '/conversations', user, api });
  act(() => socket().open());
  expect(await screen.findByText('New messages')).toBeTruthy();
  api.on('GET /api/conversation/unread', { body: { from: [] } });
  act(() => [...eventSources][0]?.send('conversation-read', { id: idOf(78) }));
  await waitFor(() => expect(screen.queryByText('New messages')).toBeNull());
});

test('older messages come when the reader scrolls up, and stand before the others', async () => {
  const api = emptyApi().on(CALL, {
    body: conversation(message(3)),
    headers: { Link: `</api/conversation/${other.id}?cursor=c1>; rel="next"` },
  });
  api.on(`${CALL}?cursor=c1`, { body: conversation(message(1), message(2)) });
  await openChat(api);
  expect(shown()).toEqual(['Message 3']);
  act(() => void scrollToEnd());
  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3']));
  act(() => socket().receive(message(4)));
  expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']);
});

test('after a gap it fetches what was missed, and sends once what was written meanwhile', async () => {
  const api = await openChat();
  api.on(missedAfter(1), {
    body: conversation(message(2), message(3)),
  });
  const first = socket();
  act(() => first.close(1006));
  await write('Message 4{Enter}');
  expect(first.sent).toEqual([]);
  expect(keptUnsent(user.id)).toMatchObject([{ content: 'Message 4' }]);
  await waitFor(() => expect(socket()).not.toBe(first), { timeout: 3_000 });
  act(() => socket().open());
  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']));
  const { sent } = socket();
  expect(sent).toHaveLength(1);
  const { clientId } = sent[0] as { clientId: string };
  act(() => socket().receive({ ...message(4, { profileId: user.id }), clientId }));
  expect(keptUnsent(user.id)).toEqual([]);
});

test('the connection goes with the session', async () => {
  await openChat();
  const open = socket();
  act(() => void app.store.dispatch({ type: 'session/sessionEnded' }));
  expect(open.readyState).toBe(3);
});

test('times are hour and minute today, otherwise the date', () => {
  const now = new Date(2026, 10, 21, 18, 0).getTime();
  expect(messageTime(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
  expect(messageTime(new Date(2026, 10, 21, 0, 5).toISOString(), now)).toBe('00:05');
  expect(messageTime(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('Nov 20, 2026');
  app = renderApp();
});
