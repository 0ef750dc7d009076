import { jest } from '@jest/globals';
import { eventSources } from '../testing/browser-gaps.ts';
import { subscribeToUpdates } from './live.ts';

const listener = { onHint: jest.fn(), onOpen: jest.fn(), onRestored: jest.fn(), onResumed: jest.fn() };
let stop: () => void;

const source = () => [...eventSources][0];
const setHidden = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  stop = subscribeToUpdates(listener);
});

afterEach(() => {
  stop();
  setHidden(false);
  jest.useRealTimers();
});

test('passes hints on', () => {
  source()?.send('post-deleted', { id: 'one', parentId: null });
  expect(listener.onHint).toHaveBeenCalledWith({ name: 'post-deleted', data: { id: 'one', parentId: null } });
});

test('says that hints may have been missed when the server was restored', () => {
  source()?.dispatchEvent(new Event('open'));
  source()?.send('everything-changed', {});
  expect(listener.onResumed).toHaveBeenCalledTimes(1);
  expect(listener.onHint).not.toHaveBeenCalled();
  expect(eventSources.size).toBe(1);
});

test('connects again after a failure, ever more slowly, and says that there was a gap', () => {
  source()?.dispatchEvent(new Event('open'));
  expect(listener.onOpen).toHaveBeenCalledTimes(1);
  expect(listener.onResumed).not.toHaveBeenCalled();
  source()?.dispatchEvent(new Event('error'));
  expect(eventSources.size).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(eventSources.size).toBe(1);
  source()?.dispatchEvent(new Event('error'));
  jest.advanceTimersByTime(999);
  expect(eventSources.size).toBe(0);
  jest.advanceTimersByTime(1_001);
  source()?.dispatchEvent(new Event('open'));
  expect(listener.onResumed).toHaveBeenCalledTimes(1);
});

test('a page that stays hidden gives its connection back, and has one again when it is seen', () => {
  setHidden(true);
  jest.advanceTimersByTime(10_000);
  expect(eventSources.size).toBe(1);
  jest.advanceTimersByTime(20_000);
  expect(eventSources.size).toBe(0);
  setHidden(false);
  expect(eventSources.size).toBe(1);
});

test('a page that is hidden for a moment keeps its connection', () => {
  const before = source();
  setHidden(true);
  jest.advanceTimersByTime(5_000);
  setHidden(false);
  jest.advanceTimersByTime(60_000);
  expect(source()).toBe(before);
});

test('a hidden page whose connection breaks waits until it is seen', () => {
  setHidden(true);
  jest.advanceTimersByTime(30_000);
  jest.advanceTimersByTime(120_000);
  expect(eventSources.size).toBe(0);
});

test('a network that is back while the page is hidden has a new connection once the page is seen', () => {
  const before = source();
  setHidden(true);
  window.dispatchEvent(new Event('online'));
  expect(eventSources.size).toBe(0);
  setHidden(false);
  expect(eventSources.size).toBe(1);
  expect(source()).not.toBe(before);
});

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is seen again', () => [true, false].map(setHidden)],
])('once %s the waits begin anew', (_, happens) => {
  const fail = () => source()?.dispatchEvent(new Event('error'));
  for (let times = 0; times < 8; times += 1) {
    fail();
    jest.advanceTimersByTime(60_000);
  }
  fail();
  happens();
  fail();
  expect(eventSources.size).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(eventSources.size).toBe(1);
});

test('stopping ends it for good', () => {
  stop();
  expect(eventSources.size).toBe(0);
  setHidden(false);
  jest.advanceTimersByTime(120_000);
  expect(eventSources.size).toBe(0);
});
