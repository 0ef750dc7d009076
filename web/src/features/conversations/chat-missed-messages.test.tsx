import { act, screen, waitFor } from '@testing-library/react';
import {
  conversationId,
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

let app: ReturnType<typeof renderApp>;

const MISSED_CALL = getMissedCall(1);
const waitForCalls = (times: number) =>
  waitFor(() => expect(app.api.sentTo(MISSED_CALL)).toHaveLength(times));
const toTexts = (...numbers: readonly number[]) => numbers.map((number) => `Message ${number}`);

async function reconnect(): Promise<void> {
  const before = getSocket();
  act(() => before.close(1006));
  await waitFor(() => expect(getSocket()).not.toBe(before), { timeout: 3_000 });
  act(() => getSocket().open());
}

test('opens a chat only when no message of the meantime is missing', async () => {
  const before = { body: sampleConversation(sampleMessage(1)) };
  const api = createEmptyApi()
    .breakCall(MISSED_CALL)
    .on('GET /api/conversation/unread', { body: { from: [] } });
  const respond = api.hold(OPEN_CHAT_CALL, before);
  app = renderApp({ at: `/conversations/${other.id}`, user, api });
  await waitFor(() => expect(api.sentTo(OPEN_CHAT_CALL)).toHaveLength(1));
  act(() => {
    getSocket().open();
    getSocket().receive(sampleMessage(2));
  });
  await act(async () => respond());
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  act(() => getSocket().receive(sampleMessage(3)));
  expect(getSocket().sent).toEqual([]);
  api.on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1), sampleMessage(2), sampleMessage(3)) });
  await app.reader.click(retryButton);
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3']));
});

describe('in an open chat', () => {
  beforeEach(async () => {
    app = await renderChat();
    await waitForCalls(1);
  });

  test('retries until missed messages arrive, and marks nothing later as read before', async () => {
    app.api.breakCall(MISSED_CALL);
    await reconnect();
    await screen.findByText('Error getting conversation.');
    const missedResponse = { body: sampleConversation(sampleMessage(2), sampleMessage(3), sampleMessage(4)) };
    const respond = app.api.hold(MISSED_CALL, missedResponse);
    act(() => getSocket().receive(sampleMessage(4)));
    await waitForCalls(3);
    expect(getSocket().sent).toEqual([]);
    await act(async () => respond());
    await waitFor(() => expect(getShownMessages()).toEqual(toTexts(1, 2, 3, 4)));
    await waitFor(() => expect(getSocket().sent).toEqual([{ read: conversationId }]));
  });

  test('misses no message when the connection breaks during the catch-up', async () => {
    const earlyResponse = { body: sampleConversation(sampleMessage(2)) };
    const respond = app.api.hold(MISSED_CALL, earlyResponse);
    await reconnect();
    await waitForCalls(2);
    await reconnect();
    app.api.on(MISSED_CALL, { body: sampleConversation(sampleMessage(2), sampleMessage(3)) });
    await act(async () => respond());
    await waitFor(() => expect(getShownMessages()).toEqual(toTexts(1, 2, 3)));
  });
});
