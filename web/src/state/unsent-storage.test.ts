import type { UnsentMessage } from './messaging.ts';
import { loadUnsent, saveUnsent } from './unsent-storage.ts';

const message = (clientId: string, timestamp: string): UnsentMessage => ({
  clientId,
  timestamp,
  receiverId: 'other',
  conversationId: 'chat',
  content: 'Hello',
});
const [first, second, third] = [
  message('c', '2026-11-21T10:00:00.000Z'),
  message('b', '2026-11-21T10:00:01.000Z'),
  message('a', '2026-11-21T10:00:02.000Z'),
];

afterEach(() => localStorage.clear());

test('keeps the unsent messages of two tabs, oldest first', () => {
  saveUnsent('reader', [second], []);
  saveUnsent('reader', [first, third], []);
  saveUnsent('somebody', [message('d', first.timestamp)], []);
  expect(loadUnsent('reader')).toEqual([first, second, third]);
});

test('removes sent messages, and keeps those of another tab', () => {
  saveUnsent('reader', [second], []);
  saveUnsent('reader', [first], []);
  saveUnsent('reader', [], [first]);
  expect(loadUnsent('reader')).toEqual([second]);
});

test('replaces changed messages, and skips unreadable ones', () => {
  saveUnsent('reader', [first], []);
  saveUnsent('reader', [{ ...first, refusal: 'No.' }], [first]);
  localStorage.setItem('unsentMessages:reader:broken', '{');
  expect(loadUnsent('reader')).toEqual([{ ...first, refusal: 'No.' }]);
});
