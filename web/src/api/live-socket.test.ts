import { jest } from '@jest/globals';
import { type FakeWebSocket, webSockets } from '../testing/browser-gaps.ts';
import { type LiveSocket, openLiveSocket } from './live-socket.ts';

const listener = {
  onOpen: jest.fn(),
  onClose: jest.fn(),
  onMessage: jest.fn(),
  onError: jest.fn(),
  onSessionEnded: jest.fn(),
};
const last = () => webSockets.at(-1) as FakeWebSocket;
const setHidden = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

let live: LiveSocket;
let first: FakeWebSocket;
beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  live = openLiveSocket('token-1', listener);
  first = last();
  first.open();
});
afterEach(() => {
  live.close();
  setHidden(false);
  jest.useRealTimers();
});

test('when the network goes nobody is made to believe in the connection that it had', () => {
  window.dispatchEvent(new Event('offline'));
  expect(listener.onClose).toHaveBeenCalledTimes(1);
  expect(live.send({})).toBe(false);
  last().close(1006);
  window.dispatchEvent(new Event('online'));
  last().open();
  expect(live.send({})).toBe(true);
});

test('when the network is back the connection is a new one, and the old one is not heard any more', () => {
  window.dispatchEvent(new Event('online'));
  expect(last()).not.toBe(first);
  expect(first.readyState).toBe(3);
  expect(listener.onClose).toHaveBeenCalledTimes(1);
  first.receive({ id: 'late' });
  first.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  expect(listener.onMessage).not.toHaveBeenCalled();
  expect(listener.onClose).toHaveBeenCalledTimes(1);
  const second = last();
  jest.advanceTimersByTime(60_000);
  expect(last()).toBe(second);
});

test.each([
  [5_000, false],
  [31_000, true],
])('after %i ms out of sight the connection is a new one: %s', (ms, anew) => {
  setHidden(true);
  jest.advanceTimersByTime(ms);
  setHidden(false);
  expect(last() !== first).toBe(anew);
});

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  [
    'somebody looks after a long time',
    () => {
      setHidden(true);
      jest.setSystemTime(Date.now() + 31_000);
      setHidden(false);
    },
  ],
])('once %s the waits begin anew', (_, happens) => {
  for (let times = 0; times < 8; times += 1) {
    last().close(1006);
    jest.advanceTimersByTime(30_000);
  }
  const before = last();
  happens();
  const tried = last();
  expect(tried).not.toBe(before);
  tried.close(1006);
  jest.advanceTimersByTime(500);
  expect(last()).not.toBe(tried);
});

test('one that broke is made again, but not once the session has ended', () => {
  first.close(1006);
  jest.advanceTimersByTime(1_000);
  expect(last()).not.toBe(first);
  const second = last();
  second.close(4401);
  expect(listener.onSessionEnded).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(60_000);
  expect(last()).toBe(second);
});

test('where each connection breaks as soon as it is there they become ever rarer, until one lasts', () => {
  const waits: number[] = [];
  const breakAndWait = () => {
    const broken = last();
    broken.close(1006);
    let waited = 0;
    for (; last() === broken; waited += 100) jest.advanceTimersByTime(100);
    waits.push(waited);
    last().open();
  };
  for (let times = 0; times < 6; times += 1) breakAndWait();
  expect(waits.at(-1)).toBeGreaterThan(7_000);
  jest.advanceTimersByTime(10_000);
  breakAndWait();
  expect(waits.at(-1)).toBeLessThanOrEqual(500);
});
