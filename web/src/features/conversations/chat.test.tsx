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
import { closeApps } from '../../testing/open-apps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { sampleAnimal, sampleUser } from '../../testing/samples.ts';
import { formatMessageTime } from './format-message-time.ts';

let app: ReturnType<typeof renderApp>;
afterEach(() => jest.useRealTimers());

async function openChat(...args: Parameters<typeof renderChat>) {
  app = await renderChat(...args);
  return app.api;
}

const write = (text: string) =>
  app.reader.type(screen.getByRole('textbox', { name: 'Write a message' }), text);

test('lists profiles with their last message and unread count', async () => {
  const row = { id: conversationId, profile: other, lastMessage: sampleMessage(3), unread: 2 };
  const api = createEmptyApi().on('GET /api/conversation/all', { body: [row] });
  app = renderApp({ at: '/conversations', user, api });
  const link = await screen.findByRole('link', { name: /Profile 5.*Message 3.*2 unread/ });
  expect(link.getAttribute('href')).toBe(`/conversations/${other.id}`);
  expect(document.title).toBe('Messages · Kindra');
});

test('shows names and messages of any direction, isolated', async () => {
  const message = sampleMessage(1, { content: 'مرحبا!' });
  const profile = { ...other, profileName: 'دار القطط!' };
  const row = { id: conversationId, profile, lastMessage: sampleMessage(2, { content: 'شكرا!' }), unread: 0 };
  const body = { ...sampleConversation(message), profile2: profile };
  const api = createEmptyApi()
    .on('GET /api/conversation/all', { body: [row] })
    .on(OPEN_CHAT_CALL, { body });
  app = renderApp({ at: `/conversations/${other.id}`, user, api });
  const bubble = await screen.findByText('مرحبا!', { selector: 'li *' });
  expect(bubble.dir).toBe('auto');
  expect((await screen.findByText('شكرا!')).dir).toBe('auto');
  expect(screen.getByText('دار القطط!', { selector: 'bdi' })).toBeTruthy();
});

