import { act, waitFor } from '@testing-library/react';
import {
  conversation,
  conversationId,
  message,
  missedAfter,
  renderChat,
  shown,
  socket,
} from '../../testing/chat.tsx';
import { closeApp, type renderApp } from '../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;
beforeEach(async () => {
  app = await renderChat();
  await asked(1);
});
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

test('what was missed is asked for until it comes, and nothing behind it is read before', async () => {
  app.api.on(MISSED, { status: 503, body: { code: 'TOO_BUSY', message: 'Please try again later.' } });
  await reconnect();
  await asked(2);
  act(() => socket().receive(message(4)));
  await asked(3);
  expect(socket().sent).toEqual([]);
  app.api.on(MISSED, { body: conversation(message(2), message(3), message(4)) });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(shown()).toEqual(texts(1, 2, 3, 4)));
  await waitFor(() => expect(socket().sent).toEqual([{ read: conversationId }]));
  expect(app.api.sentTo(MISSED)).toHaveLength(4);
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
