import { sampleUser } from '../testing/samples.ts';
import { hasExpired, loadSession, saveSession } from './session-storage.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const createSession = (expiration: string) => ({ token: 'token-1', expiration, user: sampleUser() });

beforeEach(() => localStorage.clear());

test('stores a session under token, expiration and userData', () => {
  saveSession(createSession('2026-11-22T00:00:00.000Z'));
  expect(Object.keys(localStorage).sort()).toEqual(['expiration', 'token', 'userData']);
  expect(loadSession(NOW)).toEqual(createSession('2026-11-22T00:00:00.000Z'));
});

test('removes an expired session on load', () => {
  saveSession(createSession('2026-11-21T11:59:59.999Z'));
  expect(loadSession(NOW)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each([['not json'], ['null'], ['{}']])('ends the session when the user data is %s', (text) => {
  saveSession(createSession('2026-11-22T00:00:00.000Z'));
  localStorage.setItem('userData', text);
  expect(loadSession(NOW)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('treats an invalid expiration as expired', () => {
  expect(hasExpired('soon', NOW)).toBe(true);
  expect(hasExpired('2026-11-21T12:00:00.001Z', NOW)).toBe(false);
});