test('stays readable, without a field, when the other account receives no messages', async () => {
  const body = { ...sampleConversation(sampleMessage(1, { content: 'Good luck!' })), closed: true };
  app = renderApp({
    at: `/conversations/${other.id}`,
    user,
    api: createEmptyApi().on(OPEN_CHAT_CALL, { body }),
  });
  expect(await screen.findByText('This account no longer receives messages.')).toBeTruthy();
  expect(screen.getByText('Good luck!', { selector: 'li *' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Write a message' })).toBeNull();
  expect(screen.queryByRole('link', { name: `Profile of ${other.profileName}` })).toBeNull();
});

test('shows a sentence for an empty list, and offers to reload a failed one', async () => {
  const api = createEmptyApi().breakCall('GET /api/conversation/all');
  app = renderApp({ at: '/conversations', user, api });
  expect((await screen.findAllByText('Error getting conversations.')).length).toBeGreaterThan(0);
  api.on('GET /api/conversation/all', { body: [] });
  await app.reader.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maybe you should start the conversation!')).toBeTruthy();
});

test('redirects visitors to the login, and a chat with oneself to the list', async () => {
  app = renderApp({ at: '/conversations' });
  expect(await screen.findByText('You must log in to see messages.')).toBeTruthy();
  expect(getCurrentPath()).toBe('/login');
  closeApps();
  const api = createEmptyApi().on('GET /api/conversation/all', { body: [] });
  const id = '01890000-0000-7000-8000-000000000abc';
  app = renderApp({ at: `/conversations/${id.toUpperCase()}`, user: sampleUser({ id }), api });
  await waitFor(() => expect(getCurrentPath()).toBe('/conversations'));
});

test('opens the same chat for an address in capitals', async () => {
  const named = { ...other, idProfile: '01890000-0000-7000-8000-000000000abc' };
  const body = { ...sampleConversation(sampleMessage(1)), profile2: named };
  const api = createEmptyApi().on(`GET /api/conversation/${named.idProfile}`, { body });
  app = renderApp({ at: `/conversations/${named.idProfile.toUpperCase()}`, user, api });
  expect(await screen.findByRole('heading', { name: other.profileName })).toBeTruthy();
});

test('sends a message with the token in the subprotocols, and confirms it by its clientId', async () => {
  await openChat();
  expect(getSocket().url).toMatch(/\/ws\?typing=true$/);
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

test('shows the animal that the user comes from, and sends its id', async () => {
  const animal = sampleAnimal();
  const animalId = animal.id;
  const api = createEmptyApi()
    .on(OPEN_CHAT_CALL, { body: { ...sampleConversation(), animalId: createMessageId(77) } })
    .on(`GET /api/adopt/${animalId}/data`, { body: animal })
    .on('GET /api/conversation/all', { body: [] });
  app = renderApp({ at: `/conversations/${other.id}`, state: { animalId }, user, api });
  const card = await screen.findByRole('link', { name: /About Rex.*Looking for a home/ });
  expect(card.getAttribute('href')).toBe(`/adoptable-animals/${animalId}`);
  act(() => getSocket().open());
  await write('Is Rex free?{Enter}');
  expect(getSocket().sent).toMatchObject([{ receiverId: other.id, content: 'Is Rex free?', animalId }]);
});

test('shows the animal that the other member has contacted the user about', async () => {
  const [rex, luna] = [
    sampleAnimal({ status: 'ADOPTED' }),
    sampleAnimal({ id: createMessageId(78), animal: { ...sampleAnimal().animal, name: 'Luna' } }),
  ];
  const conversation = { ...sampleConversation(sampleMessage(1)), animalId: rex.id };
  const api = createEmptyApi()
    .on(OPEN_CHAT_CALL, { body: conversation })
    .on(`GET /api/adopt/${rex.id}/data`, { body: rex })
    .on(`GET /api/adopt/${luna.id}/data`, { body: luna });
  await openChat(api);
  await screen.findByRole('link', { name: /About Rex.*Adopted/ });
  act(() => getSocket().receive({ ...sampleMessage(2), animalId: luna.id }));
  await screen.findByRole('link', { name: /About Luna/ });
  expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
});

test('shows no animal that was removed since', async () => {
  const animalId = createMessageId(79);
  const missingCall = `GET /api/adopt/${animalId}/data`;
  const api = createEmptyApi()
    .on(OPEN_CHAT_CALL, { body: { ...sampleConversation(sampleMessage(1)), animalId } })
    .on(missingCall, { status: 404, body: { message: 'The animal does not exist.' } });
  await openChat(api);
  await waitFor(() => expect(api.sentTo(missingCall)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading animal' })).toBeNull());
  expect(screen.queryByText(/does not exist/)).toBeNull();
  expect(getShownMessages()).toEqual(['Message 1']);
});

test('does not send blank text', async () => {
  await openChat();
  await write('   {Enter}');
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  await app.reader.click(screen.getByRole('button', { name: 'Send' }));
  expect(getSocket().sent).toEqual([]);
});

test('shows and reads an incoming message once, and shows the dot for other senders', async () => {
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

test('announces incoming messages briefly, but neither older nor own ones', async () => {
  await openChat();
  const getAnnouncements = () => screen.queryAllByText(/^Message/, { selector: '[role=status] *' });
  const getAnnouncedTexts = () => getAnnouncements().map(({ textContent }) => textContent);
  expect(getAnnouncedTexts()).toEqual([]);
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  jest.useFakeTimers();
  act(() => {
    getSocket().receive(sampleMessage(2));
    getSocket().receive(sampleMessage(3, { profileId: user.id }));
    getSocket().receive(sampleMessage(4));
  });
  expect(getAnnouncedTexts()).toEqual(['Message 2', 'Message 4']);
  act(() => jest.advanceTimersByTime(2_000));
  expect(getAnnouncedTexts()).toEqual([]);
  const olderMessages = [sampleMessage(0)];
  act(
    () =>
      void app.store.dispatch(olderMessagesLoaded({ conversationId, messages: olderMessages, older: null })),
  );
  expect(getAnnouncedTexts()).toEqual([]);
  jest.useRealTimers();
  expect(getShownMessages()).toEqual([0, 1, 2, 3, 4].map((n) => `Message ${n}`));
});

test('shows the dot for unread messages until the chat is opened', async () => {
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

test('shows the dot for conversations on later pages until another device reads them', async () => {
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

test('loads older messages on scroll, and puts them before the others', async () => {
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

test('fetches missed messages after a gap, and sends pending ones once', async () => {
  const api = await openChat();
  api.on(getMissedCall(1), {
    body: sampleConversation(sampleMessage(2), sampleMessage(3)),
  });
  const firstSocket = getSocket();
  act(() => firstSocket.close(1006));
  await write('Message 4{Enter}');
  expect(firstSocket.sent).toEqual([]);
  expect(loadUnsent(user.id)).toMatchObject([{ content: 'Message 4' }]);
  await waitFor(() => expect(getSocket()).not.toBe(firstSocket), { timeout: 3_000 });
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

test('closes the connection when the session ends', async () => {
  await openChat();
  const open = getSocket();
  act(() => void app.store.dispatch({ type: 'session/sessionEnded' }));
  expect(open.readyState).toBe(3);
});

test('formats times as hour and minute for today, otherwise as a date', () => {
  const now = new Date(2026, 10, 21, 18, 0).getTime();
  expect(formatMessageTime(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
  expect(formatMessageTime(new Date(2026, 10, 21, 0, 5).toISOString(), now)).toBe('00:05');
  expect(formatMessageTime(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('Nov 20, 2026');
  app = renderApp();
});

test('offers to unblock a blocked profile instead of a text field', async () => {
  const hidden = { ...other, isBlocked: true, isMuted: false };
  const api = createEmptyApi()
    .on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1)) })
    .on('GET /api/settings/hidden-profiles', { body: [hidden] })
    .on(`DELETE /api/profile/${other.id}/block`, () => {
      api.on('GET /api/settings/hidden-profiles', { body: [] });
      return { body: { idProfile: other.id, isBlocked: false, isMuted: false } };
    });
  const { reader } = await renderChat(api);
  expect(await screen.findByText('You have blocked this profile.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Write a message' })).toBeNull();
  await reader.click(screen.getByRole('button', { name: `Unblock ${other.profileName}` }));
  expect(await screen.findByRole('textbox', { name: 'Write a message' })).toBeTruthy();
});

test('shows why a chat does not exist, without a retry', async () => {
  const message = 'The conversation does not exist.';
  const body = { message, code: 'CONVERSATION_NOT_FOUND' };
  const api = createEmptyApi()
    .on('GET /api/conversation/0192', { status: 404, body })
    .on('GET /api/conversation/all', { body: [] })
    .on('GET /api/conversation/unread', { body: { from: [] } });
  renderApp({ at: '/conversations/0192', user, api });
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
