import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { messageQueued } from '../../state/messaging.ts';
import type { FakeWebSocket } from '../../testing/browser-gaps.ts';
import { conversationId, getSocket, other, renderChat, sampleMessage, user } from '../../testing/chat.tsx';
import type { renderApp } from '../../testing/render-app.tsx';

const MINUTE_MS = 60_000;
const BUSY = { code: 'TEMPORARILY_UNAVAILABLE', message: 'Please try again later.' };

let app: ReturnType<typeof renderApp>;
beforeEach(async () => {
  app = await renderChat();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const queue = (...clientIds: readonly string[]) =>
  act(() => {
    for (const clientId of clientIds) {
      const timestamp = new Date().toISOString();
      const queued = { clientId, receiverId: other.id, conversationId, content: clientId, timestamp };
      app.store.dispatch(messageQueued(queued));
    }
  });

const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const getSentIds = ({ sent }: FakeWebSocket) =>
  (sent as { clientId: string }[]).map(({ clientId }) => clientId);

/** Rejects all messages sent since index `from` with a temporary error. */
function rejectSince(from: number): number {
  const ids = getSentIds(getSocket());
  act(() => {
    for (const clientId of ids.slice(from)) getSocket().receive({ error: BUSY, clientId });
  });
  return ids.length;
}

test('sends temporarily refused messages again once per round, with exponential backoff', () => {
  queue('one', 'two');
  let refusedCount = 0;
  for (let round = 1; round <= 5; round += 1) {
    refusedCount = rejectSince(refusedCount);
    advance(1_500 * 2 ** (round - 1));
  }
  expect(getSentIds(getSocket())).toEqual(Array(6).fill(['one', 'two']).flat());
  rejectSince(refusedCount);
  advance(1_500 * 2 ** 4 * 0.49);
  expect(getSocket().sent).toHaveLength(12);
});

test('sends nothing else while the server refuses a message, and then all in order', () => {
  queue('one');
  rejectSince(0);
  queue('two');
  expect(getSentIds(getSocket())).toEqual(['one']);
  advance(1_500);
  expect(getSentIds(getSocket())).toEqual(['one', 'one', 'two']);
});

test('resets the backoff when the server accepts a message', () => {
  queue('one', 'two');
  let refusedCount = 0;
  for (let round = 0; round < 4; round += 1) {
    refusedCount = rejectSince(refusedCount);
    advance(1_500 * 2 ** round);
  }
  act(() => getSocket().receive({ ...sampleMessage(2, { profileId: user.id }), clientId: 'one' }));
  act(() => getSocket().receive({ error: BUSY, clientId: 'two' }));
  advance(1_500);
  expect(getSentIds(getSocket()).slice(refusedCount)).toEqual(['one', 'two', 'two']);
});

test('renews an unresponsive connection with exponential backoff', () => {
  queue('one', 'two');
  const renewals: FakeWebSocket[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    advance(MINUTE_MS);
    if (renewals.includes(getSocket())) continue;
    renewals.push(getSocket());
    act(() => getSocket().open());
    expect(getSentIds(getSocket())).toEqual(['one', 'two']);
  }
  expect(renewals.length).toBeLessThan(30);
});

test('keeps the connection when a message is confirmed', () => {
  const firstSocket = getSocket();
  queue('one', 'two');
  advance(9_000);
  act(() => getSocket().receive({ ...sampleMessage(2, { profileId: user.id }), clientId: 'one' }));
  advance(9_000);
  act(() => getSocket().receive({ ...sampleMessage(3, { profileId: user.id }), clientId: 'two' }));
  advance(60 * MINUTE_MS);
  expect(getSocket()).toBe(firstSocket);
});
