import { act, screen, waitFor } from '@testing-library/react';
import { scrollToEnd, setPageHidden } from '../../testing/browser-gaps.ts';
import {
  conversationId,
  createMessageId,
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
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleProfile } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

async function openChat(...args: Parameters<typeof renderChat>) {
  app = await renderChat(...args);
  return app.api;
}

const write = (text: string) =>
  app.reader.type(screen.getByRole('textbox', { name: 'Write a message' }), text);

test('ignores a late page of older messages after the chat was opened again', async () => {
  const getPage = (cursor: string) => `${OPEN_CHAT_CALL}?cursor=${cursor}`;
  const toResponse = (n: number, next: string) => ({
    body: sampleConversation(sampleMessage(n)),
    headers: { Link: `<${getPage(next).replace('GET ', '')}>; rel="next"` },
  });
  const api = createEmptyApi().on(OPEN_CHAT_CALL, toResponse(3, 'c2')).on(getPage('c2'), toResponse(2, 'c3'));
  const respond = api.hold(getPage('c3'), { body: sampleConversation(sampleMessage(1)) });
  await openChat(api, [{ id: other.id, profile: other, lastMessage: null, unread: 0 }]);
  act(() => void scrollToEnd());
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 2', 'Message 3']));
  await waitFor(() => {
    act(() => void scrollToEnd());
    expect(api.sentTo(getPage('c3'))).toHaveLength(1);
  });
  await app.reader.click(screen.getByRole('link', { name: 'Messages' }));
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull());
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('log');
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 3']));
  await act(async () => respond());
  expect(getShownMessages()).toEqual(['Message 3']);
  act(() => void scrollToEnd());
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 2', 'Message 3']));
});

test('ignores a late response for a chat that was left', async () => {
  const [slowProfile, nextProfile] = [sampleProfile(6), sampleProfile(5)];
  const rows = [slowProfile, nextProfile].map((profile) => ({
    id: profile.id,
    profile,
    lastMessage: null,
    unread: 0,
  }));
  const slowResponse = {
    body: { ...sampleConversation(sampleMessage(9)), id: createMessageId(66), profile2: slowProfile },
  };
  const api = createEmptyApi()
    .on('GET /api/conversation/all', { body: rows })
    .on('GET /api/conversation/unread', { body: { from: [] } })
    .on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1)) });
  const sendSlowResponse = api.hold(`GET /api/conversation/${slowProfile.id}`, slowResponse);
  app = renderApp({ at: '/conversations', user, api });
  await app.reader.click(await screen.findByRole('link', { name: /Profile 6/ }));
  await screen.findByText('Loading messages');
  await app.reader.click(screen.getByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('heading', { name: 'Profile 5' });
  await act(async () => sendSlowResponse());
  await waitFor(() => expect(api.sentTo(`GET /api/conversation/${slowProfile.id}`)).toHaveLength(1));
  act(() => getSocket().open());
  await write('Message 2{Enter}');
  expect(getSocket().sent).toMatchObject([{ receiverId: nextProfile.id, conversationId }]);
  expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
});

test('shows and reads a message that arrives while the chat is loading', async () => {
  const before = { body: sampleConversation(sampleMessage(1)) };
  const missedCall = getMissedCall(1);
  const api = createEmptyApi()
    .on(missedCall, { body: sampleConversation(sampleMessage(2)) })
    .on('GET /api/conversation/unread', { body: { from: [] } });
  const respond = api.hold(OPEN_CHAT_CALL, before);
  app = renderApp({ at: `/conversations/${other.id}`, user, api });
  await waitFor(() => expect(api.sentTo(OPEN_CHAT_CALL)).toHaveLength(1));
  act(() => {
    getSocket().open();
    getSocket().receive(sampleMessage(2));
  });
  await act(async () => respond());
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2']));
  expect(api.sentTo(missedCall)).toHaveLength(1);
});

describe('while the page is hidden', () => {
  const setHidden = (isHidden: boolean) => act(() => setPageHidden(isHidden));
  afterEach(() => setHidden(false));

  test('marks a message as read only when the page is shown', async () => {
    await openChat();
    setHidden(true);
    act(() => getSocket().receive(sampleMessage(2)));
    expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
    expect(getSocket().sent).toEqual([]);
    setHidden(false);
    await waitFor(() => expect(getSocket().sent).toEqual([{ read: conversationId }]));
  });

  test('opens a chat only when the page is shown', async () => {
    setHidden(true);
    const api = createEmptyApi().on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1)) });
    app = renderApp({ at: `/conversations/${other.id}`, user, api });
    await screen.findByText('Loading messages');
    expect(api.sentTo(OPEN_CHAT_CALL)).toHaveLength(0);
    setHidden(false);
    await screen.findByRole('heading', { name: other.profileName });
    expect(api.sentTo(OPEN_CHAT_CALL)).toHaveLength(1);
  });

  test('fetches missed messages when the page is shown, and puts them before newer ones', async () => {
    const api = await openChat();
    const missedCall = getMissedCall(1);
    await waitFor(() => expect(api.sentTo(missedCall)).toHaveLength(1));
    api.on(missedCall, { body: sampleConversation(sampleMessage(2), sampleMessage(3)) });
    setHidden(true);
    const firstSocket = getSocket();
    act(() => firstSocket.close(1006));
    await waitFor(() => expect(getSocket()).not.toBe(firstSocket), { timeout: 3_000 });
    act(() => getSocket().open());
    act(() => getSocket().receive(sampleMessage(3)));
    act(() => getSocket().receive(sampleMessage(4)));
    expect(api.sentTo(missedCall)).toHaveLength(1);
    setHidden(false);
    await waitFor(() =>
      expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']),
    );
  });
});

describe('a next page that fails', () => {
  const createNextLink = (path: string) => ({ Link: `<${path}?cursor=c1>; rel="next"` });
  const createConversationRow = (n: number) => ({
    id: createMessageId(n),
    profile: sampleProfile(n),
    lastMessage: null,
    unread: 0,
  });

  test('of the list is requested again only on demand', async () => {
    const page = 'GET /api/conversation/all?cursor=c1';
    const api = createEmptyApi()
      .on('GET /api/conversation/all', {
        body: [createConversationRow(1)],
        headers: createNextLink('/api/conversation/all'),
      })
      .breakCall(page);
    app = renderApp({ at: '/conversations', user, api });
    await screen.findByRole('link', { name: /Profile 1/ });
    act(() => void scrollToEnd());
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    expect(scrollToEnd()).toBe(0);
    expect(api.sentTo(page)).toHaveLength(1);
    api.on(page, { body: [createConversationRow(2)] });
    await app.reader.click(retryButton);
    expect(await screen.findByRole('link', { name: /Profile 2/ })).toBeTruthy();
  });

  test('of a chat is requested again only on demand', async () => {
    const page = `${OPEN_CHAT_CALL}?cursor=c1`;
    const api = createEmptyApi()
      .on(OPEN_CHAT_CALL, {
        body: sampleConversation(sampleMessage(2)),
        headers: createNextLink(`/api/conversation/${other.id}`),
      })
      .breakCall(page);
    await openChat(api);
    act(() => void scrollToEnd());
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    expect(scrollToEnd()).toBe(0);
    expect(api.sentTo(page)).toHaveLength(1);
    api.on(page, { body: sampleConversation(sampleMessage(1)) });
    await app.reader.click(retryButton);
    await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2']));
  });
});
