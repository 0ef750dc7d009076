import { act, screen, waitFor } from '@testing-library/react';
import {
  CALL,
  conversation,
  conversationId,
  message,
  missedAfter,
  other,
  renderChat,
  shown,
  socket,
  user,
} from '../../testing/chat.tsx';
import { closeApp, emptyApi, renderApp } from '../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const MISSED = missedAfter(1);
const asked = (times: number) => waitFor(() => expect(app.api.sentTo(MISSED)).toHaveLength(times));
const texts = (...numbers: readonly number[]) => numbers.map((number) => `Message ${number}`);

async function reconnect(): Promise<void> {
  const before = socket();
  act(() => before.close(1006));
  await waitFor(() => expect(socket()).not.toBe(before), { timeout: 3_000 });
  act(() => socket().open());
}

test('a chat opens whole or not at all: what came while it was on its way is not left out', async () => {
  let answer = (): void => undefined;
  const before = { body: conversation(message(1)) };
  const api = emptyApi()
    .on(CALL, () => new Promise((done) => (answer = () => done(before))))
    .breakCall(MISSED)
    .on('GET /api/conversation/unread', { body: { from: [] } });
  app = renderApp({ at: `/conversations/${other.id}`, user, api });
  await waitFor(() => expect(api.sentTo(CALL)).toHaveLength(1));
  act(() => {
    socket().open();
    socket().receive(message(2));
  });
  await act(async () => answer());
  const again = await screen.findByRole('button', { name: 'Try again' });
  act(() => socket().receive(message(3)));
  expect(socket().sent).toEqual([]);
  api.on(CALL, { body: conversation(message(1), message(2), message(3)) });
  await app.reader.click(again);
  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3']));
});

describe('in a chat that is open', () => {
  beforeEach(async () => {
    app = await renderChat();
    await asked(1);
  });

  test('what was missed is asked for until it comes, and nothing behind it is read before', async () => {
    app.api.breakCall(MISSED);
    await reconnect();
    await screen.findByText('Error getting conversation.');
    let answer = (): void => undefined;
    const missed = { body: conversation(message(2), message(3), message(4)) };
    app.api.on(MISSED, () => new Promise((done) => (answer = () => done(missed))));
    act(() => socket().receive(message(4)));
    await asked(3);
    expect(socket().sent).toEqual([]);
    await act(async () => answer());
    await waitFor(() => expect(shown()).toEqual(texts(1, 2, 3, 4)));
    await waitFor(() => expect(socket().sent).toEqual([{ read: conversationId }]));
  });

  test('a connection that breaks while what was missed is on its way leaves nothing out', async () => {
    let answer = (): void => undefined;
    const early = { body: conversation(message(2)) };
    app.api.on(MISSED, () => new Promise((done) => (answer = () => done(early))));
    await reconnect();
    await asked(2);
    await reconnect();
    app.api.on(MISSED, { body: conversation(message(2), message(3)) });
    await act(async () => answer());
    await waitFor(() => expect(shown()).toEqual(texts(1, 2, 3)));
  });
});
