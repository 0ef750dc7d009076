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

test('two tabs keep what they have not sent beside each other, oldest first', () => {
  saveUnsent('reader', [second], []);
  saveUnsent('reader', [first, third], []);
  saveUnsent('somebody', [message('d', first.timestamp)], []);
  expect(loadUnsent('reader')).toEqual([first, second, third]);
});

test('what one tab has sent goes, and what the other has not stays', () => {
  saveUnsent('reader', [second], []);
  saveUnsent('reader', [first], []);
  saveUnsent('reader', [], [first]);
  expect(loadUnsent('reader')).toEqual([second]);
});

test('what has changed is kept as it is now, and what cannot be read is passed over', () => {
  saveUnsent('reader', [first], []);
  saveUnsent('reader', [{ ...first, refusal: 'No.' }], [first]);
  localStorage.setItem('unsentMessages:reader:broken', '{');
  expect(loadUnsent('reader')).toEqual([{ ...first, refusal: 'No.' }]);
});
