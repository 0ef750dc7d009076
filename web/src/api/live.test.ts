import { jest } from '@jest/globals';
import { eventSources, setPageHidden } from '../testing/browser-gaps.ts';
import { subscribeToUpdates } from './live.ts';

const listener = { onHint: jest.fn(), onOpen: jest.fn(), onRestored: jest.fn(), onResumed: jest.fn() };
let stop: () => void;

const getSource = () => [...eventSources][0];

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  stop = subscribeToUpdates(listener);
});

afterEach(() => {
  stop();
  setPageHidden(false);
  jest.useRealTimers();
});

test('passes hints to the listener', () => {
  getSource()?.send('post-deleted', { id: 'one', parentId: null });
  expect(listener.onHint).toHaveBeenCalledWith({ name: 'post-deleted', data: { id: 'one', parentId: null } });
});

test('reports possibly missed hints when everything may have changed, once and after a random delay', () => {
  jest.spyOn(Math, 'random').mockReturnValueOnce(0.5);
  getSource()?.dispatchEvent(new Event('open'));
  getSource()?.send('everything-changed', {});
  getSource()?.send('everything-changed', {});
  expect(listener.onRestored).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(2_499);
  expect(listener.onResumed).not.toHaveBeenCalled();
  jest.advanceTimersByTime(5_000);
  expect(listener.onResumed).toHaveBeenCalledTimes(1);
  expect(listener.onHint).not.toHaveBeenCalled();
  expect(eventSources.size).toBe(1);
});

test('reports missed hints after a random delay, and keeps known positions', () => {
  jest.spyOn(Math, 'random').mockReturnValueOnce(0.5);
  getSource()?.send('changes-missed', {});
  jest.advanceTimersByTime(2_499);
  expect(listener.onResumed).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(listener.onResumed).toHaveBeenCalledTimes(1);
  expect(listener.onRestored).not.toHaveBeenCalled();
});

test('reconnects with exponential backoff, and reports the gap', () => {
  getSource()?.dispatchEvent(new Event('open'));
  expect(listener.onOpen).toHaveBeenCalledTimes(1);
  expect(listener.onResumed).not.toHaveBeenCalled();
  getSource()?.dispatchEvent(new Event('error'));
  expect(eventSources.size).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(eventSources.size).toBe(1);
  getSource()?.dispatchEvent(new Event('error'));
  jest.advanceTimersByTime(999);
  expect(eventSources.size).toBe(0);
  jest.advanceTimersByTime(1_001);
  getSource()?.dispatchEvent(new Event('open'));
  expect(listener.onResumed).toHaveBeenCalledTimes(1);
});

test('closes the connection of a page that stays hidden, and opens one when the page is shown', () => {
  setPageHidden(true);
  jest.advanceTimersByTime(4_000);
  expect(eventSources.size).toBe(1);
  jest.advanceTimersByTime(1_000);
  expect(eventSources.size).toBe(0);
  setPageHidden(false);
  expect(eventSources.size).toBe(1);
});

test('keeps the connection of a page that is hidden briefly', () => {
  const before = getSource();
  setPageHidden(true);
  jest.advanceTimersByTime(4_000);
  setPageHidden(false);
  jest.advanceTimersByTime(60_000);
  expect(getSource()).toBe(before);
});

test('closes the connection of a page that is left, and opens one when the browser returns to it', () => {
  window.dispatchEvent(new Event('pagehide'));
  expect(eventSources.size).toBe(0);
  window.dispatchEvent(new Event('pageshow'));
  expect(eventSources.size).toBe(1);
});

test('does not reconnect while the page is hidden', () => {
  setPageHidden(true);
  jest.advanceTimersByTime(30_000);
  jest.advanceTimersByTime(120_000);
  expect(eventSources.size).toBe(0);
});

test('replaces the connection when the page is shown if the network came back while it was hidden', () => {
  const before = getSource();
  setPageHidden(true);
  window.dispatchEvent(new Event('online'));
  expect(eventSources.size).toBe(0);
  setPageHidden(false);
  expect(eventSources.size).toBe(1);
  expect(getSource()).not.toBe(before);
});

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is shown again', () => [true, false].map(setPageHidden)],
])('resets the backoff when %s', (_, trigger) => {
  const fail = () => getSource()?.dispatchEvent(new Event('error'));
  for (let attempt = 0; attempt < 8; attempt += 1) {
    fail();
    jest.advanceTimersByTime(60_000);
  }
  fail();
  trigger();
  fail();
  expect(eventSources.size).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(eventSources.size).toBe(1);
});

test('stops for good when unsubscribed', () => {
  stop();
  expect(eventSources.size).toBe(0);
  setPageHidden(false);
  jest.advanceTimersByTime(120_000);
  expect(eventSources.size).toBe(0);
});
