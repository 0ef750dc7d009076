import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { messageQueued } from '../../state/messaging.ts';
import { loadUnsent } from '../../state/unsent-storage.ts';
import {
  conversationId,
  getMessageLog,
  getShownMessages,
  getSocket,
  other,
  renderChat,
  user,
} from '../../testing/chat.tsx';
import type { renderApp } from '../../testing/render-app.tsx';
import { sampleProfile } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const openChat = async (...args: Parameters<typeof renderChat>) => {
  app = await renderChat(...args);
};

const write = (text: string) =>
  app.reader.type(screen.getByRole('textbox', { name: 'Write a message' }), text);

test('sends an unconfirmed message again on a new connection', async () => {
  await openChat();
  const firstSocket = getSocket();
  jest.useFakeTimers();
  const timestamp = new Date().toISOString();
  const queued = { clientId: 'one', receiverId: other.id, conversationId, content: 'Message 2', timestamp };
  act(() => void app.store.dispatch(messageQueued(queued)));
  expect(firstSocket.sent).toHaveLength(1);
  act(() => jest.advanceTimersByTime(20_000));
  jest.useRealTimers();
  expect(getSocket()).not.toBe(firstSocket);
  act(() => getSocket().open());
  expect(getSocket().sent).toEqual(firstSocket.sent);
});

test('keeps the focus in the text field after the send button is pressed', async () => {
  await openChat();
  await write('Message 2');
  await app.reader.click(screen.getByRole('button', { name: 'Send' }));
  expect(getSocket().sent).toMatchObject([{ content: 'Message 2' }]);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write a message' }));
});

test('does not send while an input method composes a character', async () => {
  await openChat();
  await write('かな');
  const field = screen.getByRole('textbox', { name: 'Write a message' });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(getSocket().sent).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(getSocket().sent).toMatchObject([{ content: 'かな' }]);
});

test('shows unsent messages only in their own chat', async () => {
  await openChat();
  const receiverId = sampleProfile(6).id;
  const queued = { clientId: 'one', receiverId, conversationId: '', content: 'To another', timestamp: '' };
  act(() => {
    app.store.dispatch(messageQueued(queued));
  });
  expect(getMessageLog().queryByText('To another')).toBeNull();
});

test('restores an unsent text when the user comes back', async () => {
  await openChat(undefined, [{ id: conversationId, profile: other, lastMessage: null, unread: 0 }]);
  await write('Half a thought');
  await app.reader.click(screen.getByRole('link', { name: 'Messages' }));
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('heading', { name: other.profileName });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' });
  expect(field.value).toBe('Half a thought');
  await write('{Enter}');
  expect(getSocket().sent).toMatchObject([{ content: 'Half a thought' }]);
  expect(field.value).toBe('');
});

describe('a refused message', () => {
  const NOT_SENT = 'Not sent: The profile does not exist.';

  async function refuse() {
    await openChat();
    await write('Message 2{Enter}');
    const { clientId } = getSocket().sent[0] as { clientId: string };
    const error = { code: 'RECEIVER_NOT_FOUND', message: 'The profile does not exist.' };
    act(() => getSocket().receive({ error, clientId }));
    expect(await screen.findByText('The profile does not exist.')).toBeTruthy();
    expect(getMessageLog().getByText(NOT_SENT)).toBeTruthy();
    expect(getShownMessages()).toEqual(['Message 1', 'Message 2']);
  }
  const press = (name: string) => app.reader.click(getMessageLog().getByRole('button', { name }));
  const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' });

  test('keeps its text, which can be edited again', async () => {
    await refuse();
    await write('And more');
    await press('Edit');
    expect(getField().value).toBe('Message 2\nAnd more');
    expect(document.activeElement).toBe(getField());
    expect(getShownMessages()).toEqual(['Message 1']);
  });

  test('is not sent again, and can be discarded', async () => {
    await refuse();
    const firstSocket = getSocket();
    act(() => firstSocket.close(1006));
    await waitFor(() => expect(getSocket()).not.toBe(firstSocket), { timeout: 3_000 });
    act(() => getSocket().open());
    expect(getSocket().sent).toEqual([]);
    await press('Discard');
    expect(getShownMessages()).toEqual(['Message 1']);
    expect(document.activeElement).toBe(getField());
    expect(loadUnsent(user.id)).toEqual([]);
  });
});
