import { jest } from '@jest/globals';
import { type FakeWebSocket, setPageHidden, webSockets } from '../testing/browser-gaps.ts';
import { type LiveSocket, openLiveSocket } from './live-socket.ts';

const listener = {
  onOpen: jest.fn(),
  onClose: jest.fn(),
  onMessage: jest.fn(),
  onError: jest.fn(),
  onTyping: jest.fn(),
  onSessionEnded: jest.fn(),
};
const getLastSocket = () => webSockets.at(-1) as FakeWebSocket;

let live: LiveSocket;
let firstSocket: FakeWebSocket;
beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  live = openLiveSocket('token-1', listener);
  firstSocket = getLastSocket();
  firstSocket.open();
});
afterEach(() => {
  live.close();
  setPageHidden(false);
  jest.useRealTimers();
});

test('reports the connection as closed when the network goes offline', () => {
  window.dispatchEvent(new Event('offline'));
  expect(listener.onClose).toHaveBeenCalledTimes(1);
  expect(live.send({})).toBe(false);
  getLastSocket().close(1006);
  window.dispatchEvent(new Event('online'));
  getLastSocket().open();
  expect(live.send({})).toBe(true);
});

test('replaces the connection when the network is back, and ignores events of the old one', () => {
  window.dispatchEvent(new Event('online'));
  expect(getLastSocket()).not.toBe(firstSocket);
  expect(firstSocket.readyState).toBe(3);
  expect(listener.onClose).toHaveBeenCalledTimes(1);
  firstSocket.receive({ id: 'late' });
  firstSocket.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  expect(listener.onMessage).not.toHaveBeenCalled();
  expect(listener.onClose).toHaveBeenCalledTimes(1);
  const second = getLastSocket();
  jest.advanceTimersByTime(60_000);
  expect(getLastSocket()).toBe(second);
});

test.each([
  [5_000, false],
  [31_000, true],
])('when shown after %i ms hidden, replaces the connection: %s', (ms, isReplaced) => {
  setPageHidden(true);
  jest.advanceTimersByTime(ms);
  setPageHidden(false);
  expect(getLastSocket() !== firstSocket).toBe(isReplaced);
});

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  [
    'the page is shown after a long time',
    () => {
      setPageHidden(true);
      jest.setSystemTime(Date.now() + 31_000);
      setPageHidden(false);
    },
  ],
])('resets the backoff when %s', (_, trigger) => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    getLastSocket().close(1006);
    jest.advanceTimersByTime(30_000);
  }
  const before = getLastSocket();
  trigger();
  const retrySocket = getLastSocket();
  expect(retrySocket).not.toBe(before);
  retrySocket.close(1006);
  jest.advanceTimersByTime(500);
  expect(getLastSocket()).not.toBe(retrySocket);
});

test('reconnects after a failure, but not after the session has ended', () => {
  firstSocket.close(1006);
  jest.advanceTimersByTime(1_000);
  expect(getLastSocket()).not.toBe(firstSocket);
  const second = getLastSocket();
  second.close(4401);
  expect(listener.onSessionEnded).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(60_000);
  expect(getLastSocket()).toBe(second);
});

test('waits longer after each connection that breaks at once, and resets the backoff after one that lasts', () => {
  const delays: number[] = [];
  const disconnectAndWait = () => {
    const brokenSocket = getLastSocket();
    brokenSocket.close(1006);
    let waitedMs = 0;
    for (; getLastSocket() === brokenSocket; waitedMs += 100) jest.advanceTimersByTime(100);
    delays.push(waitedMs);
    getLastSocket().open();
  };
  for (let attempt = 0; attempt < 6; attempt += 1) disconnectAndWait();
  expect(delays.at(-1)).toBeGreaterThan(4_900);
  jest.advanceTimersByTime(10_000);
  disconnectAndWait();
  expect(delays.at(-1)).toBeLessThanOrEqual(500);
});

test('retries at least every 10 seconds during an outage', () => {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const socket = getLastSocket();
    socket.close(1006);
    jest.advanceTimersByTime(10_000);
    expect(getLastSocket()).not.toBe(socket);
  }
});
